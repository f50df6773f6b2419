import { chooseTheme, isDark } from '../theme/theme-choice'

/**
 * Prerendered parts have no handlers until they are hydrated, so the last press in each of them is held, and repeated
 * after hydration. `data-later` marks a part that is not hydrated. public/before-app.js runs earlier: it records the
 * presses made before this code starts, and holds the submission of forms.
 */

type Pressed = HTMLAnchorElement | HTMLButtonElement

declare global {
  interface Document {
    /** The presses that public/before-app.js has recorded; undefined once `holdPresses` has taken them over. */
    earlyPresses?: MouseEvent[]
  }
}

/** How long a pressed link waits for its part to be hydrated. After that, the browser follows the link. */
export const linkLimitMs = 3_000

const held = new Map<Element, { element: Pressed; timer: ReturnType<typeof setTimeout> | undefined }>()
let isWaitingUseful = true

const partOf = (element: Element) => element.closest('[data-later]')

/**
 * Whether following a link would load a page of this site in this tab. For a link to a place on the same page, the
 * browser only scrolls.
 */
const leavesPage = ({ target, origin, pathname, hash }: HTMLAnchorElement) =>
  target === '' && origin === location.origin && (pathname !== location.pathname || hash === '')

/** Returns the press held for a part, and stops holding it. */
function take(part: Element) {
  const press = held.get(part)
  clearTimeout(press?.timer)
  held.delete(part)
  return press?.element
}

function hold(press: MouseEvent) {
  const { target } = press
  const element = target instanceof Element ? target.closest<Pressed>('a[href], button:not([type=submit])') : null
  const part = element && partOf(element)
  if (!element || !part || press.button !== 0) return
  if (press.ctrlKey || press.metaKey || press.shiftKey || press.altKey) return
  if (element instanceof HTMLAnchorElement) {
    if (!isWaitingUseful || !leavesPage(element)) return
    press.preventDefault()
    take(part)
    // Only one page can be opened: the target of the link that was pressed last.
    for (const [other, { timer }] of held) if (timer !== undefined) take(other)
    held.set(part, { element, timer: setTimeout(follow, linkLimitMs, part) })
  } else if ('themeToggle' in element.dataset) {
    chooseTheme(!isDark())
  } else {
    take(part)
    held.set(part, { element, timer: undefined })
  }
  // Without this, React would also handle the press if it could hydrate the part immediately.
  press.stopPropagation()
}

/**
 * Holds presses in parts that are not hydrated, beginning with those that were recorded before this code started.
 * Returns whether one of them needs the page's code.
 */
export function holdPresses(): boolean {
  document.addEventListener('click', hold, true)
  const noted = document.earlyPresses ?? []
  delete document.earlyPresses
  noted.forEach(hold)
  return held.size > 0
}

/**
 * Repeats the press that is held for a part, if any. At that point, the part is hydrated and its effects have run, but
 * the effects of other parts that are hydrated at the same time may not have run yet.
 */
export function repeatPress(part: Element | null) {
  if (part) take(part)?.click()
}

/** Has the browser follow the link that is held for a part. */
function follow(part: Element) {
  const element = take(part)
  if (element instanceof HTMLAnchorElement) location.assign(element.href)
}

/** Called when the code failed to load: the browser follows the held link, and all later ones. */
export function giveUpWaiting() {
  isWaitingUseful = false
  for (const part of held.keys()) follow(part)
}
