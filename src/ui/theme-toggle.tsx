import { Button } from '@chakra-ui/react/button'
import { mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js'
import { useSyncExternalStore } from 'react'

import { Icon } from './icon'
import { chooseTheme, followTheme, isDark } from './theme-choice'

/** Switches the theme. Until this button is hydrated, src/ui/early-press.ts handles its presses. */
export function ThemeToggle() {
  const dark = useSyncExternalStore(followTheme, isDark, () => false)
  return (
    <Button
      variant="ghost"
      colorPalette="gray"
      px="0"
      data-theme-toggle=""
      aria-label={dark ? 'Use light theme' : 'Use dark theme'}
      onClick={() => chooseTheme(!dark)}
    >
      <Icon path={dark ? mdiWhiteBalanceSunny : mdiWeatherNight} />
    </Button>
  )
}
