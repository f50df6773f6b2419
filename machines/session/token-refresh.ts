/** The interval at which a signed-in page checks its access token, in milliseconds. */
export const refreshIntervalMs = 30_000

/** The check refreshes a token that expires within this time, in seconds. */
export const refreshBelowSeconds = 60

/** The pauses between retries while the provider is unreachable: five minutes in total, then a minute each. */
const retryPausesMs = [2_000, 8_000, 20_000, 30_000, 60_000, 60_000, 60_000, 60_000]

/** The pause before the next retry, in milliseconds, after `tries` failed refreshes. */
export const retryPauseMs = (tries: number) => retryPausesMs[tries - 1] ?? 60_000

/** Increments the count of failed refreshes, up to one more than the number of pauses. */
export const nextTryCount = (tries: number) => Math.min(tries, retryPausesMs.length) + 1

/** Whether the provider has been unreachable for five minutes. */
export const isOverdue = (tries: number) => tries > retryPausesMs.length
