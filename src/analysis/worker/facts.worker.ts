import { type FactsRequest, replyWithFacts } from './facts-conversation'

/** The worker that calculates the facts of a board's nets. */
addEventListener('message', ({ data }: MessageEvent<FactsRequest>) => {
  replyWithFacts(data).then((reply) => self.postMessage(reply), console.error)
})
