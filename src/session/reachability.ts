/**
 * Whether a server responds at a URL of another origin.
 *
 * A refused connection and a response blocked by CORS look the same: `fetch` throws a TypeError. A `no-cors` request
 * cannot read the response either, but succeeds for every response, so it fails only without a connection. A timeout
 * counts as reachable: the server may just be slow, and its login page may still load.
 */
export async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    return true
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
  }
}
