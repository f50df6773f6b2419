import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFolderPlusOutline, mdiMagnifyClose, mdiPlus, mdiSineWave } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useMemo } from 'react'

import { type ListViewActor, viewOf } from '../../../../machines/projects/list-view.machine'
import { visibleProjects, matchingLocals, type Sort } from '../../../../machines/projects/project-list'
import {
  projectsFailureOf,
  isListCut,
  isLoading,
  isOpeningSample,
  listedOf,
  localsOf,
  type ProjectsActor,
  queryOf,
  savingIdOf,
  selectedIdOf,
  sortOf,
} from '../../../../machines/projects/projects.machine'
import { Icon } from '../../../ui/icon'
import { EmptyState, ErrorNotice } from '../../../ui/notices/notices'
import { cardGap, CardGrid, cardHeight, cardWidth } from './card-grid'
import { ProjectGrid } from './project-grid'
import { ProjectSearch } from './project-search'
import { lazyPart } from '../../../ui/loading/lazy-part'

const ProjectTable = lazyPart(() => import('./project-table').then((it) => it.ProjectTable))
const OlderProjects = lazyPart(() => import('./older-projects').then((it) => it.OlderProjects))

type ProjectsPageProps = {
  projects: ProjectsActor
  listView: ListViewActor
  /** The id of the project whose page the user just left. Its card or row gets the focus. */
  returnTo?: string | null
  onSelect: (id: string) => void
  onCreate: () => void
  onRequest: () => void
  onManageFiles: (id: string) => void
  onMembers: (id: string) => void
  onEdit: (id: string) => void
  /** Null if the user has no permission to delete. */
  onDelete: ((id: string) => void) | null
  onDiscard: (id: string) => void
  /** Whether the user came here to search. */
  isSearching: boolean
  onSearch: (query: string) => void
  onSort: (sort: Sort) => void
  /** Shown to users without projects. */
  firstSteps?: ReactNode
}

/** The start page of the workspace. */
export function ProjectsPage({
  projects,
  listView,
  returnTo = null,
  onCreate,
  onRequest,
  isSearching,
  onSearch,
  onSort,
  firstSteps,
  ...on
}: ProjectsPageProps) {
  const view = useSelector(listView, viewOf)
  const list = useSelector(projects, listedOf)
  const locals = useSelector(projects, localsOf)
  const selectedId = useSelector(projects, selectedIdOf)
  const savingId = useSelector(projects, savingIdOf)
  const loading = useSelector(projects, isLoading)
  const failure = useSelector(projects, projectsFailureOf)
  const query = useSelector(projects, queryOf)
  const sort = useSelector(projects, sortOf)
  const isCut = useSelector(projects, isListCut)

  const shown = useMemo(
    () => [...matchingLocals(locals, query), ...visibleProjects(list, { query, sort })],
    [locals, list, query, sort],
  )
  const { onSelect, onManageFiles, onMembers, onEdit, onDelete, onDiscard } = on
  const actions = useMemo(
    () => ({
      onSelect,
      onManageFiles,
      onMembers,
      onEdit,
      onDelete,
      onDiscard,
      onRetry: (id: string) => projects.send({ type: 'local.retry', id }),
    }),
    [onSelect, onManageFiles, onMembers, onEdit, onDelete, onDiscard, projects],
  )
  const shownList = { returnTo, items: shown, selectedId, savingId, actions }
  const opensSample = useSelector(projects, isOpeningSample)
  const count = list.length + locals.length
  const isFirstLoad = loading && count === 0 && !failure && !opensSample
  const isMissing = selectedId !== null && !loading && !failure && !has([...locals, ...list], selectedId)

  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '8', md: '10' }} minH="70vh">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="4" mb="6">
        <chakra.h1 textStyle="3xl" fontWeight="semibold">
          Projects
        </chakra.h1>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap="3"
          css={{ '& > *': { flex: { base: '1 1 auto', sm: 'none' } } }}
        >
          <Button variant="outline" onClick={onCreate}>
            <Icon path={mdiPlus} />
            Create New Project
          </Button>
          <Button name="request" onClick={onRequest}>
            <Icon path={mdiSineWave} />
            Request Simulation
          </Button>
        </chakra.div>
      </chakra.div>
      <ProjectSearch
        listView={listView}
        isSearching={isSearching}
        query={query}
        sort={sort}
        found={failure ? null : isFirstLoad ? 'loading' : { shown: shown.length, count }}
        onSearch={onSearch}
        onSort={onSort}
      />
      <chakra.div display="grid" gap="4" mb="4" _empty={{ display: 'none' }}>
        {isCut && (
          <Suspense>
            <OlderProjects projects={projects} query={query} />
          </Suspense>
        )}
        {failure && (
          <ErrorNotice
            title={failure}
            text={
              list.length === 0
                ? 'Your projects are safe; only the list is missing.'
                : 'Your projects are safe; what you see may be out of date.'
            }
            retrying={loading}
            onRetry={() => projects.send({ type: 'projects.reload' })}
          />
        )}
        {isMissing && (
          <ErrorNotice
            title="There is no such project, or you are not a member of it."
            text="Ask the person who sent you the link to add you to the project. Your projects are below."
          />
        )}
      </chakra.div>
      {isFirstLoad ? (
        <LoadingList />
      ) : shown.length > 0 ? (
        view === 'table' ? (
          <Suspense fallback={<LoadingList />}>
            <ProjectTable {...shownList} sort={sort} onSort={onSort} />
          </Suspense>
        ) : (
          <CardGrid>
            <ProjectGrid {...shownList} />
          </CardGrid>
        )
      ) : count > 0 ? (
        <EmptyState icon={mdiMagnifyClose} title={`No project matches “${query.trim()}”.`}>
          <Button variant="outline" onClick={() => onSearch('')}>
            Clear search
          </Button>
        </EmptyState>
      ) : (
        (opensSample || !failure) && (
          <>
            <EmptyState
              icon={mdiFolderPlusOutline}
              title="No projects found. Create your first project to get started!"
            >
              <Button onClick={onCreate}>Create New Project</Button>
            </EmptyState>
            {firstSteps}
          </>
        )
      )}
    </chakra.div>
  )
}

const has = (items: { id: string }[], wanted: string) => items.some(({ id }) => id === wanted)

const Skeletons = chakra('div', {
  base: {
    display: 'grid',
    gap: `${cardGap}px`,
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${cardWidth}px), 1fr))`,
    '& > *': { height: `${cardHeight}px`, borderRadius: 'l3', bg: 'bg.muted', animation: 'pulse' },
  },
})

function LoadingList() {
  return (
    <Skeletons aria-hidden>
      {['first', 'second', 'third', 'fourth'].map((card) => (
        <div key={card} />
      ))}
    </Skeletons>
  )
}
