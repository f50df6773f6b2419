/** The server sends data at least every 20 s. A connection that receives nothing for this long is considered lost. */
export const silenceMs = 45_000

/**
 * The server sends an event as soon as a stream is opened. If nothing arrives for this long, a proxy may be buffering
 * the response until it ends. The page then loads the changes with a short call.
 */
export const firstEventMs = 15_000

/** The pause, in ms, between such a short call and the next attempt to open a stream. */
export const askingPauseMs = 10_000

/** A tab that has been hidden for this long no longer reads the stream. */
export const hiddenMs = 300_000

const firstPauseMs = 1_000
const longestPauseMs = 120_000

/**
 * The pause in ms before the next connection attempt. It doubles with each failure, and half of it is random, so that
 * not all pages reconnect at once after a server restart. The server can request a longer pause.
 *
 * @param tries the number of consecutive connections that failed
 * @param random a random number from 0 to 1
 */
export function streamPauseMs(tries: number, retryAfterMs: number, random: number): number {
  const pause = Math.min(firstPauseMs * 2 ** tries, longestPauseMs)
  return Math.max(pause / 2, retryAfterMs) + (random * pause) / 2
}
