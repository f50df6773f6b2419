import { Button } from '@chakra-ui/react/button'
import { mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js'
import { useSyncExternalStore } from 'react'

import { Icon } from './icon'

/**
 * Light or dark. The class on <html> is the truth (public/theme.js sets it before the first paint from the same storage
 * key); other tabs follow the storage event. Where storage is blocked the choice lasts until the page is left.
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
    // Storage may be blocked; the page itself has the class.
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
