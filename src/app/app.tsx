import type { EmotionCache } from '@emotion/cache'
import { RouterProvider } from '@tanstack/react-router'

import { UiProvider } from '../ui/provider'
import type { createAppRouter } from '../routes/router'

/** The whole page: the same tree in the browser and in the prerenderer. */
export function App({ router, cache }: { router: ReturnType<typeof createAppRouter>; cache: EmotionCache }) {
  return (
    <UiProvider cache={cache}>
      <RouterProvider router={router} />
    </UiProvider>
  )
}
