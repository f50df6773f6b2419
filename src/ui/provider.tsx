import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'

import { system } from './theme/system'

/**
 * The look around everything. `cache` is given from outside: prerendering needs one of its own a page, with
 * `compat = true`; the browser one with the same key, so that it takes over the styles it finds.
 */
export function UiProvider({ cache, children }: { cache: EmotionCache; children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  )
}
