/** 4xx statuses that do not reject the content of the call, so the same call can be retried. */
const retryable = [401, 408, 429]

/** Whether the API rejected the call itself (4xx), so that retrying it unchanged would fail again. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 && !retryable.includes(status)
}
