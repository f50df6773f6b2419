// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import {
  contactDraftOf,
  contactMessageMachine,
  emptyDraft,
} from '../../../../machines/staff/contact/contact-message.machine'
import { ContactMessagePage } from '../../../../src/staff/contact/contact-message-page'
import { contactAnswer, staffContact } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof contactMessageMachine
type Snapshot = SnapshotFrom<Machine>

const newId = '00000000-0000-4000-8000-000000000000'
const me = { id: 's1', name: 'Stella Okafor' }
const mine = { assignee: me, state: 'assigned' } as const
const fresh = staffContact()
const silent = staffContact({}, { mail: false })
const closed = staffContact({ state: 'done' }, { done: { by: me.name, at: '2026-01-04T09:00:00.000Z' } })
const answeredByColleague = staffContact({}, { answers: [contactAnswer({ by: 'Tom Lindqvist', sent: null })] })
const answered = staffContact(mine, { answers: [contactAnswer({ id: newId, text: 'Yes', sent: null })] })

const button = (name: string) => screen.getByRole('button', { name })
const offered = (name: string) => screen.queryByRole('button', { name }) !== null
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const notes = () => screen.getByRole('textbox', { name: 'Private notes' })
const answerField = () => screen.queryByRole('textbox', { name: 'Your answer' })

/** Each path performs a single action on the message as loaded. */
const isFresh = ({ context }: Snapshot) => context.message === fresh && context.failure === null && !context.isOutdated
const isUntouched = (snapshot: Snapshot) =>
  isFresh(snapshot) && snapshot.context.notes === null && snapshot.context.answer.text === ''

function expectMessage(snapshot: Snapshot) {
  const { message, notes: typed, answer } = snapshot.context
  const { summary, answers, mail } = message ?? fresh
  const isDone = summary.state === 'done'
  expect(screen.getByRole('heading', { name: 'Message from Ada Vance' })).toBeVisible()
  expect(screen.getByText('Can you simulate a PCIe Gen5 link?')).toBeVisible()
  expect(offered('Assign to me')).toBe(!isDone && summary.assignee === null)
  expect(offered('Unassign')).toBe(!isDone && summary.assignee?.id === me.id)
  expect(offered('Mark as done')).toBe(!isDone)
  expect(offered('Reopen')).toBe(isDone)
  const list = screen.queryByRole('list', { name: 'Answers' })
  expect(list === null ? [] : within(list).getAllByRole('listitem')).toHaveLength(answers.length)
  if (list) expect(list).toHaveTextContent('Being sent')
  if (isDone && answer.text === '') expect(answerField()).toBeNull()
  else {
    expect(answerField()).toHaveValue(answer.text)
    expect(offered('Send answer')).toBe(mail)
    const link = screen.queryByRole('link', { name: 'Write an e-mail' })
    const isAnnounced = screen.queryByText(/^Tom Lindqvist has answered since you began to write\./) !== null
    expect(isAnnounced).toBe(message === answeredByColleague)
    if (mail) expect(link).toBeNull()
    else expect(link).toHaveAttribute('href', expect.stringMatching(/^mailto:ada@example\.com\?subject=/))
  }
  expect(notes()).toHaveValue(typed ?? message?.notes)
  expect(offered('Save notes')).toBe(typed !== null && typed !== message?.notes)
}

function expectResting(_: unknown, snapshot: Snapshot) {
  expectMessage(snapshot)
  const { failure: why, message, answer } = snapshot.context
  expect(alerts()).toEqual(why === null ? [] : [why])
  const isDone = message?.summary.state === 'done'
  // Buttons that have to wait keep the focus.
  expect(button(isDone ? 'Reopen' : 'Mark as done')).toHaveAttribute('aria-disabled', 'false')
  if (message?.mail && !isDone) {
    expect(button('Send answer')).toHaveAttribute('aria-disabled', String(answer.text === ''))
  }
}

function expectBusy(_: unknown, snapshot: Snapshot) {
  expectMessage(snapshot)
  const { message, task } = snapshot.context
  expect(button(message?.summary.state === 'done' ? 'Reopen' : 'Mark as done')).toHaveAttribute('aria-disabled', 'true')
  if (task?.kind === 'answer') expect(answerField()).toHaveAttribute('readonly')
}

const contactMessagePage: Surface<Machine> = {
  situations: {
    'a member of staff': { input: { messageId: 'c1', ...emptyDraft } },
  },
  events: {
    'message.retry': [{}],
    'message.outdated': (snapshot) => {
      const { message, failure: why, answer, notes: typed } = snapshot.context
      const isQuiet = message === fresh && why === null && answer.id === null && typed === null
      return isQuiet && snapshot.hasTag('shown') ? [{}] : []
    },
    'message.taken': (snapshot) => (isUntouched(snapshot) ? [{}] : []),
    'message.returned': ({ context }) =>
      context.message?.summary.assignee && context.message.answers.length === 0 ? [{}] : [],
    'message.closed': (snapshot) => (isUntouched(snapshot) ? [{}] : []),
    'message.reopened': ({ context }) => (context.message?.summary.state === 'done' ? [{}] : []),
    'answer.typed': (snapshot) =>
      (isUntouched(snapshot) || snapshot.context.message === silent) && snapshot.context.answer.text === ''
        ? [{ text: 'Yes' }]
        : [],
    'answer.sent': (snapshot) => (isFresh(snapshot) && snapshot.context.answer.text !== '' ? [{ newId }] : []),
    'notes.typed': (snapshot) => (isUntouched(snapshot) ? [{ text: 'A competitor?' }] : []),
    'notes.saved': (snapshot) => (isFresh(snapshot) && snapshot.context.notes !== null ? [{}] : []),
    'notes.discarded': (snapshot) => (isFresh(snapshot) && snapshot.context.notes !== null ? [{}] : []),
    'draft.discarded': (snapshot) => (snapshot.matches('deleted') && contactDraftOf(snapshot) !== null ? [{}] : []),
  },
  done: {
    followMessage: null,
    loadMessage: ({ context: { message, answer, failure: why } }) =>
      message === null
        ? [fresh, silent]
        : [message, ...(message === fresh && answer.text !== '' && why === null ? [answeredByColleague] : [])],
    perform: ({ context: { task } }) => [
      task?.kind === 'assign'
        ? task.mine
          ? staffContact(mine)
          : fresh
        : task?.kind === 'close'
          ? task.done
            ? closed
            : fresh
          : task?.kind === 'answer'
            ? answered
            : staffContact({}, { notes: 'A competitor?', notes_version: 1 }),
    ],
  },
  failed: { followMessage: null, loadMessage: [failure(), failure('', { status: 404 })], perform: [failure()] },
  distinguish: ({ message, task, answer, notes: typed, failure: why, isOutdated }) => [
    ...[message?.summary.assignee?.id, message?.summary.state, message?.answers.length, message?.notes],
    ...[message?.mail, task?.kind, answer, typed, why, isOutdated],
  ],
  mount: ({ machine }) => {
    sessionStorage.clear()
    vi.spyOn(crypto, 'randomUUID').mockReturnValue(newId)
    renderWorkspace(<ContactMessagePage messageId="c1" me={me.id} onList={vi.fn()} />, {
      ...machinesOver({}),
      contactMessage: machine,
    })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the message...')).toBeVisible()
    },
    failed: () => {
      expect(alerts()).toEqual(['The message could not be loaded.Retry'])
      expect(screen.getByRole('heading', { level: 1, name: 'Contact message' })).toBeVisible()
    },
    deleted: (_, { context: { answer, notes: typed } }) => {
      expect(alerts()).toEqual(['This message does not exist, or it was deleted.'])
      expect(screen.queryByText('Can you simulate a PCIe Gen5 link?')).toBeNull()
      const fields = screen.queryAllByRole<HTMLTextAreaElement>('textbox')
      expect(fields.map(({ value }) => value)).toEqual([answer.text, typed ?? ''].filter((text) => text !== ''))
      for (const field of fields) expect(field).toHaveAttribute('readonly')
      expect(screen.getByRole('heading', { level: 1, name: 'Contact message' })).toBeVisible()
      expect(offered('Discard')).toBe(fields.length > 0)
    },
    'shown.resting.current': expectResting,
    'shown.resting.updating': expectResting,
    'shown.resting.outdated': expectResting,
    'shown.working': expectBusy,
    'shown.checking': expectBusy,
  },
  perform: {
    'message.retry': (_, { user }) => user.click(button('Retry')),
    'message.outdated': (event, { report }) => report('followMessage', event),
    'message.taken': (_, { user }) => user.click(button('Assign to me')),
    'message.returned': (_, { user }) => user.click(button('Unassign')),
    'message.closed': (_, { user }) => user.click(button('Mark as done')),
    'message.reopened': (_, { user }) => user.click(button('Reopen')),
    'answer.typed': async ({ text }) => {
      fireEvent.change(answerField() as HTMLElement, { target: { value: text } })
    },
    'answer.sent': (_, { user }) => user.click(button('Send answer')),
    'notes.typed': async ({ text }) => {
      fireEvent.change(notes(), { target: { value: text } })
    },
    'notes.saved': (_, { user }) => user.click(button('Save notes')),
    'notes.discarded': (_, { user }) => user.click(button('Discard')),
    'draft.discarded': (_, { user }) => user.click(button('Discard')),
  },
}

testSurface('Contact message', contactMessageMachine, contactMessagePage)
