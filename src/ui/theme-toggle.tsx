import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiMoonWaningCrescent, mdiWhiteBalanceSunny } from '@mdi/js'
import { useSyncExternalStore } from 'react'

import { Icon } from './icon'
import { chooseTheme, followTheme, isDark, toggleLabel } from './theme/theme-choice'

/**
 * Switches the theme. Until this button is hydrated, src/ui/loading/early-press.ts handles its presses and
 * src/ui/theme/theme-choice.ts labels it. The icon depends on the theme only through its styles, so that it is correct
 * from the first paint. In a menu, the button shows its name.
 */
export function ThemeToggle({ isInMenu = false }: { isInMenu?: boolean }) {
  const dark = useSyncExternalStore(followTheme, isDark, () => false)
  return (
    <Button
      variant="ghost"
      colorPalette="gray"
      {...(isInMenu ? { w: 'full', px: '3', justifyContent: 'flex-start' } : { px: '0' })}
      data-theme-toggle=""
      aria-label={toggleLabel(dark)}
      // `!dark` would be wrong: right after hydration, `dark` is still the theme of the prerendered page.
      onClick={() => chooseTheme(!isDark())}
    >
      <chakra.span display="contents" _dark={{ display: 'none' }}>
        <Icon path={mdiMoonWaningCrescent} />
      </chakra.span>
      <chakra.span display="none" _dark={{ display: 'contents' }}>
        <Icon path={mdiWhiteBalanceSunny} />
      </chakra.span>
      {isInMenu && toggleLabel(dark)}
    </Button>
  )
}
