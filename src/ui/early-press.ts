import { chooseTheme, isDark } from './theme-choice'

/**
 * Prerendered parts have no handlers until they are hydrated, so the last press in one of them is held and repeated
 * after the hydration. `data-later` marks a part that is not hydrated. Forms are held by public/before-app.js, which
 * runs earlier.
 */

type Pressed = HTMLAnchorElement | HTMLButtonElement

/** How long a pressed link waits for its part to be hydrated. After that, the browser follows the link. */
const linkLimitMs = 3_000

let held: { element: Pressed; part: Element; timer: ReturnType<typeof setTimeout> | undefined } | null = null
let isWaitingUseful = true

const partOf = (element: Element) => element.closest('[data-later]')

/**
 * Whether following a link would load a page in this tab. For an anchor of the same page, the browser only scrolls.
 */
const leavesPage = ({ target, origin, pathname, hash }: HTMLAnchorElement) =>
  target === '' && origin === location.origin && (pathname !== location.pathname || hash === '')

function forget() {
  clearTimeout(held?.timer)
  held = null
}

function hold(press: MouseEvent) {
  forget()
  const { target } = press
  const element = target instanceof Element ? target.closest<Pressed>('a[href], button:not([type=submit])') : null
  const part = element && partOf(element)
  if (!element || !part || press.button !== 0) return
  if (press.ctrlKey || press.metaKey || press.shiftKey || press.altKey) return
  if (element instanceof HTMLAnchorElement) {
    if (!isWaitingUseful || !leavesPage(element)) return
    press.preventDefault()
    held = { element, part, timer: setTimeout(followHeldLink, linkLimitMs) }
  } else if ('themeToggle' in element.dataset) {
    chooseTheme(!isDark())
  } else {
    held = { element, part, timer: undefined }
  }
  // Otherwise, React would handle the press too when it can hydrate the part immediately.
  press.stopPropagation()
}

/** Holds presses in parts that are not hydrated. */
export const holdPresses = () => document.addEventListener('click', hold, true)

/**
 * Repeats the held press if it was in this part, which is hydrated and whose effects have run. Several parts can be
 * hydrated together; then the effects of one run before those of the next.
 */
export function repeatPress(part: Element | null) {
  if (held?.part !== part) return
  const { element } = held
  forget()
  element.click()
}

function followHeldLink() {
  const element = held?.element
  forget()
  if (element instanceof HTMLAnchorElement) location.assign(element.href)
}

/** For code that failed to load: the browser follows the held link, and all later ones. */
export function giveUpWaiting() {
  isWaitingUseful = false
  followHeldLink()
}
