import type { PageSession } from '../session/page-session'
import { browserIdle } from '../ui/idle'

/** Removes the loading overlay (part of index.html) once the machine ends it, so that the content can be used. */
export function followOverlay(loading: PageSession['loading']) {
  const following = loading.subscribe((snapshot) => {
    if (snapshot.hasTag('overlay')) return
    following.unsubscribe()
    removeOverlay()
  })
}

/** All sections are laid out before the page is shown, so nothing moves afterwards. */
export function removeOverlay() {
  delete document.documentElement.dataset['fromTop']
  for (const section of sections()) section.style.removeProperty('content-visibility')
  document.querySelector('[data-loading-overlay]')?.remove()
}

/** Lays out the sections that public/before-app.js has skipped, one after the other, while the page waits. */
export async function layOutSections() {
  for (const section of sections()) {
    await browserIdle()
    if (!('fromTop' in document.documentElement.dataset)) return
    section.style.contentVisibility = 'visible'
  }
}

const sections = () => document.querySelectorAll<HTMLElement>('main > section')
