import { ApiError, apiErrorOf } from './unwrap'

/** Posts a form with files of `size` bytes to a path of the v1 API. Resolves with the JSON of the response. */
export type PostForm = (
  path: string,
  form: FormData,
  sending: { onProgress: (sent: number) => void; signal: AbortSignal },
  size: number,
) => Promise<unknown>

type FormTransfer = {
  url: string
  form: FormData
  /** The total size of the form's files. Progress is capped at this size, because multipart boundaries do not count. */
  size: number
  token: string | undefined
  /** The id of this tab, which the server records with the author of the change. */
  tabId: string
  onProgress: (sent: number) => void
  onUnauthorized: () => void
  signal: AbortSignal
  /** Milliseconds without progress after which the transfer counts as lost. */
  stallTimeoutMs: number
}

const bodyOf = (request: XMLHttpRequest): unknown => {
  try {
    return JSON.parse(request.responseText)
  } catch {
    return undefined
  }
}

/**
 * Posts a form with XMLHttpRequest, because fetch cannot report upload progress. Resolves with the JSON of the
 * response. Rejects with an ApiError.
 */
export function sendForm(transfer: FormTransfer): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let deadline: ReturnType<typeof setTimeout> | undefined
    const expectProgress = () => {
      clearTimeout(deadline)
      deadline = setTimeout(() => request.abort(), transfer.stallTimeoutMs)
    }
    const abort = () => request.abort()

    request.open('POST', transfer.url)
    if (transfer.token) request.setRequestHeader('Authorization', `Bearer ${transfer.token}`)
    request.setRequestHeader('Tab-Id', transfer.tabId)
    request.upload.onprogress = ({ loaded }) => {
      expectProgress()
      transfer.onProgress(Math.min(loaded, transfer.size))
    }
    request.onload = () => {
      if (request.status === 401) transfer.onUnauthorized()
      if (request.status >= 200 && request.status < 300) resolve(bodyOf(request))
      else reject(apiErrorOf(request.status, bodyOf(request)))
    }
    request.onerror = () => reject(new ApiError(0))
    request.onabort = () => reject(new ApiError(0, { message: 'the transfer stopped making progress' }))
    request.onloadend = () => {
      clearTimeout(deadline)
      transfer.signal.removeEventListener('abort', abort)
    }

    transfer.signal.addEventListener('abort', abort)
    expectProgress()
    request.send(transfer.form)
  })
}

export type Receipt = {
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined
  onProgress: (received: number) => void
  signal: AbortSignal
  /** Milliseconds without progress after which the transfer counts as lost. */
  stallTimeoutMs: number
}

/** The number of bytes buffered in memory before they move to a blob, which the browser may store on disk. */
const pageBytes = 16 * 1_048_576

/** Reads a response body of any size as a stream. Rejects with an ApiError, or with the signal's reason if aborted. */
export async function receiveBody({ body, onProgress, signal, stallTimeoutMs }: Receipt): Promise<Blob> {
  const reader = body?.getReader()
  if (!reader) return new Blob()
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const loss = new AbortController()
  let deadline: ReturnType<typeof setTimeout> | undefined
  const expectProgress = () => {
    clearTimeout(deadline)
    deadline = setTimeout(() => {
      loss.abort()
      stop()
    }, stallTimeoutMs)
  }
  const blobs: Blob[] = []
  let page: Uint8Array<ArrayBuffer>[] = []
  let [inPage, received] = [0, 0]
  try {
    for (;;) {
      expectProgress()
      const { done, value } = await reader.read()
      if (done) break
      page.push(value)
      inPage += value.length
      received += value.length
      if (inPage >= pageBytes) {
        blobs.push(new Blob(page))
        page = []
        inPage = 0
      }
      onProgress(received)
    }
  } catch (cause) {
    throw Object.assign(new ApiError(0), { cause })
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', stop)
  }
  if (loss.signal.aborted) throw new ApiError(0, { message: 'the transfer stopped making progress' })
  signal.throwIfAborted()
  return new Blob([...blobs, ...page])
}
