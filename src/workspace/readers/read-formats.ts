import type { About, Questions } from '../../formats/worker/formats-worker-protocol'
import readerUrl from '../../formats/worker/formats.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'

/**
 * Sends one request about a file to its own worker. The worker is terminated on response, on abort or after one minute.
 */
export async function askFormats<A extends About>(
  about: A,
  request: Questions[A]['request'],
  signal: AbortSignal,
): Promise<Questions[A]['response']> {
  const reader = openWorkerConnection<Questions>(readerUrl)
  try {
    return await reader.ask(about, request, signal)
  } finally {
    reader.close()
  }
}
