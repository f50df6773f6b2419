/** Code that both empty pages share: the site's libraries, the silent check, and the Chakra and router providers. */
import createCache from '@emotion/cache'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import createClient from 'openapi-fetch'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

import { UiProvider } from '../../../../src/ui/theme/provider'

type Config = { auth: { provider: { url: string; realm: string; clientId: string } } }
type ConfigFile = { '/config.json': { get: { responses: { 200: { content: { 'application/json': Config } } } } } }

/** Runs the silent check in a hidden iframe. Returns the access token, or null for an anonymous visitor. */
export async function checkSession(): Promise<string | null> {
  const { data } = await createClient<ConfigFile>({ baseUrl: '' }).GET('/config.json')
  const { UserManager } = await import('oidc-client-ts')
  const { url, realm, clientId } = data?.auth.provider ?? { url: '', realm: '', clientId: '' }
  const manager = new UserManager({
    authority: `${url}/realms/${realm}`,
    client_id: clientId,
    redirect_uri: `${location.origin}/silent-check-sso.html`,
    silent_redirect_uri: `${location.origin}/silent-check-sso.html`,
    response_mode: 'fragment',
  })
  const user = await manager.signinSilent().catch(() => null)
  return user?.access_token ?? null
}

export function renderPage(page: () => ReactNode) {
  const router = createRouter({ routeTree: createRootRoute({ component: page }) })
  createRoot(document.getElementById('root') ?? document.body).render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <RouterProvider router={router as never} />
    </UiProvider>,
  )
}
