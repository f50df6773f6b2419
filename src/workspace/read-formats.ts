import type { About, FormatsReply, Questions } from '../formats/conversation'
import readerUrl from '../formats/formats.worker.ts?worker&url'
import { startWorker } from './workers'

/** Longer than any file of a believable size takes; a hostile one must not keep a core busy for ever. */
const patience = 60_000

/** Asks a worker of its own one thing about a file. Ends the worker with the answer, with the signal, or after a minute. */
export async function askFormats<A extends About>(
  about: A,
  asked: Questions[A]['asked'],
  signal: AbortSignal,
): Promise<Questions[A]['answered']> {
  const worker = startWorker(readerUrl)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('Reading the file took longer than a minute.')), patience)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      worker.addEventListener('error', () => reject(new Error('The reader of this file did not start.')))
      worker.addEventListener('message', ({ data }: MessageEvent<FormatsReply>) => {
        if ('refused' in data) reject(new UnreadableFile(data.refused.message))
        else if ('answer' in data) resolve(data.answer)
      })
      worker.postMessage({ id: 1, about, ...asked })
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

/** The file is what it claims to be, and broken. Its message says where. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
