import type { PageSession } from '../session/page-session'

/** Removes the loading overlay (part of index.html) once the machine ends it, so that the content can be used. */
export function followOverlay(loading: PageSession['loading'], root: HTMLElement) {
  const following = loading.subscribe((snapshot) => {
    if (snapshot.hasTag('overlay')) return
    following.unsubscribe()
    removeOverlay(root)
  })
}

export function removeOverlay(root: HTMLElement) {
  document.querySelector('[data-loading-overlay]')?.remove()
  root.inert = false
}
