import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'

import { hasGlobalStyles } from './style-cache'
import { system } from './system'

const systemWithoutGlobalStyles = { ...system, _global: [], layers: { ...system.layers, atRule: '' } }

/**
 * Provides the theme. The cache of a page comes from style-cache.ts, which removes the layer of the recipes. Tests use
 * a plain cache: jsdom ignores all rules inside layers and media queries, so without the layer it would apply the
 * recipes' base styles but not their responsive ones, as if no media query matched.
 */
export function UiProvider({ cache, children }: { cache: EmotionCache; children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={hasGlobalStyles() ? systemWithoutGlobalStyles : system}>{children}</ChakraProvider>
    </CacheProvider>
  )
}
