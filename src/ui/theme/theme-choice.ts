/**
 * The storage key of the theme. The class on <html> is the source of truth; public/theme.js sets it from this key
 * before the first paint, and each tab updates it when another tab changes the key. If storage is blocked, the choice
 * lasts until the page is left.
 */
const storageKey = 'theme'

export const isDark = () => document.documentElement.classList.contains('dark')

/** The label of the theme toggle, which names the theme that it switches to. */
export const toggleLabel = (dark: boolean) => (dark ? 'Use light theme' : 'Use dark theme')

function apply(dark: boolean) {
  document.documentElement.classList.toggle('dark', dark)
}

export function chooseTheme(dark: boolean) {
  const name = dark ? 'dark' : 'light'
  apply(dark)
  // The pages that the server renders read the theme from this cookie (server/http/page-script.js).
  document.cookie = `${storageKey}=${name}; Path=/; Max-Age=31536000; SameSite=Lax`
  try {
    localStorage.setItem(storageKey, name)
  } catch {
    // Storage is blocked; the class still applies to this page.
  }
}

/**
 * Calls `changed` when the theme changes, and applies changes that were made in another tab. Returns a function that
 * ends the calls.
 */
export function followTheme(changed: () => void) {
  const followStorage = (event: StorageEvent) => {
    if (event.key === storageKey) apply(event.newValue === 'dark')
  }
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  window.addEventListener('storage', followStorage)
  return () => {
    observer.disconnect()
    window.removeEventListener('storage', followStorage)
  }
}

/** Follows the theme and keeps the label of the prerendered toggle correct until the toggle is hydrated. */
export function labelThemeToggle() {
  const toggle = document.querySelector('[data-theme-toggle]')
  if (!toggle) return
  const label = () => {
    if (!toggle.closest('[data-later]')) stop()
    else toggle.setAttribute('aria-label', toggleLabel(isDark()))
  }
  const stop = followTheme(label)
  label()
}
