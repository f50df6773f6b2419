import { DetailedError, type HttpResponse, Upload } from 'tus-js-client'

import { ApiError, apiErrorOf } from './unwrap'

type ResumableTransfer = {
  /** Where uploads into the project are begun. */
  endpoint: string
  /** Where this one was begun before, if it was. */
  address: string | null
  file: File
  metadata: Record<string, string>
  /** The bearer of the next request; made anew when the last one was refused. */
  token: (isRefused: boolean) => Promise<string | undefined>
  onBegun: (address: string) => void
  onProgress: (sent: number) => void
  onUnauthorized: () => void
  signal: AbortSignal
  /** Milliseconds without progress after which the transfer counts as lost. */
  stallTimeoutMs: number
}

/** What is not there any more is sent from its beginning, at a new address. */
const isGone = (status: number) => status === 404 || status === 410

/**
 * Sends a file from where it stands on, in one request, since parts are slower. The JSON of the last answer; undefined
 * where everything had arrived before. Fails with an ApiError, after which the same address continues.
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
      ...(transfer.address && { uploadUrl: transfer.address }),
      retryDelays: [0],
      fileReader: { openFile: () => Promise.resolve(sourceOf(file)) },
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        const token = await transfer.token(isRefused)
        if (token) request.setHeader('Authorization', `Bearer ${token}`)
        // The name may be another one than when the upload was begun, or replace another file.
        if (transfer.address && request.getMethod() === 'PATCH') request.setHeader('Upload-Metadata', encoded(metadata))
      },
      onAfterResponse: (request, response) => {
        const status = response.getStatus()
        isRefused = status === 401
        // Of a place that cannot be asked for now, the library would begin anew.
        if (request.getMethod() === 'HEAD' && status >= 400 && !isGone(status)) {
          throw new Refusal(response)
        }
      },
      // A sign-in that has expired is renewed once; all other tries are the caller's.
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
        const refusal = apiErrorOf(status, response && bodyOf(response))
        // Unless a 409 names a field, the connection before this one has brought more than its sender knew.
        reject(status === 409 && refusal.errors.length === 0 ? new ApiError(0) : refusal)
      },
    })
    signal.addEventListener('abort', stop)
    expectProgress()
    upload.start()
  })
}

/** As the protocol wants it: each name with its value in base64. */
const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',')

/**
 * The bytes of a file for the library. The whole file goes as it is, and the browser reads it where it sends it; a slice
 * would be read in another of its processes and handed over, at half the speed.
 */
const sourceOf = (file: File) => ({
  size: file.size,
  slice: (start: number, end: number) =>
    Promise.resolve({
      value: start === 0 && end >= file.size ? file : file.slice(start, end),
      done: end >= file.size,
    }),
  close: () => {},
})

/** An answer that is not what was asked for, found where the library takes nothing but what is thrown. */
class Refusal extends Error {
  override name = 'Refusal'
  constructor(readonly response: HttpResponse) {
    super()
  }
}

/** The answer that an error is about. */
function responseOf(error: Error): HttpResponse | null {
  if (!(error instanceof DetailedError)) return null
  return error.causingError instanceof Refusal ? error.causingError.response : error.originalResponse
}

function bodyOf(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.getBody())
  } catch {
    return undefined
  }
}
