import { vi } from 'vitest'

import { type DocumentRequest, repliesWithDocument } from '../../../src/formats/worker/documents-worker-protocol'

/** Runs the worker's side in the page; jsdom has no workers. Other workers never answer. */
export class DocumentsWorker extends EventTarget {
  postMessage(request: DocumentRequest | { name: string }) {
    if ('about' in request) this.#reply(request).catch(console.error)
  }
  terminate = vi.fn()

  async #reply(request: DocumentRequest) {
    for await (const data of repliesWithDocument(request)) {
      this.dispatchEvent(new MessageEvent('message', { data }))
    }
  }
}
