import { type FactsRequest, repliesWithFacts } from './facts-worker-protocol'

/** The worker that calculates the facts of a board's nets. */
addEventListener('message', ({ data }: MessageEvent<FactsRequest>) => {
  reply(data).catch(reportError)
})

async function reply(request: FactsRequest): Promise<void> {
  for await (const one of repliesWithFacts(request)) self.postMessage(one)
}
