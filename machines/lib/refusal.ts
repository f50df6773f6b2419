/** Answers that say nothing against what was sent: it may be sent again as it is. */
const passing = [401, 408, 429]

/** Whether the API has refused what was sent (4xx), so that sending the same again is of no use. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return typeof status === 'number' && status >= 400 && status < 500 && !passing.includes(status)
}
