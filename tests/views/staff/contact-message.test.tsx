// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import { contactMessageMachine, type StaffContact } from '../../../machines/staff/contact/contact-message.machine'
import { readDraft, storeDraft } from '../../../src/session/drafts/drafts'
import { ContactMessagePage } from '../../../src/staff/contact/contact-message-page'
import { dateAndTime } from '../../../src/ui/time'
import { contactAnswer, staffContact } from '../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

function show(message: StaffContact) {
  const contactMessage = contactMessageMachine.provide({
    actors: {
      loadMessage: fromPromise<StaffContact, { messageId: string }>(async () => message),
      followMessage: fromCallback(() => {}),
    },
  })
  renderWorkspace(<ContactMessagePage messageId="c1" me="s1" onList={vi.fn()} />, {
    ...machinesOver({}),
    contactMessage,
  })
}

beforeEach(() => sessionStorage.clear())

const at = '2026-01-04T09:00:00.000Z'

test.each([
  ['a member of staff', 'Stella Okafor', `${dateAndTime(at)}, Stella Okafor`],
  ['the operator', '', dateAndTime(at)],
])('a message that %s has marked as done says when and by whom', async (_, by, text) => {
  show(staffContact({ state: 'done' }, { done: { by, at } }))
  expect(await screen.findByText('Done', { selector: 'dt' })).toBeVisible()
  expect(screen.getByText(text, { selector: 'dd' })).toBeVisible()
})

test('the focus begins at the title, because the link to the page is gone', async () => {
  show(staffContact())
  expect(await screen.findByRole('heading', { level: 1, name: 'Message from Ada Vance' })).toHaveFocus()
})

test('an answer that is not sent says how long it is tried again, and what to do then', async () => {
  show(staffContact({}, { answers: [contactAnswer({ sent: null, failure: 'no such mailbox' })] }))
  expect(await screen.findByText('Not sent yet: no such mailbox')).toBeVisible()
  expect(
    screen.getByText(
      'The server keeps trying for about 14 hours after the answer was written. After that, send it again as a new answer, or from your mail program.',
    ),
  ).toBeVisible()
})

test('a typed answer is found again, even if what was typed about another message is unreadable', async () => {
  const answer = { text: 'Yes, we can.', id: null, seen: 0 }
  const other = { answer: { ...answer, text: 'No.' }, notes: null }
  storeDraft('contact-messages', { c1: { answer, notes: null }, c2: other, c3: { answer: 'of an earlier version' } })
  show(staffContact())
  expect(await screen.findByRole('textbox', { name: 'Your answer' })).toHaveValue('Yes, we can.')
  const isKept = (kept: unknown): kept is Record<string, unknown> => typeof kept === 'object' && kept !== null
  expect(readDraft('contact-messages', isKept)).toEqual({ c1: { answer, notes: null }, c2: other })
})
