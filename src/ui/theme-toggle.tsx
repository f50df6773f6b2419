import { Button } from '@chakra-ui/react/button'
import { mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js'
import { useSyncExternalStore } from 'react'

import { Icon } from './icon'

/**
 * The storage key of the theme. The class on <html> is the source of truth; public/theme.js sets it from this key
 * before the first paint, and other tabs update on the storage event. If storage is blocked, the choice lasts until the
 * page is left.
 */
const storageKey = 'theme'

const isDark = () => document.documentElement.classList.contains('dark')

function apply(dark: boolean) {
  document.documentElement.classList.toggle('dark', dark)
}

function choose(dark: boolean) {
  apply(dark)
  try {
    localStorage.setItem(storageKey, dark ? 'dark' : 'light')
  } catch {
    // Storage is blocked; the class still applies to this page.
  }
}

function subscribe(changed: () => void) {
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

export function ThemeToggle() {
  const dark = useSyncExternalStore(subscribe, isDark, () => false)
  return (
    <Button
      variant="ghost"
      colorPalette="gray"
      px="0"
      aria-label={dark ? 'Use light theme' : 'Use dark theme'}
      onClick={() => choose(!dark)}
    >
      <Icon path={dark ? mdiWhiteBalanceSunny : mdiWeatherNight} />
    </Button>
  )
}
