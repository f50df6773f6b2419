// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { conversationMachine, openQuestions } from '../../../../machines/requests/conversation.machine'
import { type Attached, storedOf } from '../../../../machines/requests/message-attachments'
import { type MessagePin, pinName } from '../../../../machines/requests/message-pins'
import type { ChosenFile } from '../../../../machines/transfers/upload-rules'
import { Conversation } from '../../../../src/workspace/requests/conversation'
import { requestMessage } from '../../../model/requests/message-samples'
import { filePlace } from '../../../views/workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = typeof conversationMachine
type Snapshot = SnapshotFrom<Machine>

const pin: MessagePin = { file_id: 'f1', file_name: 'board.kicad_pcb', anchor: { kind: 'net', net: 'CLK' } }
const lost: MessagePin = { ...pin, file_id: 'f2', file_name: 'old.s2p', anchor: null, gone: true }

const channel = { id: 'a1', name: 'channel.s2p', size: 2048, sha256: 'ab' }
const swept = { ...channel, id: 'a2', name: 'old.csv', gone: true }

const assumptions = requestMessage({
  ...{ id: 'm2', kind: 'assumptions', text: 'Ideal capacitors.' },
  ...{ pins: [pin, lost], attachments: [channel, swept] },
})
const older = requestMessage({ id: 'm0', text: 'Thank you for the order.' })

/** A file that the user chooses, one that is too large, and the first file as the server stores it. */
const stackup: ChosenFile = { id: 'chosen', name: 'stackup.csv', size: 200, modified: 0 }
const large: ChosenFile = { ...stackup, id: 'large', name: 'large.zip', size: 26 * 1_048_576 }
const stored = { id: 'a3', name: 'stackup.csv', size: 200, sha256: 'cd' }

const layout = { id: 'f1', name: 'board.kicad_pcb', size: 1, sha256: '' }

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const field = () => screen.getByRole('textbox')
const button = (name: string) => screen.getByRole('button', { name })
const offered = (name: string) => screen.queryByRole('button', { name }) !== null

/** Each path performs a single action on the initially loaded messages. */
const isFresh = ({ context }: Snapshot) =>
  context.messages.length === 2 && context.failure === null && !context.isOutdated && context.older !== null
const isUntouched = (snapshot: Snapshot) =>
  isFresh(snapshot) &&
  snapshot.context.text === '' &&
  snapshot.context.pins.length === 0 &&
  snapshot.context.attached.length === 0 &&
  snapshot.context.writing.answers === null

/** Whether the attached file is in this state, and can be changed. */
const isAttached = (snapshot: Snapshot, state: Attached['state']) =>
  isFresh(snapshot) && snapshot.matches({ shown: 'resting' }) && snapshot.context.attached[0]?.state === state

function expectAttached({ context }: Snapshot) {
  const attached = screen.queryByRole('list', { name: 'Files in the message' })
  const items = attached === null ? [] : within(attached).getAllByRole('listitem')
  expect(items).toHaveLength(context.attached.length)
  for (const [at, one] of context.attached.entries()) {
    const item = items[at]
    if (!item) throw new Error('There is no such file.')
    expect(item).toHaveTextContent(one.name)
    expect(within(item).getByRole('button', { name: `Remove ${one.name}` })).toBeVisible()
    const canRetry = one.state === 'failed' && !one.isFinal
    expect(within(item).queryAllByRole('button', { name: `Retry ${one.name}` })).toHaveLength(canRetry ? 1 : 0)
    if (one.state === 'uploading') expect(item).toHaveTextContent(`uploading ${one.sent / 2}%`)
    if (one.state === 'failed') expect(item).toHaveTextContent(`Not uploaded. ${one.failure}`)
    if (one.state === 'uploaded') expect(item).toHaveTextContent(/^stackup\.csv 200 bytes$/)
  }
  const has = (state: Attached['state']) => context.attached.some((one) => one.state === state)
  const waits = screen.queryByText('You can send the message once its files are uploaded.') !== null
  expect(waits).toBe(has('uploading') && !has('failed'))
  const asks = screen.queryByText('To send the message, retry or remove the files that were not uploaded.') !== null
  expect(asks).toBe(has('failed'))
  if (context.unattached) expect(screen.getByText(context.unattached)).toBeVisible()
}

function expectShown(snapshot: Snapshot) {
  const { context } = snapshot
  const list = within(screen.getByRole('list', { name: 'Messages' }))
  expect(list.getAllByRole('listitem').filter((item) => item.querySelector('time'))).toHaveLength(
    context.messages.length,
  )
  if (context.messages.some(({ id }) => id === 'm2')) {
    expect(list.getByRole('link', { name: 'Net CLK in board.kicad_pcb' })).toHaveAttribute(
      'href',
      '?file=f1&view=net-CLK',
    )
    expect(list.getByText(/^old\.s2p/)).toHaveTextContent('old.s2p (this file is no longer stored)')
    expect(list.getByRole('link', { name: 'channel.s2p' })).toHaveAttribute('href', '?file=a1')
    expect(list.getByRole('button', { name: 'Download channel.s2p' })).toBeVisible()
    expect(list.getByText(/^old\.csv/)).toHaveTextContent('old.csv (this file is no longer stored)')
    expect(offered('Download old.csv')).toBe(false)
  }
  expectAttached(snapshot)
  const chosen = screen.queryByRole('list', { name: 'Places the message points to' })
  expect(
    chosen === null
      ? []
      : within(chosen)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
  ).toEqual(context.pins.map(pinName))
  for (const { text } of context.messages) expect(list.getByText(text)).toBeVisible()
  const isWaiting = openQuestions(context.messages).length > 0
  expect(offered('Approve')).toBe(isWaiting && context.side === 'customer')
  const waiting = context.side === 'staff' ? 'waiting for the customer' : 'waiting for you'
  expect(list.queryAllByText(new RegExp(waiting))).toHaveLength(isWaiting ? 1 : 0)
  expect(offered('Show older messages')).toBe(context.older !== null)
  expect(field()).toHaveValue(context.text)
  const canSend =
    context.text.trim() !== '' &&
    context.attached.every(({ state }) => state === 'uploaded') &&
    !snapshot.hasTag('sending')
  expect(button('Send')).toHaveAttribute('aria-disabled', String(!canSend))
  expect(field()).toHaveAccessibleName(context.writing.answers === null ? 'Your message' : 'Your answer')
  const question = context.messages.find(({ id }) => id === context.writing.answers)
  expect(field()).toHaveAccessibleDescription(question ? `In answer to “${question.text}”` : '')
}

const conversation: Surface<Machine> = {
  situations: {
    'a customer': {
      input: { requestId: 'r1', side: 'customer', text: '', pins: [], attachments: [] },
    },
    'a member of staff': {
      input: { requestId: 'r1', side: 'staff', text: '', pins: [], attachments: [] },
    },
  },
  events: {
    'messages.retry': [{}],
    'messages.outdated': (snapshot) =>
      isUntouched(snapshot) ||
      snapshot.matches({ shown: { resting: 'updating' } }) ||
      snapshot.matches({ shown: { resting: 'outdated' } })
        ? [{}]
        : [],
    'older.requested': (snapshot) => (isUntouched(snapshot) ? [{}] : []),
    'text.typed': (snapshot) =>
      isFresh(snapshot) && snapshot.context.text === '' && snapshot.hasTag('shown') ? [{ text: 'Six layers' }] : [],
    'pin.added': (snapshot) => (isUntouched(snapshot) && snapshot.hasTag('shown') ? [{ pin }] : []),
    'pin.removed': (snapshot) =>
      isFresh(snapshot) && snapshot.context.pins.length > 0 && snapshot.matches({ shown: 'resting' }) ? [{ pin }] : [],
    'files.chosen': (snapshot) =>
      isUntouched(snapshot) && snapshot.hasTag('shown')
        ? [
            { files: [stackup], unreadable: [] },
            { files: [large], unreadable: ['lost.csv'] },
          ]
        : [],
    'attachment.progressed': (snapshot) => (isAttached(snapshot, 'uploading') ? [{ key: stackup.id, sent: 84 }] : []),
    'attachment.stored': (snapshot) => (isAttached(snapshot, 'uploading') ? [{ key: stackup.id, stored }] : []),
    'attachment.failed': (snapshot) =>
      isAttached(snapshot, 'uploading') ? [{ key: stackup.id, error: failure('The disk is full.') }] : [],
    'attachment.retried': (snapshot) => (isAttached(snapshot, 'failed') ? [{ key: stackup.id }] : []),
    'attachment.removed': (snapshot) =>
      isFresh(snapshot) && snapshot.matches({ shown: 'resting' })
        ? snapshot.context.attached.slice(0, 1).map(({ key }) => ({ key }))
        : [],
    'kind.chosen': (snapshot) =>
      isUntouched(snapshot) && snapshot.context.side === 'staff' && snapshot.context.writing.kind === 'message'
        ? [{ chosen: 'question' }]
        : [],
    'question.chosen': (snapshot) =>
      isUntouched(snapshot) && snapshot.context.side === 'customer' ? [{ id: 'm2' }] : [],
    'answer.dismissed': ({ context }) => (context.writing.kind === 'answer' && context.text === '' ? [{}] : []),
    'message.sent': (snapshot) => (isFresh(snapshot) && snapshot.context.text !== '' ? [{ newId: 'new' }] : []),
    'assumptions.approved': (snapshot) =>
      isUntouched(snapshot) && snapshot.context.side === 'customer' ? [{ id: 'm2', newId: 'new' }] : [],
  },
  done: {
    followMessages: null,
    uploadAttachments: null,
    loadMessages: (snapshot) => [
      snapshot.matches({ shown: { resting: 'loadingOlder' } })
        ? { messages: [older], next: null }
        : { messages: [assumptions, requestMessage({})], next: '1_m1' },
    ],
    sendMessage: ({ context: { side, text, writing, attached } }) => [
      requestMessage({
        ...{ id: 'new', side, text, ...writing, answered: '2026-01-06T09:00:00.000Z' },
        ...(attached.length > 0 && { attachments: storedOf(attached) }),
      }),
    ],
  },
  failed: { followMessages: null, uploadAttachments: null, loadMessages: [failure()], sendMessage: [failure()] },
  distinguish: ({ messages, older: cursor, text, pins, attached, unattached, writing, failure: why, isOutdated }) => [
    ...[messages.map(({ id }) => id), cursor, text, pins, attached, unattached, writing, why, isOutdated],
  ],
  mount: ({ machine, input }) => {
    sessionStorage.clear()
    renderWorkspace(
      <Conversation
        requestId="r1"
        side={input?.side ?? 'customer'}
        canWait
        files={{ files: [{ label: 'Layout file', file: layout }], projectId: 'p1', connection: null }}
        place={filePlace()}
      />,
      { ...machinesOver({}), conversation: machine },
    )
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the conversation...')).toBeVisible()
    },
    failed: () => {
      expect(alerts()).toEqual(['The conversation could not be loaded.Your text is kept.Retry'])
    },
    'shown.resting.current': (_, snapshot) => {
      expectShown(snapshot)
      const { failure: why } = snapshot.context
      expect(alerts()).toEqual(why === null ? [] : [`${why}Your text is kept.`])
    },
    'shown.resting.updating': (_, snapshot) => expectShown(snapshot),
    'shown.resting.outdated': (_, snapshot) => expectShown(snapshot),
    'shown.sending': (_, snapshot) => {
      expectShown(snapshot)
      expect(field()).toHaveAttribute('readonly')
      for (const kind of screen.queryAllByRole('combobox', { name: 'Kind' })) expect(kind).toBeDisabled()
      for (const more of screen.queryAllByRole('button', { name: 'Show older messages' })) expect(more).toBeDisabled()
    },
    'shown.resting.loadingOlder': (_, snapshot) => {
      expectShown(snapshot)
      expect(isUsable(button('Show older messages'))).toBe(false)
    },
  },
  perform: {
    'messages.retry': (_, { user }) => user.click(button('Retry')),
    'messages.outdated': (event, { report }) => report('followMessages', event),
    'older.requested': (_, { user }) => user.click(button('Show older messages')),
    'text.typed': async ({ text }) => {
      fireEvent.change(field(), { target: { value: text } })
    },
    // The preview of a file adds the pin.
    'pin.added': (event, { send }) => send(event),
    'pin.removed': async (_, { user }) => {
      await user.click(button('Remove Net CLK in board.kicad_pcb'))
      expect(field()).toHaveFocus()
    },
    // Choosing files requires the browser's dialog.
    'files.chosen': (event, { send }) => send(event),
    'attachment.progressed': (event, { report }) => report('uploadAttachments', event),
    'attachment.stored': (event, { report }) => report('uploadAttachments', event),
    'attachment.failed': (event, { report }) => report('uploadAttachments', event),
    'attachment.retried': async (_, { user }) => {
      await user.click(button('Retry stackup.csv'))
      expect(field()).toHaveFocus()
    },
    'attachment.removed': async ({ key }, { user }) => {
      await user.click(button(`Remove ${key === large.id ? large.name : stackup.name}`))
      expect(field()).toHaveFocus()
    },
    'kind.chosen': ({ chosen }, { user }) => user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), chosen),
    'question.chosen': async (_, { user }) => {
      await user.click(button('Answer'))
      expect(field()).toHaveFocus()
    },
    'answer.dismissed': async (_, { user }) => {
      await user.click(button('Write a new message instead'))
      expect(field()).toHaveFocus()
    },
    'message.sent': (_, { user }) => user.click(button('Send')),
    'assumptions.approved': (_, { user }) => user.click(button('Approve')),
  },
}

testSurface('Conversation', conversationMachine, conversation)
