import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'

import { startWorker } from '../../readers/workers'

const signature = '%PDF-'
/** The number of bytes in which to look for the signature, because some programs write a few bytes before it. */
const signatureWithin = 1024

/** A PDF for rendering, and the size of its first page in PDF units. */
export type OpenedPdf = { pdf: PDFDocumentProxy; firstPage: { width: number; height: number } }

/** The PDF of a preview. `close` releases it. If `signal` is aborted while it is being opened, it is released, too. */
export function pdfSession(bytes: Blob) {
  let opened: PDFDocumentProxy | null = null
  const release = (pdf: PDFDocumentProxy | null) => void pdf?.loadingTask.destroy().catch(console.warn)
  return {
    close: () => release(opened),
    async open(signal: AbortSignal): Promise<OpenedPdf> {
      const pdf = await openPdf(bytes)
      try {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        signal.throwIfAborted()
        opened = pdf
        return { pdf, firstPage: { width, height } }
      } catch (error) {
        release(pdf)
        throw error
      }
    },
  }
}

/** Opens a PDF. Its scripts do not run; none of its code is compiled. Rejects with the reason if it cannot be shown. */
async function openPdf(bytes: Blob): Promise<PDFDocumentProxy> {
  const head = await bytes.slice(0, signatureWithin).text()
  if (!head.includes(signature)) throw new Error('this is not a PDF')
  GlobalWorkerOptions.workerPort ??= startWorker(workerUrl)
  return getDocument({
    data: await bytes.arrayBuffer(),
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
  }).promise
}
