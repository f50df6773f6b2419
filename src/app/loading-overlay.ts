import type { PageSession } from '../session/page-session'

/** Removes the loading overlay, which is part of index.html, when the machine says so. The content below can be used then. */
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
