import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'

import { mayExportActivity } from '../../../machines/activity/activity-rights'
import { isActivityKind } from '../../../machines/activity/activity-sentence'
import type { Project } from '../../../machines/projects/project-list'
import { isListCut, isLoading, projectsFailureOf, projectsOf } from '../../../machines/projects/projects.machine'
import { sessionOf } from '../../../machines/session/session.machine'
import { brand } from '../../content/brand'
import { useSession } from '../../session/context'
import { PageSpinner } from '../../ui/page-spinner'
import { useDeferredSelector } from '../../ui/use-deferred-selector'
import { useFileMachines } from '../../workspace/files/machines'
import { MissingProject, ProjectPage } from '../../workspace/projects/project-page'
import { PreviewAddressContext } from '../../workspace/previews/preview-address'
import { ProjectOverview } from '../../workspace/projects/project-overview'
import { useArrivalMachines } from '../../workspace/wizard/layout/arrival-machines'
import { LayoutNotice } from '../../workspace/wizard/layout/layout-notice'
import { pathInAddress } from '../path-in-address'
import { useWorkspace } from './context'
import { useLastListed } from './last-listed'
import { isTab, parseSearch, tabs, type Tab } from './search-params'
import { lazyPart } from '../../ui/loading/lazy-part'

const ProjectFiles = lazyPart(() => import('../../workspace/files/project-files').then((it) => it.ProjectFiles))
const OlderProject = lazyPart(() =>
  import('../../workspace/projects/list/older-projects').then((it) => it.OlderProject),
)
const ProjectBoard = lazyPart(() => import('../../workspace/previews/project-board').then((it) => it.ProjectBoard))
const RequestsView = lazyPart(() => import('../../workspace/requests/requests-view').then((it) => it.RequestsView))
const ProjectBudget = lazyPart(() => import('../../workspace/requests/project-budget').then((it) => it.ProjectBudget))
const ProjectMembers = lazyPart(() => import('../../workspace/sharing/project-members').then((it) => it.ProjectMembers))
const ProjectActivity = lazyPart(() =>
  import('../../workspace/activity/project-activity').then((it) => it.ProjectActivity),
)

const route = getRouteApi('/workspace/projects/$projectId/{-$tab}')

const tabNames: Record<Tab, string> = {
  files: 'Files',
  board: 'Board',
  requests: 'Requests',
  members: 'Members',
  activity: 'Activity',
}

/** The page of a project, with the tab in the URL. */
export function ProjectScreen() {
  const { projectId, tab } = route.useParams()
  const { projects, go, mayDelete, onVisit } = useWorkspace()
  const list = useDeferredSelector(projects, projectsOf)
  const loading = useDeferredSelector(projects, isLoading)
  const failure = useDeferredSelector(projects, projectsFailureOf)
  const isCut = useDeferredSelector(projects, isListCut)
  const project = useLastListed(list, projectId)
  const name = project?.name

  useEffect(() => {
    document.title = `${name ?? 'Project'} · ${brand.name}`
  }, [name])
  useEffect(() => onVisit(projectId), [onVisit, projectId])

  if (!project) {
    if (loading) return <PageSpinner text="Loading workspace..." />
    const missing = <MissingProject failure={failure} onRetry={() => projects.send({ type: 'projects.reload' })} />
    if (failure || !isCut) return missing
    return (
      <Suspense fallback={<PageSpinner text="Loading workspace..." />}>
        <OlderProject
          key={projectId}
          projects={projects}
          id={projectId}
          missing={(reason, onRetry) => <MissingProject failure={reason} onRetry={onRetry} />}
        />
      </Suspense>
    )
  }
  const isGone = !list.includes(project)
  return (
    <ProjectPage
      project={project}
      isGone={isGone}
      projects={list}
      tab={tab}
      tabs={[
        { name: 'Overview' },
        ...tabs.map((one) => ({
          tab: one,
          name: tabNames[one],
          ...(one === 'files' && { count: project.fileCount, isNew: project.hasNews }),
          ...(one === 'requests' && { isNew: project.hasRequestNews }),
        })),
      ]}
      onRequest={go.request}
      onEdit={() => go.edit(projectId)}
      onDelete={mayDelete ? () => go.delete(projectId) : null}
    >
      {/* The files have one machine for all tabs, so that a transfer or a change continues when the tab changes. */}
      <Tabs key={projectId} project={project} isGone={isGone} tab={tab !== undefined && isTab(tab) ? tab : null} />
    </ProjectPage>
  )
}

function Tabs({ project, isGone, tab }: { project: Project; isGone: boolean; tab: Tab | null }) {
  const { projects, go, mayManageMembers, mayAssign } = useWorkspace()
  const place = route.useSearch()
  const navigate = route.useNavigate()
  const mayExport = mayExportActivity(useSelector(useSession(), sessionOf))
  const [input] = useState({ projectId: project.id, folder: place.folder ?? ('inputs' as const), projects })
  const files = useActorRef(useFileMachines().projectFiles, { input })
  const [following] = useState({ projectId: project.id, files })
  const { layoutArrival } = useArrivalMachines()
  const arriving = useMemo(
    () =>
      layoutArrival.provide({
        actions: {
          tellDrawn: (_, thumbnail) => {
            const listed = projectsOf(projects.getSnapshot()).find(({ id }) => id === project.id)
            if (listed) projects.send({ type: 'project.changed', project: { ...listed, thumbnail } })
          },
        },
      }),
    [layoutArrival, projects, project.id],
  )
  const arrival = useActorRef(arriving, { input: following })

  // Incremented to open the preview again with a different view.
  const [shown, setShown] = useState(0)
  const router = useRouter()
  const path = `/workspace/projects/${project.id}${tab === null ? '' : `/${tab}`}`
  const { file, compare } = place
  const address = useMemo(
    () => ({
      view: place.view ?? '',
      shown,
      // The view is written to the URL only once it has settled. By then, another file or page may have been opened.
      onView: (view: string) => {
        const next = parseSearch(router.options.parseSearch(router.history.location.search))
        if (pathInAddress(router) === path && next.file === file && next.compare === compare) go.view(view)
      },
      onShow: (view: string) => {
        go.view(view)
        setShown((count) => count + 1)
      },
    }),
    [place.view, shown, go, router, path, file, compare],
  )

  // After a switch to another project, its name is shown first. Its tab takes longer and is rendered in slices.
  const isNameShown = useDeferredValue(true, false)
  if (!isNameShown) return null

  return (
    <PreviewAddressContext value={address}>
      <Suspense fallback={<PageSpinner text="Loading..." />}>
        {tab === null && <ProjectOverview project={project} isGone={isGone} files={files} />}
        {tab === 'files' && (
          <ProjectFiles
            files={files}
            project={project}
            folder={place.folder ?? 'inputs'}
            openId={place.file ?? null}
            onFolder={go.folder}
            onOpen={go.preview}
            commentId={place.comment ?? null}
            onComment={go.comment}
            compare={place.compare ?? null}
            onCompare={(file, compare) => go.compare(project.id, file, compare)}
            notice={<LayoutNotice arrival={arrival} onRequest={go.request} />}
          />
        )}
        {tab === 'board' && (
          <ProjectBoard
            files={files}
            project={project}
            openId={place.file ?? null}
            onOpen={go.preview}
            onCompare={(file) => go.compare(project.id, file, 'previous')}
          />
        )}
        {/* In earlier versions, a request was opened in the tab of its project. */}
        {tab === 'requests' && place.request && (
          <Navigate
            to="/workspace/requests/{-$requestId}"
            params={{ requestId: place.request }}
            search={place.row ? { row: place.row } : {}}
            replace
          />
        )}
        {tab === 'requests' && !place.request && (
          <section aria-label={`Requests of ${project.name}`}>
            <ProjectBudget key={project.id} projectId={project.id} mayChange={mayManageMembers && !isGone} />
            <RequestsView
              filter={{ query: '', status: null, projectId: project.id }}
              filters={null}
              openId={null}
              onOpen={(request) => go.openRequest(request)}
              onRepeat={(repeated) => pathInAddress(router) === path && go.repeat(repeated)}
              onRequest={go.request}
              onFile={go.file}
              place={{
                ...{ row: null, comparedId: null, delivery: null },
                ...{ onRow: go.reportRow, onCompare: go.reportComparison, onDelivery: go.reportDelivery },
              }}
              filePlace={null}
            />
          </section>
        )}
        {tab === 'members' && <ProjectMembers project={project} mayManage={mayManageMembers} mayAssign={mayAssign} />}
        {tab === 'activity' && (
          <ProjectActivity
            project={project}
            files={files}
            kind={place.kind !== undefined && isActivityKind(place.kind) ? place.kind : null}
            person={place.person ?? null}
            mayExport={mayExport}
            onFilter={({ kind, person }) => {
              const search = { ...(kind && { kind }), ...(person && { person }) }
              navigate({ search, replace: true, resetScroll: false }).catch(console.error)
            }}
          />
        )}
      </Suspense>
    </PreviewAddressContext>
  )
}
