import { buffersOf, Conversation, type FormatsRequest } from './worker-client'

/** The worker that reads files. See Conversation for the requests it supports. */
const conversation = new Conversation((reply) => self.postMessage(reply, { transfer: buffersOf(reply) }))

addEventListener('message', (event: MessageEvent<FormatsRequest>) => {
  conversation.take(event.data).catch(console.error)
})
