// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import {
  conversationMachine,
  type MessagePage,
  type NewMessage,
  type RequestMessage,
  type Side,
} from '../../../machines/requests/conversation.machine'
import type { MessagePin } from '../../../machines/requests/message-pins'
import { storeDraft } from '../../../src/session/drafts/drafts'
import { Conversation } from '../../../src/workspace/requests/conversation'
import type { FilePlace } from '../../../src/workspace/requests/file-place'
import { requestMessage } from '../../model/requests/message-samples'
import { filePlace } from '../workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

// Empty, so that nothing has to be loaded for its preview.
const layout = { id: 'f1', name: 'notes.txt', size: 0, sha256: '' }
const line: MessagePin = { file_id: 'f1', file_name: 'notes.txt', anchor: { kind: 'line', line: 2 } }

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
})

/** A conversation about a request with one file. */
function open(place: FilePlace, { pins, canRead = true }: { pins?: MessagePin[]; canRead?: boolean } = {}) {
  const conversation = conversationMachine.provide({
    actors: {
      loadMessages: fromPromise<MessagePage, { requestId: string; side: Side; cursor: string | null }>(async () => ({
        messages: [requestMessage(pins ? { pins } : {})],
        next: null,
      })),
      sendMessage: fromPromise<RequestMessage, NewMessage>(async ({ input: { text } }) => requestMessage({ text })),
      followMessages: fromCallback(() => {}),
      uploadAttachments: fromCallback(() => {}),
    },
  })
  const files = { files: [{ label: 'Layout file', file: layout }], projectId: 'p1', connection: null }
  return renderWorkspace(
    <Conversation requestId="r1" side="customer" canWait files={canRead ? files : null} place={place} />,
    { ...machinesOver({}), conversation },
  )
}

const chosen = () => screen.findByRole('list', { name: 'Places the message points to' })

test('the shown place of a file is added once, and its preview closes', async () => {
  const onClose = vi.fn()
  const address = { view: 'line-2', shown: 0, onView: vi.fn(), onShow: vi.fn() }
  const user = open(filePlace({ fileId: 'f1', address, onClose }))
  const preview = await screen.findByRole('dialog', { name: 'notes.txt' })
  const add = await within(preview).findByRole('button', { name: 'Add to message: Line 2' })
  await user.click(add)
  await user.click(add)
  expect(onClose).toHaveBeenCalledTimes(2)
  const stored: unknown = JSON.parse(sessionStorage.getItem('draft-1:messages') ?? '')
  expect(stored).toEqual({ r1: { text: '', pins: [line] } })
})

test('a message has room for ten places', async () => {
  const pins = Array.from({ length: 10 }, (_, at) => ({ ...line, anchor: { kind: 'line', line: at + 1 } }))
  storeDraft('messages', { r1: { text: 'Here', pins } })
  const address = { view: 'line-20', shown: 0, onView: vi.fn(), onShow: vi.fn() }
  open(filePlace({ fileId: 'f1', address }))
  const preview = await screen.findByRole('dialog', { name: 'notes.txt' })
  expect(await within(preview).findByRole('button', { name: 'Add to message: Line 20' })).toBeDisabled()
  expect(within(preview).getByText('A message can point to at most 10 places.')).toBeVisible()
})

test('a draft of the previous release, which is only a text, is kept', async () => {
  storeDraft('messages', { r1: 'Six layers' })
  open(filePlace())
  expect(await screen.findByRole('textbox', { name: 'Your message' })).toHaveValue('Six layers')
  expect(screen.queryByRole('list', { name: 'Places the message points to' })).toBeNull()
})

test.each([{ text: 'Here', pins: ['f1'] }, { text: 'Here' }, { pins: [line] }, 7])(
  'a damaged draft is dropped: %j',
  async (draft) => {
    storeDraft('messages', { r1: draft })
    open(filePlace())
    expect(await screen.findByRole('textbox', { name: 'Your message' })).toHaveValue('')
  },
)

test('the places of a draft are links, and can be removed', async () => {
  storeDraft('messages', { r1: { text: '', pins: [line] } })
  const onOpen = vi.fn()
  const user = open(filePlace({ onOpen }))
  await user.click(within(await chosen()).getByRole('link', { name: 'Line 2 in notes.txt' }))
  expect(onOpen).toHaveBeenCalledWith('f1', 'line-2')
  await user.click(screen.getByRole('button', { name: 'Remove Line 2 in notes.txt' }))
  expect(screen.queryByRole('list', { name: 'Places the message points to' })).toBeNull()
  expect(sessionStorage.getItem('draft-1:messages')).toBeNull()
})

test('a file that is not one of the request is not opened', async () => {
  open(filePlace({ fileId: 'f9' }))
  expect(await screen.findByText('This request has no such file.')).toBeVisible()
})

test('without access to the files, the places are text', async () => {
  open(filePlace({ fileId: 'f1' }), { pins: [line], canRead: false })
  expect(await screen.findByText('Line 2 in notes.txt')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
