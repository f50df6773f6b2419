import { DetailedError, type HttpResponse, Upload } from 'tus-js-client'

import { ApiError, apiErrorOf } from './unwrap'

type ResumableTransfer = {
  /** The URL at which uploads to the project are created. */
  endpoint: string
  /** The URL of an upload to resume; null for a new one. */
  address: string | null
  file: File
  metadata: Record<string, string>
  /** Size of each call, for proxies that limit it; one call for the whole file by default. */
  partBytes?: number
  /** The id of this tab, which the server records with the author of the change. */
  tabId: string
  /** Returns the bearer token for the next call, refreshed if the last one was rejected. */
  token: (isRefused: boolean) => Promise<string | undefined>
  onBegun: (address: string) => void
  onProgress: (sent: number) => void
  onUnauthorized: () => void
  signal: AbortSignal
  /** Milliseconds without progress after which the transfer counts as lost. */
  stallTimeoutMs: number
}

/**
 * Whether a status means that an upload no longer exists. The library then restarts it from the beginning at a new URL.
 */
const isGone = (status: number) => status === 404 || status === 410

/**
 * Sends a file, or the rest of it. Unless `partBytes` is set, it is sent in a single call, because separate calls are
 * slower. Resolves with the JSON of the last response, or undefined if the server already had the whole file. Rejects
 * with an ApiError; the upload can then be resumed at the same URL.
 */
export function sendResumable(transfer: ResumableTransfer): Promise<unknown> {
  const { file, endpoint, metadata, signal, stallTimeoutMs, onBegun, onProgress, onUnauthorized } = transfer
  return new Promise((resolve, reject) => {
    let deadline: ReturnType<typeof setTimeout> | undefined
    let isRefused = false
    let renewals = 0

    const end = () => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', stop)
    }
    const stop = () => {
      end()
      upload.abort().catch(reject)
      reject(new ApiError(0))
    }
    const expectProgress = () => {
      clearTimeout(deadline)
      deadline = setTimeout(() => {
        end()
        upload.abort().catch(reject)
        reject(new ApiError(0, { message: 'the transfer stopped making progress' }))
      }, stallTimeoutMs)
    }

    const upload = new Upload(file, {
      endpoint,
      metadata,
      ...(transfer.partBytes && { chunkSize: transfer.partBytes }),
      ...(transfer.address && { uploadUrl: transfer.address }),
      retryDelays: [0],
      fileReader: { openFile: () => Promise.resolve(sourceOf(file)) },
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        const token = await transfer.token(isRefused)
        if (token) request.setHeader('Authorization', `Bearer ${token}`)
        request.setHeader('Tab-Id', transfer.tabId)
        // The name or the file to replace may have changed since the upload was created, so they are sent again.
        if (transfer.address && request.getMethod() === 'PATCH') request.setHeader('Upload-Metadata', encoded(metadata))
      },
      onAfterResponse: (request, response) => {
        const status = response.getStatus()
        isRefused = status === 401
        // Without this error, the library would restart an upload whose state temporarily cannot be read.
        if (request.getMethod() === 'HEAD' && status >= 400 && !isGone(status)) {
          throw new ResponseError(response)
        }
      },
      // Retries once with a refreshed token after a 401. All other retries are up to the caller.
      onShouldRetry: () => isRefused && renewals++ === 0,
      onUploadUrlAvailable: () => {
        if (upload.url) onBegun(upload.url)
      },
      onProgress: (sent) => {
        expectProgress()
        onProgress(sent)
      },
      onSuccess: ({ lastResponse }) => {
        end()
        resolve(bodyOf(lastResponse))
      },
      onError: (error) => {
        end()
        const response = responseOf(error)
        const status = response?.getStatus() ?? 0
        if (status === 401) onUnauthorized()
        const failure = apiErrorOf(status, response && bodyOf(response))
        // A 409 without a field error is an offset conflict: the server received more over the previous connection than
        // it acknowledged. It is reported like a lost connection.
        reject(status === 409 && failure.errors.length === 0 ? new ApiError(0) : failure)
      },
    })
    signal.addEventListener('abort', stop)
    expectProgress()
    upload.start()
  })
}

/** Encodes metadata as the tus protocol requires: each name with its value in Base64. */
const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',')

/**
 * The file source for the library. A whole file is passed on unsliced, because the browser then reads it in the process
 * that sends it; a slice is read in another process and copied, at half the speed.
 */
const sourceOf = (file: File) => ({
  size: file.size,
  slice: (start: number, end: number) =>
    Promise.resolve({
      value: start === 0 && end === file.size ? file : file.slice(start, end),
      done: end === file.size,
    }),
  close: () => {},
})

/** Carries an unexpected response out of a library callback, which can report it only by throwing. */
class ResponseError extends Error {
  override name = 'ResponseError'
  constructor(readonly response: HttpResponse) {
    super()
  }
}

/** The response that caused an error, if there is one. */
function responseOf(error: Error): HttpResponse | null {
  if (!(error instanceof DetailedError)) return null
  return error.causingError instanceof ResponseError ? error.causingError.response : error.originalResponse
}

function bodyOf(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.getBody())
  } catch {
    return undefined
  }
}
