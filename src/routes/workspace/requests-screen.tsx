import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'

import { projectsOf } from '../../../machines/projects/projects.machine'
import { RequestsPage } from '../../workspace/requests/requests-page'
import { useWorkspace } from './context'

const route = getRouteApi('/workspace/requests/{-$requestId}')

/** The page of the simulation requests, or of the one that the address names. */
export function RequestsScreen() {
  const { requestId } = route.useParams()
  const { q, status, project, row } = route.useSearch()
  const { projects, go } = useWorkspace()
  const list = useSelector(projects, projectsOf)
  return (
    <RequestsPage
      filter={{ query: q ?? '', status: status ?? null, projectId: project ?? null }}
      filters={{ projects: list, onFilter: go.filterRequests }}
      openId={requestId ?? null}
      onOpen={go.openRequest}
      onRepeat={go.repeat}
      onRequest={go.request}
      onFile={go.file}
      openRow={row ?? null}
      onRow={go.reportRow}
    />
  )
}
