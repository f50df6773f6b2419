import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'

import { startWorker } from '../../readers/workers'

const signature = '%PDF-'
/** Some programs write a few bytes before the signature. */
const signatureWithin = 1024

/**
 * Opens a PDF for rendering. Its scripts do not run and none of its code is compiled. Rejects with the reason if the
 * PDF cannot be shown.
 */
export async function openPdf(bytes: Blob): Promise<PDFDocumentProxy> {
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
