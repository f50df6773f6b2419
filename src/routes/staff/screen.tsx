import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense, useMemo } from 'react'

import { hasRealmRoles } from '../../../machines/session/roles'
import { isPersonKnown, isRefused, sessionOf } from '../../../machines/session/session.machine'
import { useSession } from '../../session/context'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { connectWorkspace, WorkspaceProvider } from '../../workspace/lib/machines'
import { RefusedNotice } from '../refused-notice'
import { lazyPart } from '../../ui/loading/lazy-part'

const route = getRouteApi('/staff')

/** Loaded only for staff. */
const StaffPages = lazyPart(() => import('./staff-pages').then((it) => it.StaffPages))

/** The staff pages, for people with the staff role. */
export function StaffScreen() {
  const { services } = route.useRouteContext()
  const session = useSession()
  const known = useSelector(session, isPersonKnown)
  const refused = useSelector(session, isRefused)
  const person = useSelector(session, sessionOf)
  const connection = useMemo(() => connectWorkspace(services.api, services.session.currentUser), [services])

  if (refused) return <RefusedNotice />
  if (!known || !person) return <PageSpinner text="Loading..." />
  if (!hasRealmRoles(person, ['staff'])) return <NotForYou />
  return (
    <WorkspaceProvider value={connection}>
      <Suspense fallback={<PageSpinner text="Loading..." />}>
        <StaffPages me={person.userId} />
      </Suspense>
    </WorkspaceProvider>
  )
}

const NotForYou = () => (
  <chakra.div px={{ base: '4', md: '8' }} py="8" display="grid" gap="4" justifyItems="start">
    <chakra.h1 textStyle="2xl" fontWeight="semibold">
      Staff only
    </chakra.h1>
    <ErrorNotice
      title="This page requires the staff role."
      text="Your own requests and projects are in the workspace. The sign-in provider assigns roles."
    />
    <Button asChild>
      <Link to="/workspace">Open the workspace</Link>
    </Button>
  </chakra.div>
)
