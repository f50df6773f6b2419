import { LostReader } from '../../../machines/previews/lost-reader'
import { hasStarted, replyTimeoutMs, startWorker } from './workers'

type Reply = { id: number } & ({ part: unknown } | { answer: unknown } | { refused: { message: string } })

type Running = { worker: Worker; ended: AbortController }

/**
 * Opens a worker for several requests. `Questions` maps the name of each request to its data and its response. The
 * worker starts with the first request, or earlier if `start` is called. It is terminated by `close`, when a request
 * takes longer than one minute, or when an error occurs in it. All requests that it has not answered then fail with
 * ReaderTimeout or LostReader. In the last two cases, `onLost` is called with the error, because what the worker had
 * read is lost. If its script could not be loaded, requests fail with another error, since no worker was lost. The next
 * request starts another worker. A response can be preceded by parts.
 */
export function openWorkerConnection<Questions extends Record<keyof Questions, { request: object; response: unknown }>>(
  url: string,
  onLost: (error: Error) => void = ignore,
) {
  let running: Running | null = null
  let questions = 0
  const terminate = (ending: Running, error: Error) => {
    ending.worker.terminate()
    // Another request may already have replaced this worker.
    if (running === ending) running = null
    ending.ended.abort(error)
  }
  const close = () => {
    if (running) terminate(running, new LostReader('The file reader was closed.'))
  }
  const end = (ending: Running, error: Error) => {
    if (ending.ended.signal.aborted) return
    terminate(ending, error)
    if (isReaderLost(error)) onLost(error)
  }
  const start = () => {
    if (running) return running
    const worker = startWorker(url)
    const started = { worker, ended: new AbortController() }
    let hasReplied = false
    worker.addEventListener('message', () => (hasReplied = true), { once: true })
    const fail = (event: Event) => {
      end(
        started,
        hasStarted(event, hasReplied) ? new LostReader(stopped) : new Error('The file reader did not start.'),
      )
    }
    worker.addEventListener('error', fail)
    worker.addEventListener('messageerror', fail)
    running = started
    return started
  }

  const ask = <A extends keyof Questions>(
    about: A,
    request: Questions[A]['request'],
    signal: AbortSignal,
    onPart = ignore,
  ) => {
    const id = ++questions
    const current = start()
    const { worker, ended } = current
    const done = new AbortController()
    return new Promise<Questions[A]['response']>((resolve, reject) => {
      const timer = setTimeout(
        () => end(current, new ReaderTimeout('Reading the file took longer than a minute.')),
        replyTimeoutMs,
      )
      done.signal.addEventListener('abort', () => clearTimeout(timer))
      const listening = { signal: done.signal }
      signal.addEventListener('abort', () => reject(signal.reason as Error), listening)
      ended.signal.addEventListener('abort', () => reject(ended.signal.reason as Error), listening)
      const take = ({ data }: MessageEvent<Reply>) => {
        if (data.id !== id) return
        if ('part' in data) onPart(data.part)
        else if ('refused' in data) reject(new UnreadableFile(data.refused.message))
        else resolve(data.answer)
      }
      worker.addEventListener('message', take, listening)
      worker.postMessage({ id, about, ...request })
    }).finally(() => done.abort())
  }

  return { start, ask, close }
}

const ignore = (_: unknown) => {}
const stopped = 'The file reader stopped. The browser may be out of memory.'

/** The file has a supported format but cannot be read. The message states where the error is. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** The worker was terminated because a request took too long, and what it had read is lost. */
export class ReaderTimeout extends UnreadableFile {
  override name = 'ReaderTimeout'
}

/** Whether what the worker had read is lost. */
export const isReaderLost = (error: unknown): boolean => error instanceof ReaderTimeout || error instanceof LostReader
