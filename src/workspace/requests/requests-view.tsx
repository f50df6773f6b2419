import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiArrowLeft, mdiMagnifyClose, mdiSineWave } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useEffect, useRef, useState } from 'react'

import * as requests from '../../../machines/requests/requests.machine'
import { Icon } from '../../ui/icon'
import { lazyPart } from '../../ui/loading/lazy-part'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { useEmitted } from '../../ui/use-emitted'
import type { FilePlace } from './file-place'
import { useRequestMachines } from './machines'
import type { ReportPlace } from './report/report-place'
import { RequestFilters } from './request-filters'
import { RequestList } from './request-list'
import { type OpenFile, RequestDetail } from './request-detail'

const KeptRequest = lazyPart(() => import('./kept-request').then((it) => it.KeptRequest))

export type RequestsViewProps = {
  /** The filter in the URL. */
  filter: requests.RequestFilter
  /** The projects to choose from, and the handler for a changed filter. Null if the list belongs to one project. */
  filters: { projects: { id: string; name: string }[]; onFilter: (filter: requests.RequestFilter) => void } | null
  /** The id of the request in the URL. */
  openId: string | null
  onOpen: (id: string | null) => void
  /** Called once the old request has been copied into the wizard's draft. */
  onRepeat: (projectId: string) => void
  onRequest: () => void
  onFile: OpenFile
  place: ReportPlace
  /** Null if no request can be opened here. */
  filePlace: FilePlace | null
}

/** Shows simulation requests, or the details of the open one. */
export function RequestsView(props: RequestsViewProps) {
  const { filter, filters, openId, onOpen, onRepeat, onRequest, onFile, place, filePlace } = props
  const [input] = useState({ openId, filter })
  const search = useRef<HTMLInputElement>(null)
  const actor = useActorRef(useRequestMachines().requests, { input })
  const loading = useSelector(actor, requests.isLoading)
  const loaded = useSelector(actor, requests.isLoaded)
  const list = useSelector(actor, requests.requestsOf)
  const failure = useSelector(actor, requests.requestsFailureOf)
  const open = useSelector(actor, requests.openRequestOf)
  const missing = useSelector(actor, requests.isMissing)
  const opening = useSelector(actor, requests.isOpening)
  const closed = useSelector(actor, requests.isClosed)
  const filtered = useSelector(actor, requests.isFiltered)

  useEffect(() => {
    actor.send({ type: 'request.opened', id: openId })
  }, [actor, openId])
  const { query, status, projectId } = filter
  useEffect(() => {
    actor.send({ type: 'filter.addressed', filter: { query, status, projectId } })
  }, [actor, query, status, projectId])
  useEmitted(actor, {
    'draft.begun': ({ projectId: ordered }) => onRepeat(ordered),
    'filter.applied': ({ filter: applied }) => filters?.onFilter(applied),
  })

  return (
    <Stack gap="5">
      {openId !== null && (
        <Button alignSelf="start" size="sm" variant="outline" onClick={() => onOpen(null)}>
          <Icon path={mdiArrowLeft} />
          All requests
        </Button>
      )}
      {openId === null && filters && <RequestFilters actor={actor} projects={filters.projects} searchRef={search} />}
      {failure && (
        <ErrorNotice
          title={failure}
          text="Your requests are safe."
          {...((!loaded || closed) && { retrying: loading, onRetry: () => actor.send({ type: 'requests.retry' }) })}
        />
      )}
      {missing && (
        <ErrorNotice
          title="There is no such request, or you are not a member of its project."
          text="Ask the person who sent you the link to add you to the project. Your requests are under All requests."
        />
      )}
      {loading && <LoadingList text="Loading requests..." />}
      {opening && !open && <LoadingList text="Loading the request..." />}
      {open?.project_deleted && (
        <Suspense fallback={<LoadingList text="Loading the request..." />}>
          <KeptRequest request={open} />
        </Suspense>
      )}
      {open && !open.project_deleted && filePlace && (
        <RequestDetail actor={actor} request={open} onFile={onFile} place={place} filePlace={filePlace} />
      )}
      {loaded && openId === null && list.length > 0 && <RequestList actor={actor} onOpen={onOpen} />}
      {loaded && openId === null && list.length === 0 && !filtered && (
        <EmptyState icon={mdiSineWave} title={emptyTexts[projectId === null ? 'all' : 'one']}>
          <Button onClick={onRequest}>Request Simulation</Button>
        </EmptyState>
      )}
      {loaded && openId === null && list.length === 0 && filtered && (
        <EmptyState icon={mdiMagnifyClose} title="No request matches the search and the filter.">
          <Button
            variant="outline"
            onClick={() => {
              // This button disappears, and the focus with it.
              search.current?.focus()
              actor.send({ type: 'filter.changed', change: requests.noFilter })
            }}
          >
            Show all requests
          </Button>
        </EmptyState>
      )}
    </Stack>
  )
}

const emptyTexts = {
  all: 'No simulation requests yet. Request one for a project with a layout file.',
  one: 'No simulation requests for this project yet. Request one once it has a layout file.',
}

function LoadingList({ text }: { text: string }) {
  return (
    <>
      <chakra.p role="status" color="fg.muted">
        {text}
      </chakra.p>
      <chakra.div aria-hidden display="grid" gap="1">
        {['first', 'second', 'third'].map((row) => (
          <chakra.div key={row} h="14" borderRadius="l2" bg="bg.muted" animation="pulse" />
        ))}
      </chakra.div>
    </>
  )
}
