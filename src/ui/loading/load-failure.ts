/**
 * The error for code that could not be loaded: the connection failed, or the server has been updated to a newer build.
 */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

/**
 * Handles the failure of a route's import. Without it, the router would reload the page immediately, even when offline.
 */
export const failToLoad = (cause: unknown): never => {
  throw new LoadFailure('Part of the site could not be loaded.', { cause })
}

/** Shows the connection notice, which is in the page's markup: the code of any other notice would fail to load, too. */
export const showConnectionNotice = () => document.getElementById('connection-notice')?.removeAttribute('hidden')

/**
 * Handles the failure of an import whose part the page can do without. A prerendered part remains static HTML, and any
 * other part is missing. In both cases, a notice offers to try again.
 */
export const keepStatic = (): Promise<never> => {
  showConnectionNotice()
  return new Promise<never>(() => {})
}
