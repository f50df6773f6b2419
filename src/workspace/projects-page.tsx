import { Button } from '@chakra-ui/react/button'
import { Skeleton } from '@chakra-ui/react/skeleton'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFolderPlusOutline, mdiPlus, mdiSineWave } from '@mdi/js'
import { useSelector } from '@xstate/react'

import {
  failureOf,
  isLoading,
  type ProjectsActor,
  projectsOf,
  selectedIdOf,
} from '../../machines/workspace/projects.machine'
import { Icon } from '../ui/icon'
import { EmptyState, ErrorNotice } from '../ui/notices'
import '../ui/workspace-recipes'
import { ProjectCard } from './project-card'

type ProjectsPageProps = {
  projects: ProjectsActor
  onSelect: (id: string) => void
  onCreate: () => void
  onRequest: () => void
  onManageFiles: (id: string) => void
}

/** The workspace's first screen. */
export function ProjectsPage({ projects, onSelect, onCreate, onRequest, onManageFiles }: ProjectsPageProps) {
  const list = useSelector(projects, projectsOf)
  const selectedId = useSelector(projects, selectedIdOf)
  const loading = useSelector(projects, isLoading)
  const failure = useSelector(projects, failureOf)

  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '8', md: '10' }} minH="70vh">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="4" mb="8">
        <chakra.h1 textStyle="3xl" fontWeight="semibold">
          Projects
        </chakra.h1>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <Button variant="outline" onClick={onCreate}>
            <Icon path={mdiPlus} />
            Create New Project
          </Button>
          <Button onClick={onRequest}>
            <Icon path={mdiSineWave} />
            Request Simulation
          </Button>
        </chakra.div>
      </chakra.div>
      {failure && (
        <ErrorNotice
          title={failure}
          text="Your projects are safe; only the list is missing."
          retrying={loading}
          onRetry={() => projects.send({ type: 'projects.reload' })}
        />
      )}
      {loading && list.length === 0 && !failure ? (
        <LoadingList />
      ) : list.length === 0 ? (
        !failure && (
          <EmptyState icon={mdiFolderPlusOutline} title="No projects found. Create your first project to get started!">
            <Button onClick={onCreate}>Create New Project</Button>
          </EmptyState>
        )
      ) : (
        <CardGrid>
          {list.map((project) => (
            <ProjectCard
              key={project.id}
              project={project}
              selected={project.id === selectedId}
              onSelect={() => onSelect(project.id)}
              onManageFiles={() => onManageFiles(project.id)}
            />
          ))}
        </CardGrid>
      )}
    </chakra.div>
  )
}

const CardGrid = chakra('div', {
  base: { display: 'grid', gap: '5', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 304px), 1fr))' },
})

function LoadingList() {
  return (
    <>
      <chakra.p role="status" srOnly>
        Loading workspace...
      </chakra.p>
      <CardGrid aria-hidden>
        {['first', 'second', 'third'].map((card) => (
          <Skeleton key={card} height="268px" borderRadius="l3" />
        ))}
      </CardGrid>
    </>
  )
}
