import createCache from '@emotion/cache'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

import { UiProvider } from '../../../src/ui/provider'

/** Renders a piece of the site at an address, within the theme and a router that knows the site's addresses. */
export async function renderPage(piece: ReactNode, at = '/') {
  const root = createRootRoute({ component: () => piece })
  const routes = ['/', '/home', '/privacy', '/terms', '/workspace', '/login'].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  // jsdom moves nothing.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  // jsdom has no scrolling, which the router asks for after each navigation.
  vi.stubGlobal('scrollTo', () => {})
  await router.load()
  // Awaited, since parts of a page may be loaded lazily.
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
