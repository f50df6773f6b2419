import type { About, FormatsReply, Questions } from '../../formats/worker/worker-client'
import readerUrl from '../../formats/worker/formats.worker.ts?worker&url'
import { startWorker } from './workers'

/** Longer than any file of a believable size takes; a hostile one must not keep a core busy for ever. */
const replyTimeoutMs = 60_000

/** Asks a worker of its own one thing about a file. Ends the worker with the answer, with the signal, or after a minute. */
export async function askFormats<A extends About>(
  about: A,
  asked: Questions[A]['asked'],
  signal: AbortSignal,
): Promise<Questions[A]['answered']> {
  const reader = openReader()
  try {
    return await reader.ask(about, asked, signal)
  } finally {
    reader.close()
  }
}

/**
 * A worker to ask several things about one file; it starts with the first question. `close`, or a question that takes
 * longer than a minute, ends it.
 */
export function openReader() {
  let started: Worker | null = null
  let questions = 0
  const close = () => {
    started?.terminate()
    started = null
  }

  const ask = <A extends About>(about: A, asked: Questions[A]['asked'], signal: AbortSignal) => {
    const id = ++questions
    const worker = (started ??= startWorker(readerUrl))
    const done = new AbortController()
    return new Promise<Questions[A]['answered']>((resolve, reject) => {
      const timer = setTimeout(() => {
        close()
        reject(new UnreadableFile('Reading the file took longer than a minute.'))
      }, replyTimeoutMs)
      done.signal.addEventListener('abort', () => clearTimeout(timer))
      const listening = { signal: done.signal }
      signal.addEventListener('abort', () => reject(signal.reason as Error), listening)
      worker.addEventListener('error', () => reject(new Error('The reader of this file did not start.')), listening)
      const take = ({ data }: MessageEvent<FormatsReply>) => {
        if (data.id !== id) return
        if ('refused' in data) reject(new UnreadableFile(data.refused.message))
        else if ('answer' in data) resolve(data.answer)
      }
      worker.addEventListener('message', take, listening)
      worker.postMessage({ id, about, ...asked })
    }).finally(() => done.abort())
  }

  return { ask, close }
}

/** The file is what it claims to be, and broken. Its message says where. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
