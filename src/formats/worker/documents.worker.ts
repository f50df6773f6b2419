import { type DocumentRequest, replyWithDocument } from './documents-worker-protocol'

/** The worker that formats Markdown and opens archives. */
addEventListener('message', ({ data }: MessageEvent<DocumentRequest>) => {
  replyWithDocument(data).then((reply) => self.postMessage(reply), console.error)
})
