import { ApiError, apiErrorOf } from './unwrap'

type FormTransfer = {
  url: string
  form: FormData
  /** Bytes of the file in the form; the form's own boundaries are not counted as progress. */
  size: number
  token: string | undefined
  onProgress: (sent: number) => void
  onUnauthorized: () => void
  signal: AbortSignal
  /** Milliseconds without progress after which the transfer counts as lost. */
  patience: number
}

const bodyOf = (request: XMLHttpRequest): unknown => {
  try {
    return JSON.parse(request.responseText)
  } catch {
    return undefined
  }
}

/** Posts a form and reports its progress, which fetch cannot. Fails with an ApiError. */
export function sendForm(transfer: FormTransfer): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let deadline: ReturnType<typeof setTimeout> | undefined
    const expectProgress = () => {
      clearTimeout(deadline)
      deadline = setTimeout(() => request.abort(), transfer.patience)
    }
    const abort = () => request.abort()

    request.open('POST', transfer.url)
    if (transfer.token) request.setRequestHeader('Authorization', `Bearer ${transfer.token}`)
    request.upload.onprogress = ({ loaded }) => {
      expectProgress()
      transfer.onProgress(Math.min(loaded, transfer.size))
    }
    request.onload = () => {
      if (request.status === 401) transfer.onUnauthorized()
      if (request.status >= 200 && request.status < 300) resolve()
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
