import createCache from '@emotion/cache'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

import { UiProvider } from '../../../src/ui/theme/provider'

/** Renders a part of the site at a URL, with the theme and a router with the site's routes. */
export async function renderPage(piece: ReactNode, at = '/') {
  const root = createRootRoute({ component: () => piece })
  const routes = ['/', '/home', '/price', '/privacy', '/terms', '/sample-report', '/workspace', '/login'].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  // jsdom does not implement matchMedia. Report reduced motion.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  // jsdom does not implement scrolling, which the router triggers after each navigation.
  vi.stubGlobal('scrollTo', () => {})
  await router.load()
  // Parts of a page may be loaded lazily.
  await act(async () => {
    render(
      <UiProvider cache={createCache({ key: 'css' })}>
        <RouterProvider router={router} />
      </UiProvider>,
    )
    await vi.dynamicImportSettled()
  })
  return router
}
