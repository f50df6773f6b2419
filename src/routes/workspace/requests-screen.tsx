import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'

import { projectsOf } from '../../../machines/projects/projects.machine'
import type { RequestFilter } from '../../../machines/requests/requests.machine'
import { PageSpinner } from '../../ui/page-spinner'
import { useFilePlace } from '../use-file-place'
import { pathInAddress } from '../path-in-address'
import { useWorkspace } from './context'
import type { WorkspaceSearch } from './search-params'
import { lazyPart } from '../../ui/loading/lazy-part'

/**
 * Loaded lazily, because every user loads the code that imports this screen, and that code contains a list of all files
 * that the screen imports.
 */
const RequestsPage = lazyPart(() => import('../../workspace/requests/requests-page').then((it) => it.RequestsPage))

const route = getRouteApi('/workspace/requests/{-$requestId}')

const statuses = ['awaiting payment', 'paid', 'in progress', 'delivered', 'cancelled'] as const

const searchOf = ({ query, status, projectId }: RequestFilter): WorkspaceSearch => ({
  ...(query.trim() !== '' && { q: query }),
  ...(status !== null && { status }),
  ...(projectId !== null && { project: projectId }),
})

/** The page that lists the simulation requests, or shows the one in the URL. */
export function RequestsScreen() {
  const { requestId } = route.useParams()
  const { q, status, project, row, compare, delivery, file, view } = route.useSearch()
  const { projects, go } = useWorkspace()
  const list = useSelector(projects, projectsOf)
  const navigate = route.useNavigate()
  const router = useRouter()
  const filePlace = useFilePlace(`/workspace/requests/${requestId ?? ''}`, { file, view })
  const hasLeft = () => !/^\/workspace\/requests(\/|$)/.test(pathInAddress(router))
  const filter: RequestFilter = {
    query: q ?? '',
    status: statuses.find((one) => one === status) ?? null,
    projectId: project ?? null,
  }
  return (
    <Suspense fallback={<PageSpinner text="Loading requests..." />}>
      <RequestsPage
        filter={filter}
        filters={{
          projects: list,
          onFilter: (filter) => {
            if (hasLeft()) return
            const search = { ...searchOf(filter), ...(row && { row }), ...(file && { file }), ...(view && { view }) }
            navigate({ search, replace: true, resetScroll: false }).catch(console.error)
          },
        }}
        openId={requestId ?? null}
        // The list keeps its filter.
        onOpen={(request) => go.openRequest(request, searchOf(filter))}
        onRepeat={(projectId) => !hasLeft() && go.repeat(projectId)}
        onRequest={go.request}
        onFile={go.file}
        place={{
          row: row ?? null,
          onRow: go.reportRow,
          comparedId: compare ?? null,
          onCompare: go.reportComparison,
          delivery: delivery === undefined ? null : Number(delivery),
          onDelivery: go.reportDelivery,
        }}
        filePlace={filePlace}
      />
    </Suspense>
  )
}
