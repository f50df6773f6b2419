import { ErrorTimeout } from 'oidc-client-ts'

/**
 * Waits for the provider's response, whose URL silent-check-sso.html posts from the given window. The window is not
 * read before that: for a frame that has no document yet, the browser would create an empty one first.
 */
const responseFrom = (source: () => Window | null, signal: AbortSignal) =>
  new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    addEventListener(
      'message',
      (message) => {
        if (message.source === source() && message.origin === location.origin) resolve(String(message.data))
      },
      { signal },
    )
  })

/**
 * Opens the provider in a hidden iframe, and returns the URL of its response. Rejects after `waitSeconds`, or when
 * `stop` is aborted.
 */
export async function askInFrame(url: string, waitSeconds: number, stop: AbortSignal): Promise<string> {
  stop.throwIfAborted()
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = url
  document.body.append(frame)
  const wait = new AbortController()
  stop.addEventListener('abort', () => wait.abort(stop.reason), { signal: wait.signal })
  const timer = setTimeout(() => wait.abort(new ErrorTimeout('The provider did not respond.')), waitSeconds * 1000)
  try {
    return await responseFrom(() => frame.contentWindow, wait.signal)
  } finally {
    clearTimeout(timer)
    wait.abort()
    frame.remove()
  }
}

const closedCheckMs = 500

/**
 * Opens the provider in a window that is already open, and returns the URL of its response. Rejects if the window is
 * closed.
 */
export async function askInWindow(url: string, name: string): Promise<string> {
  const target = window.open('', name)
  target?.location.replace(url)
  const wait = new AbortController()
  const timer = setInterval(() => {
    if (!target || target.closed) wait.abort(new Error('The login window was closed.'))
  }, closedCheckMs)
  try {
    return await responseFrom(() => target, wait.signal)
  } finally {
    clearInterval(timer)
    wait.abort()
  }
}
