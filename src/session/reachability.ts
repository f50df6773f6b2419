/**
 * Whether anything answers at an address of another origin.
 *
 * To the page, a refused connection and an answer that its origin may not read look alike: `fetch` fails with a
 * TypeError. A `no-cors` call may not read the answer either, but succeeds for any, so that it fails only without a
 * connection. A time-out counts as reachable: something there is slow, and its login page may still come.
 */
export async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
  }
}
