import type { PageSession } from '../session/page-session'

/** Removes the loading overlay (part of index.html) once its machine is done, so that the content can be used. */
export function followOverlay(loading: PageSession['loading']) {
  const following = loading.subscribe((snapshot) => {
    if (snapshot.hasTag('overlay')) return
    following.unsubscribe()
    removeOverlay()
  })
}

/** Removes the overlay. All sections are then laid out (index.html), so nothing moves afterward. */
export const removeOverlay = () => document.querySelector('[data-loading-overlay]')?.remove()
