import type { About, Questions } from '../../formats/worker/formats-worker-protocol'
import readerUrl from '../../formats/worker/formats.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'

/** Undefined until it is started, and null after the first request has taken it. */
let prepared: ReturnType<typeof openWorkerConnection<Questions>> | null | undefined

/** Starts the worker of the page's first request, so that its code is there once the file is. */
export function prepareFormats() {
  if (prepared === null) return
  prepared ??= openWorkerConnection<Questions>(readerUrl)
  prepared.start()
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
