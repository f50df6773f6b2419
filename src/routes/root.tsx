import { createRootRouteWithContext, Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type ComponentType, useEffect, useState } from 'react'

import { profileOf, statusOf, userOf } from '../../machines/session/session.machine'
import type { Services } from '../app/services'
import { brand } from '../content/brand'
import { SiteFooter } from '../site/site-footer'
import { SiteHeader } from '../site/site-header'
import { SessionProvider } from '../session/context'
import { viewerOf } from '../session/viewer'
import { LoadingOverlay } from '../ui/loading-overlay'

export const rootRoute = createRootRouteWithContext<{ services: Services }>()({
  component: Shell,
})

function Shell() {
  const { services } = rootRoute.useRouteContext()
  const { config, tools } = services
  const { session, loading, start } = services.session
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const covered = useSelector(loading, (snapshot) => snapshot.hasTag('overlay'))
  const status = useSelector(session, statusOf)
  const user = useSelector(session, userOf)
  const profile = useSelector(session, profileOf)
  const fullPath = useLocation({ select: ({ pathname }) => pathname })
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })

  useEffect(start, [start])
  useEffect(() => {
    const notices = tools.on('notice', ({ text }) => {
      void import('../ui/toasts').then(({ SiteToasts, showSiteToast }) => {
        setToasts(() => SiteToasts)
        showSiteToast('error', text)
      })
    })
    return () => notices.unsubscribe()
  }, [tools])
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.title
  }, [title])

  const provider = config.auth?.provider
  const viewer = viewerOf(status, profile, user)

  return (
    <SessionProvider value={session}>
      {covered && <LoadingOverlay />}
      <SiteHeader
        viewer={viewer}
        loginUrl={config.loginUrl}
        accountUrl={provider ? `${provider.url}/realms/${provider.realm}/account` : null}
        onLogout={() => session.send({ type: 'logout.requested' })}
      />
      <main id="main" key={fullPath}>
        <Outlet />
      </main>
      <SiteFooter />
      {Toasts && <Toasts />}
    </SessionProvider>
  )
}
