/** An empty page with all libraries: the baseline cost of a site with sign-in on this stack. */
import createCache from '@emotion/cache'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import createClient from 'openapi-fetch'
import { createRoot } from 'react-dom/client'
import { fromPromise, setup } from 'xstate'

import { UiProvider } from '../../../src/ui/provider'

type Config = { auth: { provider: { url: string; realm: string; clientId: string } } }

const machine = setup({
  actors: {
    check: fromPromise(async () => {
      const { data } = await createClient<{
        '/config.json': { get: { responses: { 200: { content: { 'application/json': Config } } } } }
      }>({
        baseUrl: '',
      }).GET('/config.json')
      const { UserManager } = await import('oidc-client-ts')
      const { url, realm, clientId } = data?.auth.provider ?? { url: '', realm: '', clientId: '' }
      const manager = new UserManager({
        authority: `${url}/realms/${realm}`,
        client_id: clientId,
        redirect_uri: `${location.origin}/silent-check-sso.html`,
        silent_redirect_uri: `${location.origin}/silent-check-sso.html`,
        response_mode: 'fragment',
      })
      await manager.signinSilent().catch(() => null)
    }),
  },
}).createMachine({
  initial: 'checking',
  states: { checking: { invoke: { src: 'check', onDone: 'open', onError: 'open' } }, open: {} },
})

function Page() {
  const [snapshot] = useMachine(machine)
  return snapshot.matches('open') ? <a href="/workspace">Login</a> : null
}

const router = createRouter({ routeTree: createRootRoute({ component: Page }) })
createRoot(document.getElementById('root') ?? document.body).render(
  <UiProvider cache={createCache({ key: 'css' })}>
    <RouterProvider router={router as never} />
  </UiProvider>,
)
