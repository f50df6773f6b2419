import { replyTimeoutMs, startWorker } from './workers'

type Reply = { id: number } & ({ part: unknown } | { answer: unknown } | { refused: { message: string } })

/**
 * Opens a worker for several requests. `Questions` maps the name of each request to its data and its response. The
 * worker starts with the first request, or earlier if `start` is called, and is terminated by `close` or when a request
 * takes longer than one minute. All requests that it has not answered by then fail with ReaderTimeout, and the next
 * request starts another worker. The same happens if a worker fails before its first request. A response can be
 * preceded by parts.
 */
export function openWorkerConnection<Questions extends Record<keyof Questions, { request: object; response: unknown }>>(
  url: string,
) {
  let running: { worker: Worker; timedOut: AbortController; isAsked: boolean } | null = null
  let questions = 0
  const close = () => {
    running?.worker.terminate()
    running = null
  }
  const start = () => {
    if (running) return running
    const started = { worker: startWorker(url), timedOut: new AbortController(), isAsked: false }
    // If its script could not be loaded, a worker never answers.
    started.worker.addEventListener('error', () => running === started && !started.isAsked && close())
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
    current.isAsked = true
    const { worker, timedOut } = current
    const done = new AbortController()
    return new Promise<Questions[A]['response']>((resolve, reject) => {
      const timer = setTimeout(() => {
        // If another request has already replaced the worker that timed out, the new worker must not be closed.
        if (running === current) close()
        timedOut.abort(new ReaderTimeout('Reading the file took longer than a minute.'))
      }, replyTimeoutMs)
      done.signal.addEventListener('abort', () => clearTimeout(timer))
      const listening = { signal: done.signal }
      signal.addEventListener('abort', () => reject(signal.reason as Error), listening)
      timedOut.signal.addEventListener('abort', () => reject(timedOut.signal.reason as Error), listening)
      worker.addEventListener('error', () => reject(new Error('The file reader did not start.')), listening)
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

const ignore = (_part: unknown) => {}

/** The file has a supported format but cannot be read. The message states where the error is. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** The worker was terminated, and what it had read is lost. */
export class ReaderTimeout extends UnreadableFile {
  override name = 'ReaderTimeout'
}
