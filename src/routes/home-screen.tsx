import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

import { profileOf, statusOf, userOf } from '../../machines/session/session.machine'
import { useSession } from '../session/context'
import { useHydrated } from '../session/use-hydrated'
import { viewerOf } from '../session/current-user'
import { HomePage } from '../site/home/home-page'
import { followGivenBoards, isBoardUnseen } from '../site/pricing/given-files'
import { notify } from '../ui/notices/notify'
import { useLoginUrl } from './login-url'
import { toolOpener } from './open-tool'
import { showPrices } from './price/show-prices'

export { preloadHomePage } from '../site/home/home-page'

const root = getRouteApi('__root__')

/** Connects the home page to the session, the API, the tools and the notices. */
export function HomeScreen() {
  const { services } = root.useRouteContext()
  const session = useSession()
  const status = useHydrated(session, statusOf)
  const user = useHydrated(session, userOf)
  const profile = useHydrated(session, profileOf)
  const loginUrl = useLoginUrl(services.config.loginUrl)
  const navigate = useNavigate()
  useEffect(() => void showPrices(services.api), [services])
  // A board that is dropped here opens on the price page.
  useEffect(
    () =>
      followGivenBoards(() => {
        // The visitor may already be navigating there.
        if (isBoardUnseen() && location.pathname !== '/price') navigate({ to: '/price' }).catch(console.error)
      }),
    [navigate],
  )
  return (
    <HomePage
      viewer={viewerOf(status, profile, user)}
      loginUrl={loginUrl}
      api={services.api}
      v1={services.config.api.v1}
      onOpenTool={toolOpener(services)}
      notify={notify}
    />
  )
}
