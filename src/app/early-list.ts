import type { CallingUser, ProductApi } from '../api/product'

type ListProjects = ProductApi['listProjects']

/**
 * Requests the list of projects while the code that shows it is still loading. `listProjects` returns that response
 * once, if it is for the same user; every other call loads the list itself.
 */
export function earlyList(list: ListProjects) {
  let early: { user: CallingUser; response: ReturnType<ListProjects>; stop: AbortController } | null = null

  return {
    request: (user: CallingUser) => {
      const stop = new AbortController()
      early = { user, response: list(user, stop.signal), stop }
      // Only prevents an unhandled rejection; the failure is handled by the call that gets the response.
      early.response.catch(() => {})
    },

    /** Aborts the request; called when no user is signed in. */
    cancel: () => {
      early?.stop.abort()
      early = null
    },

    listProjects: ((user, signal) => {
      if (!early || early.user.uid !== user.uid) return list(user, signal)
      const { response, stop } = early
      early = null
      signal.addEventListener('abort', () => stop.abort(), { once: true })
      return response
    }) satisfies ListProjects,
  }
}
