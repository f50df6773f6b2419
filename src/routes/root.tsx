import { chakra } from '@chakra-ui/react/styled-system'
import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'

import { profileOf, statusOf, userOf } from '../../machines/session/session.machine'
import type { Services } from '../app/services'
import { brand } from '../content/brand'
import { SiteHeader } from '../site/shell/site-header'
import { SessionProvider } from '../session/context'
import { isSignedInPath } from '../session/workspace-path'
import { useHydrated } from '../session/use-hydrated'
import { viewerOf } from '../session/current-user'
import { Later } from '../ui/loading/deferred'
import { HeaderSlot, workspaceHeaderHeight } from '../ui/header-slot'
import { browserIdle } from '../ui/loading/idle'
import { failToLoad } from '../ui/loading/load-failure'
import { LazyToasts } from '../ui/notices/lazy-toasts'
import { useLoginUrl } from './login-url'
import { useOverlayClosing } from './use-overlay-closing'
import { lazyPart } from '../ui/loading/lazy-part'

/** Loaded for signed-in users while there is a connection, because it must be available when the connection is lost. */
const ConnectionNotice = lazyPart(async () => {
  // The list of projects has priority.
  await browserIdle()
  return (await import('./connection-notice')).ConnectionNotice
})
const WorkspaceHeader = lazy(() =>
  import('./workspace/header').catch(failToLoad).then((it) => ({ default: it.Header })),
)
const SiteFooter = lazyPart(() => import('../site/shell/site-footer').then((it) => it.SiteFooter))

export const rootRoute = createRootRouteWithContext<{ services: Services }>()({
  component: Shell,
})

function Shell() {
  const { services } = rootRoute.useRouteContext()
  const { config, tools } = services
  const { session, loading } = services.session
  const loginUrl = useLoginUrl(config.loginUrl)
  const opened = useOverlayClosing(loading)
  const status = useHydrated(session, statusOf)
  const user = useHydrated(session, userOf)
  const profile = useHydrated(session, profileOf)
  // Do not use the URL's path: while the next page's code is loading, it is already the next page's path.
  const path = useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })
  const isWorkspace = isSignedInPath(path)
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })

  useEffect(() => loading.send({ type: 'content.shown' }), [loading])
  useEffect(() => {
    // In the workspace, the list of projects has priority, and workspace/dialog.tsx loads the tools later.
    if (isWorkspace) return
    // Loads the tools before the first click, which must not wait for them. If this fails, the click tries again.
    void Promise.resolve(opened)
      .then(tools.load)
      .catch(() => {})
  }, [opened, tools, isWorkspace])
  useEffect(() => {
    if (title !== null) document.title = title ? `${title} · ${brand.name}` : brand.title
  }, [title])

  const provider = config.auth?.provider
  const viewer = viewerOf(status, profile, user)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const person = {
    viewer,
    accountUrl: provider ? `${provider.url}/realms/${provider.realm}/account` : null,
    onLogout: () => session.send({ type: 'logout.requested' }),
  }

  return (
    <SessionProvider value={session}>
      {isWorkspace ? (
        // The same height as the header, so that nothing moves when the header appears.
        <Suspense fallback={<chakra.header h={`${workspaceHeaderHeight}px`} borderBottomWidth="1px" />}>
          <WorkspaceHeader {...person} services={services} loginUrl={loginUrl} slot={setSlot} />
        </Suspense>
      ) : (
        <SiteHeader {...person} loginUrl={loginUrl} />
      )}
      {status === 'authenticated' && (
        <Suspense>
          <ConnectionNotice loginUrl={loginUrl} />
        </Suspense>
      )}
      <main id="main" key={isWorkspace ? 'workspace' : path}>
        <HeaderSlot value={slot}>
          <Outlet />
        </HeaderSlot>
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
