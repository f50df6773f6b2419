// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import { contactMessageMachine, type StaffContact } from '../../../machines/staff/contact-message.machine'
import { ContactMessagePage } from '../../../src/staff/contact-message-page'
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

const at = '2026-01-04T09:00:00.000Z'

test.each([
  ['a member of staff', 'Stella Okafor', `${dateAndTime(at)}, Stella Okafor`],
  ['the operator', '', dateAndTime(at)],
])('a message that %s has marked as done says when and by whom', async (_, by, text) => {
  show(staffContact({ state: 'done' }, { done: { by, at } }))
  expect(await screen.findByText('Done', { selector: 'dt' })).toBeVisible()
  expect(screen.getByText(text, { selector: 'dd' })).toBeVisible()
})

test('an answer that is not sent says how long it is tried again, and what to do then', async () => {
  show(staffContact({}, { answers: [contactAnswer({ sent: null, failure: 'no such mailbox' })] }))
  expect(await screen.findByText('Not sent so far: no such mailbox')).toBeVisible()
  expect(
    screen.getByText(
      'It is tried again for about 14 hours after it was written. After that, send it as a new answer or from your mail program.',
    ),
  ).toBeVisible()
})
