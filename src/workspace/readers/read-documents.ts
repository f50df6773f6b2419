import type { DocumentQuestions } from '../../formats/worker/documents-worker-protocol'
import documentsUrl from '../../formats/worker/documents.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'

/**
 * Sends one request about a text file or an archive to its own worker, which is terminated on response or abort.
 * `onPart` is called with each part of a table.
 */
export async function askDocuments<A extends keyof DocumentQuestions>(
  about: A,
  request: DocumentQuestions[A]['request'],
  signal: AbortSignal,
  onPart?: (part: unknown) => void,
): Promise<DocumentQuestions[A]['response']> {
  const reader = openWorkerConnection<DocumentQuestions>(documentsUrl)
  try {
    return await reader.ask(about, request, signal, onPart)
  } finally {
    reader.close()
  }
}
