import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'

import { conversationMachine, type RequestMessage } from '../../../../machines/requests/conversation.machine'
import { expected } from '../../../api/caller'
import { expect } from '../../../e2e/fixtures'
import { requestMessage } from '../../../model/requests/message-samples'
import type { TestStack } from '../../../support/stack'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'
import { startedRequest } from '../paid-request'

type Snapshot = SnapshotFrom<typeof conversationMachine>

/** Each pair has two messages: together more than the 50 that are loaded at once. */
const PAIRS = 26
const question = requestMessage({ id: 'm2', kind: 'question', text: 'Which pair is the clock?' })
const answer = 'The one on layer 3.'

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Your (message|answer)$/ })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isFresh = ({ context }: Snapshot) => context.failure === null && !context.isOutdated
const isUntouched = (snapshot: Snapshot) =>
  isFresh(snapshot) && snapshot.context.writing.answers === null && snapshot.context.messages.length === 1

async function expectShown(page: Page, { context }: Snapshot) {
  const isSent = context.messages.some(({ id }) => id === 'new')
  await expect(field(page)).toHaveValue(context.text)
  await expect(messages(page).getByText('Question, waiting for you')).toHaveCount(isSent ? 0 : 1)
  await expect(page.getByText('Your text is kept.')).toHaveCount(context.failure === null ? 0 : 1)
}

/** Starts a conversation with more messages than are loaded at once, half of them from each side. */
async function startTalk(stack: TestStack) {
  const { id, customer, staff } = await startedRequest(stack)
  const say = async (text: string, kind = 'message') => {
    const json = { id: crypto.randomUUID(), text, kind }
    const sent = await staff.call<RequestMessage>('POST', `/v1/staff/requests/${id}/messages`, { json })
    return expected(sent, 201).id
  }
  const reply = (text: string, more: object = {}) =>
    customer.call('POST', `/v1/simulation-requests/${id}/messages`, {
      json: { id: crypto.randomUUID(), text, ...more },
    })
  for (let pair = 1; pair <= PAIRS; pair++) {
    await say(`Message ${pair}.`)
    expected(await reply('Thank you.'), 201)
  }
  let asked: string | null = null
  return {
    id,
    say,
    /** Asks the customer a question, which is then the only open one. */
    async ask() {
      // Closes the previous question, unless a path has already answered it.
      if (asked !== null) await reply(answer, { answers: asked })
      asked = await say(question.text, question.kind)
    },
  }
}

/** All paths use the same conversation, because the number of messages per minute is limited. */
let talk: ReturnType<typeof startTalk> | null = null
/** Writes to the customer who has the page open. */
let write: () => Promise<unknown> = async () => {}

const conversation: Tour<typeof conversationMachine> = {
  situations: {
    'a customer who is asked': {
      input: { requestId: 'r1', side: 'customer', text: '', pins: [], attachments: [] },
    },
  },
  distinguish: ({ messages: all, older, text, writing, failure: why, isOutdated }) => [
    ...[all.map(({ id }) => id), older, text, writing, why, isOutdated],
  ],
  events: {
    'messages.retry': [{}],
    'messages.outdated': (snapshot) =>
      isUntouched(snapshot) && snapshot.matches({ shown: { resting: 'current' } }) ? [{}] : [],
    'older.requested': (snapshot) => (isUntouched(snapshot) ? [{}] : []),
    'question.chosen': (snapshot) => (isUntouched(snapshot) ? [{ id: question.id }] : []),
    'text.typed': ({ context }) => (context.writing.answers !== null && context.text === '' ? [{ text: answer }] : []),
    'message.sent': (snapshot) => (isFresh(snapshot) ? [{ newId: 'new' }] : []),
    'pin.added': [],
    'pin.removed': [],
    'kind.chosen': [],
    'answer.dismissed': [],
    'assumptions.approved': [],
    'files.chosen': [],
    'attachment.progressed': [],
    'attachment.stored': [],
    'attachment.failed': [],
    'attachment.retried': [],
    'attachment.removed': [],
  },
  done: {
    loadMessages: ({ context }) => [
      context.messages.length === 0
        ? { messages: [question], next: 'older' }
        : { messages: [requestMessage({ id: 'm0' })], next: null },
    ],
    sendMessage: ({ context: { text, writing } }) => [
      requestMessage({ id: 'new', side: 'customer', text, ...writing }),
    ],
    followMessages: null,
    uploadAttachments: null,
  },
  failed: {
    loadMessages: ({ context }) => (context.messages.length === 0 ? [failure()] : []),
    sendMessage: [failure()],
    followMessages: null,
    uploadAttachments: null,
  },
  calls: {
    loadMessages: { method: 'GET', address: /\/api\/v1\/simulation-requests\/[\w-]+\/messages(\?.*)?$/ },
    sendMessage: { method: 'POST', address: /\/api\/v1\/simulation-requests\/[\w-]+\/messages$/ },
    followMessages: null,
    uploadAttachments: null,
  },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { id, ask, say } = await (talk ??= startTalk(stack))
    await ask()
    write = () => say('One more thing.')
    await signIn('user')
    await hold()
    await page.goto(`/workspace/requests/${id}`)
  },
  states: {
    loading: (page) => expect(page.getByText('Loading the conversation...')).toBeVisible(),
    failed: (page) => expect(button(page, 'Retry')).toBeVisible(),
    'shown.resting.current': async (page, snapshot) => {
      await expectShown(page, snapshot)
      const { older } = snapshot.context
      await expect(messages(page).getByText('Message 1.', { exact: true })).toHaveCount(older === null ? 1 : 0)
    },
    'shown.resting.loadingOlder': async (page, snapshot) => {
      await expectShown(page, snapshot)
      await expect(button(page, 'Show older messages')).toBeDisabled()
    },
    'shown.resting.updating': expectShown,
    'shown.resting.outdated': expectShown,
    'shown.sending': async (page, snapshot) => {
      await expectShown(page, snapshot)
      await expect(button(page, 'Send')).toBeDisabled()
    },
  },
  perform: {
    'messages.retry': (_, { page }) => button(page, 'Retry').click(),
    'messages.outdated': async () => {
      await write()
    },
    'older.requested': (_, { page }) => button(page, 'Show older messages').click(),
    'question.chosen': (_, { page }) => button(page, 'Answer').click(),
    'text.typed': ({ text }, { page }) => field(page).fill(text),
    'message.sent': (_, { page }) => button(page, 'Send').click(),
    ...notOnThisTour(),
  },
}

/** Events without which this tour reaches every state. The view tests cover them. */
function notOnThisTour() {
  const never = () => Promise.reject(new Error('No path of this tour sends this event.'))
  return {
    'pin.added': never,
    'pin.removed': never,
    'kind.chosen': never,
    'answer.dismissed': never,
    'assumptions.approved': never,
    'files.chosen': never,
    'attachment.progressed': never,
    'attachment.stored': never,
    'attachment.failed': never,
    'attachment.retried': never,
    'attachment.removed': never,
  }
}

testTour('Conversation', conversationMachine, conversation)
