import { createRootRouteWithContext, Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

import { profileOf, statusOf, userOf } from '../../machines/session/session.machine'
import type { Services } from '../app/services'
import { brand } from '../content/brand'
import { SiteHeader } from '../site/shell/site-header'
import { SessionProvider } from '../session/context'
import { isWorkspacePath } from '../session/workspace-path'
import { useHydrated } from '../session/use-hydrated'
import { viewerOf } from '../session/current-user'
import { Later } from '../ui/deferred'
import { keepStatic } from '../ui/load-failure'
import { LazyToasts } from '../ui/toaster'
import { useLoginUrl } from './login-url'
import { useOpening } from './opening'

/** Loaded for signed-in users while there is a connection, because it must be available when the connection is lost. */
const ConnectionNotice = lazy(async () => ({ default: (await import('./connection-notice')).ConnectionNotice }))
const SiteFooter = lazy(() =>
  import('../site/shell/site-footer').then((it) => ({ default: it.SiteFooter }), keepStatic),
)

export const rootRoute = createRootRouteWithContext<{ services: Services }>()({
  component: Shell,
})

function Shell() {
  const { services } = rootRoute.useRouteContext()
  const { config, tools } = services
  const { session, loading } = services.session
  const loginUrl = useLoginUrl(config.loginUrl)
  const opened = useOpening(loading)
  const status = useHydrated(session, statusOf)
  const user = useHydrated(session, userOf)
  const profile = useHydrated(session, profileOf)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })

  useEffect(() => loading.send({ type: 'content.shown' }), [loading])
  useEffect(() => {
    // Loads the tools before the first click, which must not wait for them. If this fails, the click retries.
    void Promise.resolve(opened)
      .then(tools.load)
      .catch(() => {})
  }, [opened, tools])
  useEffect(() => {
    if (title !== null) document.title = title ? `${title} · ${brand.name}` : brand.title
  }, [title])

  const provider = config.auth?.provider
  const isWorkspace = isWorkspacePath(path)
  const viewer = viewerOf(status, profile, user)

  return (
    <SessionProvider value={session}>
      <SiteHeader
        viewer={viewer}
        wide={isWorkspace}
        loginUrl={loginUrl}
        accountUrl={provider ? `${provider.url}/realms/${provider.realm}/account` : null}
        onLogout={() => session.send({ type: 'logout.requested' })}
      />
      {status === 'authenticated' && (
        <Suspense>
          <ConnectionNotice loginUrl={loginUrl} />
        </Suspense>
      )}
      <main id="main" key={isWorkspace ? 'workspace' : path}>
        <Outlet />
      </main>
      {!isWorkspace && (
        <Later after={opened}>
          <SiteFooter />
        </Later>
      )}
      <LazyToasts place={isWorkspace ? 'workspace' : 'site'} />
    </SessionProvider>
  )
}
