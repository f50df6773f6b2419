/** 4xx statuses that do not reject the content of the request, so the same request can be retried. */
const retryable = [401, 408, 429]

/** Whether the API rejected the request itself (4xx), so that retrying it unchanged would fail again. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 && !retryable.includes(status)
}
