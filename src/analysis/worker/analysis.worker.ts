import { NetworkConversation, type NetworkReply, type NetworkRequest } from './network-worker-protocol'

/** The worker that reads a network and analyzes it. See NetworkConversation for the requests it supports. */
const conversation = new NetworkConversation()

addEventListener('message', ({ data }: MessageEvent<NetworkRequest>) => {
  conversation
    .take(data)
    .then((reply) => self.postMessage(reply, { transfer: buffersOf(reply) }))
    .catch(reportError)
})

/** The buffers of the curves in a reply, which are transferred instead of copied. */
const buffersOf = (reply: NetworkReply): ArrayBuffer[] =>
  'answer' in reply && Array.isArray(reply.answer)
    ? reply.answer.flatMap((part) => (part instanceof Float64Array ? [part.buffer as ArrayBuffer] : []))
    : []
