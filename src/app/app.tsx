import type { EmotionCache } from '@emotion/cache'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'

import { UiProvider } from '../ui/theme/provider'

/** The root component, rendered identically in the browser and by the prerenderer. */
export function App({ router, cache }: { router: AnyRouter; cache: EmotionCache }) {
  return (
    <UiProvider cache={cache}>
      <RouterProvider router={router} />
    </UiProvider>
  )
}
