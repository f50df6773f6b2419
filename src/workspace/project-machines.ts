import { fromPromise } from 'xstate'

import { projectCreateMachine, type ProjectToCreate } from '../../machines/workspace/project-create.machine'
import { projectDeleteMachine } from '../../machines/workspace/project-delete.machine'
import { type ProjectChange, projectEditMachine, type SaveAnswer } from '../../machines/workspace/project-edit.machine'
import type { Project } from '../../machines/workspace/project-list'
import { projectsMachine } from '../../machines/workspace/projects.machine'
import type { Actor, ProductApi } from '../api/product'
import { ApiError } from '../api/unwrap'

/** Where the machines of projects meet the product API. */
export const connectProjects = (api: ProductApi, who: () => Actor) => {
  const createProject = fromPromise<Project, ProjectToCreate>(({ input, signal }) =>
    api.createProject(who(), input, signal),
  )
  return {
    projects: projectsMachine.provide({
      actors: {
        loadProjects: fromPromise<Project[]>(({ signal }) => api.listProjects(who(), signal)),
        createProject,
      },
    }),

    projectCreate: projectCreateMachine.provide({ actors: { createProject } }),

    projectEdit: projectEditMachine.provide({
      actors: {
        saveProject: fromPromise<SaveAnswer, ProjectChange>(async ({ input, signal }) => {
          try {
            return { saved: await api.updateProject(input, signal) }
          } catch (error) {
            if (error instanceof ApiError && error.project) return { stale: error.project }
            throw error
          }
        }),
      },
    }),

    projectDelete: projectDeleteMachine.provide({
      actors: {
        deleteProject: fromPromise<void, { projectId: string }>(async ({ input, signal }) => {
          try {
            await api.deleteProject(input.projectId, signal)
          } catch (error) {
            // Somebody else was quicker: it is gone, as was wanted.
            if (!(error instanceof ApiError && error.status === 404)) throw error
          }
        }),
      },
    }),
  }
}
