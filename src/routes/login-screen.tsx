import { chakra } from '@chakra-ui/react/styled-system'
import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'

import { failureOfSession, isLeaving, isRefused, returnToOf, statusOf } from '../../machines/session/session.machine'
import { useSession } from '../session/context'
import { failureText } from '../session/login-failure-text'
import { lastRoute, safeReturn } from '../session/storage'
import { ErrorNotice } from '../ui/notices/notices'
import { PageSpinner } from '../ui/page-spinner'
import { RefusedNotice } from './refused-notice'

/** Completes or starts a login. Shows only a spinner, or an error if the login fails. */
export function LoginScreen() {
  const session = useSession()
  const router = useRouter()
  const status = useSelector(session, statusOf)
  const returnTo = useSelector(session, returnToOf)
  const leaving = useSelector(session, isLeaving)
  const failure = useSelector(session, failureOfSession)
  const refused = useSelector(session, isRefused)

  useEffect(() => {
    if (status === 'unknown' || leaving || failure) return
    // While the code of the next page is loading, this page is still shown, and is mounted again for each new URL. It
    // must not start another login then.
    if (!/^\/login\/?$/.test(router.history.location.pathname)) return
    const hasReturned = status === 'authenticated' || returnTo !== null
    if (!hasReturned) {
      session.send({ type: 'login.requested' })
      return
    }
    const address = safeReturn(returnTo ?? lastRoute())
    const [, , foundRoute] = router.getMatchedRoutes(new URL(address, location.origin).pathname)
    // Navigates through the history, because `address` includes query and hash.
    router.history.replace(foundRoute ? address : '/')
  }, [status, leaving, returnTo, failure, session, router])

  // The login succeeded, but the API may reject the token before the workspace is reached.
  if (refused) return <RefusedNotice />
  if (!failure) return <PageSpinner text="Taking you to the login page..." />
  return (
    <chakra.div maxW="3xl" mx="auto" px="4" py="16">
      <ErrorNotice
        title="The login did not succeed."
        text={failureText(failure)}
        onRetry={() => session.send({ type: 'login.requested' })}
      />
    </chakra.div>
  )
}
