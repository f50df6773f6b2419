import type { About, FormatsReply, Questions } from '../../formats/worker/worker-client'
import readerUrl from '../../formats/worker/formats.worker.ts?worker&url'
import { replyTimeoutMs, startWorker } from './workers'

/**
 * Sends one request about a file to its own worker. The worker is terminated on response, abort or after one minute.
 */
export async function askFormats<A extends About>(
  about: A,
  request: Questions[A]['request'],
  signal: AbortSignal,
): Promise<Questions[A]['response']> {
  const reader = openReader()
  try {
    return await reader.ask(about, request, signal)
  } finally {
    reader.close()
  }
}

/**
 * Opens a worker for several requests about one file. The worker starts with the first request and is terminated by
 * `close` or by a request that takes longer than one minute.
 */
export function openReader() {
  let started: Worker | null = null
  let questions = 0
  const close = () => {
    started?.terminate()
    started = null
  }

  const ask = <A extends About>(about: A, request: Questions[A]['request'], signal: AbortSignal) => {
    const id = ++questions
    const worker = (started ??= startWorker(readerUrl))
    const done = new AbortController()
    return new Promise<Questions[A]['response']>((resolve, reject) => {
      const timer = setTimeout(() => {
        close()
        reject(new UnreadableFile('Reading the file took longer than a minute.'))
      }, replyTimeoutMs)
      done.signal.addEventListener('abort', () => clearTimeout(timer))
      const listening = { signal: done.signal }
      signal.addEventListener('abort', () => reject(signal.reason as Error), listening)
      worker.addEventListener('error', () => reject(new Error('The file reader did not start.')), listening)
      const take = ({ data }: MessageEvent<FormatsReply>) => {
        if (data.id !== id) return
        if ('refused' in data) reject(new UnreadableFile(data.refused.message))
        else if ('answer' in data) resolve(data.answer)
      }
      worker.addEventListener('message', take, listening)
      worker.postMessage({ id, about, ...request })
    }).finally(() => done.abort())
  }

  return { ask, close }
}

/** The file has a supported format but cannot be read. The message states where. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
