import { vi } from 'vitest'

import { type DocumentRequest, repliesWithDocument } from '../../../src/formats/worker/documents-worker-protocol'
import type { FormatsRequest } from '../../../src/formats/worker/formats-worker-protocol'

const abouts = new Set(['markdown', 'table', 'archive'])
const isAboutDocument = (request: { about?: string | undefined }): request is DocumentRequest =>
  abouts.has(request.about ?? '')

/** Runs the worker's side in the page; jsdom has no workers. Other workers never answer. */
export class DocumentsWorker extends EventTarget {
  postMessage(request: DocumentRequest | FormatsRequest | { about?: undefined }) {
    if (isAboutDocument(request)) this.#reply(request).catch(console.error)
  }
  terminate = vi.fn()

  async #reply(request: DocumentRequest) {
    for await (const data of repliesWithDocument(request)) {
      this.dispatchEvent(new MessageEvent('message', { data }))
    }
  }
}
