import { buffersOf, type FormatsRequest, replyTo } from './formats-worker-protocol'

/** The worker that reads files. See Questions for the requests it supports. */
addEventListener('message', ({ data }: MessageEvent<FormatsRequest>) => {
  replyTo(data)
    .then((reply) => self.postMessage(reply, { transfer: buffersOf(reply) }))
    .catch(reportError)
})
