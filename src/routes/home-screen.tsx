import { getRouteApi } from '@tanstack/react-router'

import { profileOf, statusOf, userOf } from '../../machines/session/session.machine'
import { useSession } from '../session/context'
import { useHydrated } from '../session/use-hydrated'
import { viewerOf } from '../session/current-user'
import { HomePage } from '../site/home/home-page'
import { notify } from '../ui/notify'
import { useLoginUrl } from './login-url'
import { toolOpener } from './open-tool'

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
  return (
    <HomePage
      viewer={viewerOf(status, profile, user)}
      loginUrl={loginUrl}
      api={services.api}
      onOpenTool={toolOpener(services)}
      notify={notify}
    />
  )
}
