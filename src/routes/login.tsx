import { createRoute, useNavigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'

import { failureOfSession, statusOf } from '../../machines/session/session.machine'
import { guarded } from '../app/guarded'
import { useSession } from '../session/context'
import { safeReturn } from '../session/storage'
import { ErrorNotice } from '../ui/notices'
import { PageSpinner } from '../ui/page-spinner'
import { rootRoute } from './root'

/** No screen of its own: it finishes a login, or starts one, and shows what went wrong with either. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { title: 'Log in' },
  beforeLoad: guarded('public'),
  component: Login,
})

function Login() {
  const session = useSession()
  const navigate = useNavigate()
  const status = useSelector(session, statusOf)
  const returnTo = useSelector(session, ({ context }) => context.returnTo)
  const failure = useSelector(session, failureOfSession)

  useEffect(() => {
    if (status === 'authenticated') void navigate({ to: safeReturn(returnTo ?? '/'), replace: true })
    if (status === 'anonymous' && !failure) session.send({ type: 'login.requested' })
  }, [status, returnTo, failure, session, navigate])

  if (!failure) return <PageSpinner text="Taking you to the login..." />
  return (
    <ErrorNotice
      title="The login did not succeed"
      text={failure.message}
      onRetry={() => session.send({ type: 'login.requested' })}
    />
  )
}
