import { fromCallback } from 'xstate'

import { projectCreateMachine, type ProjectToCreate } from '../../../machines/projects/project-create.machine'
import { type Deletion, projectDeleteMachine } from '../../../machines/projects/project-delete.machine'
import {
  type ProjectChange,
  projectEditMachine,
  type SaveAnswer,
} from '../../../machines/projects/project-edit.machine'
import type { Project } from '../../../machines/projects/project-list'
import { projectsMachine } from '../../../machines/projects/projects.machine'
import type { CallingUser, ProductApi } from '../../api/product'
import { ApiError } from '../../api/unwrap'
import { fromCall } from '../lib/from-call'
import { machineContext } from '../lib/machine-context'
import { transfersFor } from '../transfers/machines'

/** Connects the project machines to the product API. */
export const connectProjects = (api: ProductApi, currentUser: () => CallingUser) => {
  const createProject = fromCall<Project, ProjectToCreate>(({ input, signal }) =>
    api.createProject(currentUser(), input, signal),
  )
  return {
    projects: projectsMachine.provide({
      actors: {
        loadProjects: fromCall<Project[]>(({ signal }) => api.listProjects(currentUser(), signal)),
        createProject,
        followUploads: fromCallback(({ sendBack }) => {
          const following = transfersFor(api, currentUser).uploads.on('file.kept', ({ isOpen }) => {
            if (!isOpen) sendBack({ type: 'files.changed' })
          })
          return () => following.unsubscribe()
        }),
      },
    }),

    projectCreate: projectCreateMachine.provide({ actors: { createProject } }),

    projectEdit: projectEditMachine.provide({
      actors: {
        saveProject: fromCall<SaveAnswer, ProjectChange>(async ({ input, signal }) => {
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
        loadDeletion: fromCall<Deletion, { projectId: string }>(async ({ input, signal }) =>
          (await api.orders()).previewDeletion(input.projectId, signal),
        ),
        deleteProject: fromCall<void, { projectId: string }>(async ({ input, signal }) => {
          try {
            await api.deleteProject(input.projectId, signal)
          } catch (error) {
            // Another user deleted it first, which is the desired result.
            if (!(error instanceof ApiError && error.status === 404)) throw error
          }
        }),
      },
    }),
  }
}

export const { Context: ProjectContext, useMachines: useProjectMachines } =
  machineContext<ReturnType<typeof connectProjects>>('projects')
