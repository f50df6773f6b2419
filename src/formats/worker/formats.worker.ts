import { buffersOf, Conversation, type FormatsRequest } from './worker-client'

/** The worker in which files are read: see Conversation for what it can be asked. */
const conversation = new Conversation((reply) => self.postMessage(reply, { transfer: buffersOf(reply) }))

addEventListener('message', (event: MessageEvent<FormatsRequest>) => {
  conversation.take(event.data).catch(console.error)
})
