import type { About, Questions } from '../../formats/worker/formats-worker-protocol'
import readerUrl from '../../formats/worker/formats.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'
import { replyTimeoutMs } from './workers'

type Reader = ReturnType<typeof openWorkerConnection<Questions>>

let prepared: Reader | null = null

/**
 * Starts the worker for the next request, so that its code has loaded by the time the file arrives. The worker is
 * terminated if there is no request within a minute.
 */
export function prepareFormats() {
  if (prepared) return
  const reader = openWorkerConnection<Questions>(readerUrl)
  reader.start()
  prepared = reader
  setTimeout(() => {
    if (prepared !== reader) return
    prepared = null
    reader.close()
  }, replyTimeoutMs)
}

/**
 * Sends one request about a file to its own worker. The worker is terminated on response, on abort or after one minute.
 */
export async function askFormats<A extends About>(
  about: A,
  request: Questions[A]['request'],
  signal: AbortSignal,
): Promise<Questions[A]['response']> {
  const reader = prepared ?? openWorkerConnection<Questions>(readerUrl)
  prepared = null
  try {
    return await reader.ask(about, request, signal)
  } finally {
    reader.close()
  }
}
