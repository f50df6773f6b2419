import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'

import {
  isSearchingOlder,
  olderFailureOf,
  type ReceivingList,
} from '../../../../machines/projects/older-projects.machine'
import { mostListed } from '../../../../machines/projects/project-list'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { useOlderMachines } from './older-machines'

function useOlderProjects(projects: ReceivingList, query: string) {
  const [input] = useState({ projects, query })
  const actor = useActorRef(useOlderMachines().olderProjects, { input })
  useEffect(() => actor.send({ type: 'query.changed', query }), [actor, query])
  return {
    isSearching: useSelector(actor, isSearchingOlder),
    failure: useSelector(actor, olderFailureOf),
    retry: () => actor.send({ type: 'search.retry' }),
  }
}

/** Explains that the list does not contain all projects because there are too many, and searches the others as well. */
export function OlderProjects({ projects, query }: { projects: ReceivingList; query: string }) {
  const { isSearching, failure, retry } = useOlderProjects(projects, query)
  if (failure) {
    return <ErrorNotice title={failure} text="Only the newest projects were searched." onRetry={retry} />
  }
  return (
    <chakra.p textStyle="sm" color="fg.muted" aria-live="polite">
      {isSearching
        ? 'Searching older projects...'
        : `The newest ${mostListed.toLocaleString('en-US')} projects are listed. Search finds older ones too.`}
    </chakra.p>
  )
}

type OlderProjectProps = {
  projects: ReceivingList
  id: string
  /** Returns what is shown if there is no such project (`failure` is null) or if it could not be loaded. */
  missing: (failure: string | null, onRetry: () => void) => ReactNode
}

/** Adds a project that is too old to be in the list. Rendered until the list contains the project. */
export function OlderProject({ projects, id, missing }: OlderProjectProps) {
  const { isSearching, failure, retry } = useOlderProjects(projects, id)
  return isSearching ? <PageSpinner text="Loading workspace..." /> : missing(failure, retry)
}
