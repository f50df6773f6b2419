/** Code of the site that did not arrive: the connection failed, or the server has a newer build by now. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

/** For the `catch` of a route's import: the router would reload the page at once, also without a connection. */
export const failToLoad = (cause: unknown): never => {
  throw new LoadFailure('A part of the site could not be loaded.', { cause })
}

/** Says that the connection is the problem, in the page's own markup, since further code would not arrive either. */
export const showConnectionNotice = () => document.getElementById('connection-notice')?.removeAttribute('hidden')

/** For the `catch` of a prerendered part's import: the part stays as it stands. */
export const keepAsItStands = (): Promise<never> => {
  showConnectionNotice()
  return new Promise<never>(() => {})
}
