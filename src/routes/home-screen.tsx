import { getRouteApi } from '@tanstack/react-router'

import { profileOf, statusOf, userOf } from '../../machines/session/session.machine'
import { useSession } from '../session/context'
import { useHydrated } from '../session/use-hydrated'
import { viewerOf } from '../session/current-user'
import { HomePage } from '../site/home/home-page'
import { tell } from '../ui/toaster'
import { useLoginUrl } from './login-url'
import { toolOpener } from './open-tool'
import { useOpening } from './opening'

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
  const opened = useOpening(services.session.loading)
  return (
    <HomePage
      viewer={viewerOf(status, profile, user)}
      loginUrl={loginUrl}
      opened={opened}
      api={services.api}
      onOpenTool={toolOpener(services)}
      tell={tell}
    />
  )
}
