import { olderProjectsMachine } from '../../../../machines/projects/older-projects.machine'
import type { Project } from '../../../../machines/projects/project-list'
import type { ProductApi } from '../../../api/product'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'

/** Connects the search for unlisted projects to the product API. */
export const connectOlderProjects = (api: ProductApi) => ({
  olderProjects: olderProjectsMachine.provide({
    actors: {
      findProjects: fromCall<Project[], { query: string }>(({ input: { query }, signal }) =>
        api.findProjects(query.slice(0, 200), signal),
      ),
    },
  }),
})

export const useOlderMachines = machinesHook(connectOlderProjects)
