// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fromCallback } from 'xstate'

import type { StoredAttachment } from '../../../machines/requests/message-attachments'
import type { OrderCalls } from '../../../src/api/orders'
import { storeDraft } from '../../../src/session/drafts/drafts'
import { Conversation } from '../../../src/workspace/requests/conversation'
import type { FilePlace } from '../../../src/workspace/requests/file-place'
import { requestMessage } from '../../model/requests/message-samples'
import { filePlace } from '../workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const channel = { id: 'a1', name: 'notes.txt', size: 0, sha256: 'ab' }
const storedAs = (name: string): StoredAttachment => ({ id: `stored ${name}`, name, size: 5, sha256: 'cd' })

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
})

type Answers = Partial<OrderCalls>

/** A conversation with one message, which carries a file. */
function open(
  answers: Answers = {},
  { place = filePlace(), canRead = true }: { place?: FilePlace; canRead?: boolean } = {},
) {
  const machines = machinesOver({
    listMessages: async () => ({ messages: [requestMessage({ attachments: [channel] })], next: null }),
    attach: async (_, __, name) => storedAs(name),
    ...answers,
  })
  const conversation = machines.conversation.provide({ actors: { followMessages: fromCallback(() => {}) } })
  const files = canRead ? { files: [], projectId: 'p1', connection: null } : null
  return renderWorkspace(<Conversation requestId="r1" side="customer" canWait files={files} place={place} />, {
    ...machines,
    conversation,
  })
}

const files = (...names: string[]) => names.map((name) => new File(['L1,35'], name))
const attached = () => screen.findByRole('list', { name: 'Files in the message' })
const choose = async (user: ReturnType<typeof open>, chosen: File[]) =>
  user.upload(await screen.findByLabelText('Files to attach'), chosen)
const drafts = () => JSON.parse(sessionStorage.getItem('draft-1:messages') ?? 'null') as unknown

test('chosen files are uploaded, kept with the draft, and sent with the message', async () => {
  const attach = vi.fn<OrderCalls['attach']>(async (_, __, name) => storedAs(name))
  const addMessage = vi.fn<OrderCalls['addMessage']>(async (_, { text, id }) =>
    requestMessage({ id, side: 'customer', text, attachments: [storedAs('stackup.csv'), storedAs('board.png')] }),
  )
  const user = open({ attach, addMessage })
  await choose(user, files('stackup.csv', 'board.png'))
  await expect.poll(drafts).toEqual({
    r1: { text: '', pins: [], attachments: [storedAs('stackup.csv'), storedAs('board.png')] },
  })
  expect(attach.mock.calls.map(([{ requestId }, { size }, name]) => [requestId, size, name])).toEqual([
    ['r1', 5, 'stackup.csv'],
    ['r1', 5, 'board.png'],
  ])
  await user.type(screen.getByRole('textbox'), 'Six layers')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(drafts).toBeNull()
  const ids = ['stored stackup.csv', 'stored board.png']
  expect(addMessage.mock.calls[0]?.[1]).toMatchObject({ text: 'Six layers', attachments: ids })
  expect(screen.queryByRole('list', { name: 'Files in the message' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Download stackup.csv' })).toBeVisible()
})

test('a file that fails says why, keeps the text, and is uploaded again', async () => {
  let isFull = true
  const user = open({
    attach: async (_, __, name) => {
      if (isFull) throw Object.assign(new Error('The disk is full.'), { status: 507 })
      return storedAs(name)
    },
  })
  await user.type(await screen.findByRole('textbox'), 'Six layers')
  await choose(user, files('stackup.csv'))
  expect(await within(await attached()).findByText('Not uploaded. The disk is full.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByRole('textbox')).toHaveValue('Six layers')
  isFull = false
  await user.click(screen.getByRole('button', { name: 'Retry stackup.csv' }))
  await expect.poll(() => screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('false')
})

test('the upload of a removed file ends', async () => {
  let aborted = false
  const user = open({
    attach: (_, __, ___, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(new Error('aborted'))
        })
      }),
  })
  await choose(user, files('stackup.csv'))
  await user.click(await screen.findByRole('button', { name: 'Remove stackup.csv' }))
  expect(aborted).toBe(true)
  expect(screen.queryByText(/Not uploaded/)).toBeNull()
})

test('the stored files of a draft are still attached after a reload', async () => {
  storeDraft('messages', { r1: { text: '', pins: [], attachments: [storedAs('stackup.csv')] } })
  const user = open()
  expect(await attached()).toHaveTextContent('stackup.csv 5 bytes')
  await user.click(screen.getByRole('button', { name: 'Remove stackup.csv' }))
  expect(screen.queryByRole('list', { name: 'Files in the message' })).toBeNull()
  expect(drafts()).toBeNull()
})

test.each([[['a1']], [[{ ...channel, size: 'large' }]], ['a1'], [null]])(
  'a draft with damaged attachments is dropped: %j',
  async (attachments) => {
    storeDraft('messages', { r1: { text: 'Here', pins: [], attachments } })
    open()
    expect(await screen.findByRole('textbox', { name: 'Your message' })).toHaveValue('')
  },
)

test('an attachment opens in the preview, which downloads it through the request', async () => {
  const downloadRequestFile = vi.fn<OrderCalls['downloadRequestFile']>(async () => {
    throw new Error('It is no longer stored.')
  })
  const user = open({ downloadRequestFile }, { place: filePlace({ fileId: 'a1' }) })
  const preview = await screen.findByRole('dialog', { name: 'notes.txt' })
  await user.click(await within(preview).findByRole('button', { name: 'Download' }))
  expect(downloadRequestFile.mock.calls[0]?.slice(0, 2)).toEqual(['r1', 'a1'])
  const reason = 'notes.txt could not be downloaded. It is no longer stored.'
  expect(await within(preview).findByText(reason)).toBeVisible()
})

test('without access to the files, an attachment is named', async () => {
  open({}, { canRead: false })
  expect(await screen.findByText(/^notes\.txt/)).toHaveTextContent('(can be opened once the request is paid for)')
  expect(screen.queryByRole('button', { name: 'Download notes.txt' })).toBeNull()
})
