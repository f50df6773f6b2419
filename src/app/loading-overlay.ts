import type { PageSession } from '../session/page-session'

/** Removes the loading overlay (part of index.html) once the machine ends it, so that the content can be used. */
export function followOverlay(loading: PageSession['loading']) {
  const following = loading.subscribe((snapshot) => {
    if (snapshot.hasTag('overlay')) return
    following.unsubscribe()
    removeOverlay()
  })
}

export const removeOverlay = () => document.querySelector('[data-loading-overlay]')?.remove()
