import type { PageSession } from '../session/page-session'

/** Removes the loading overlay (part of index.html) once the machine ends it, so that the content can be used. */
export function followOverlay(loading: PageSession['loading']) {
  const following = loading.subscribe((snapshot) => {
    if (snapshot.hasTag('overlay')) return
    following.unsubscribe()
    removeOverlay()
  })
}

/** Everything is laid out before the page is shown, so nothing moves afterwards (public/before-app.js). */
export function removeOverlay() {
  delete document.documentElement.dataset['fromTop']
  document.querySelector('[data-loading-overlay]')?.remove()
}
