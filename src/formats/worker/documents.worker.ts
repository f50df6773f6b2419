import { type DocumentRequest, repliesWithDocument } from './documents-worker-protocol'

/** The worker that formats Markdown, reads tables and opens archives. */
addEventListener('message', ({ data }: MessageEvent<DocumentRequest>) => {
  reply(data).catch(reportError)
})

async function reply(request: DocumentRequest): Promise<void> {
  for await (const one of repliesWithDocument(request)) self.postMessage(one)
}
