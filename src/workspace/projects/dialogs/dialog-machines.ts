import { type EventObject, fromCallback } from 'xstate'

import { projectCreateMachine } from '../../../../machines/projects/project-create.machine'
import { type Deletion, projectDeleteMachine } from '../../../../machines/projects/project-delete.machine'
import {
  type ProjectChange,
  projectEditMachine,
  type SaveAnswer,
} from '../../../../machines/projects/project-edit.machine'
import { type PresenceInput, presenceOf } from '../../../../machines/projects/project-presence'
import type { CallingUser, ProductApi } from '../../../api/product'
import { ApiError } from '../../../api/unwrap'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'
import { createProjectWith } from '../machines'

/** Reports whether the list contains a project, initially and after each change to the list. */
const followPresence = fromCallback<EventObject, PresenceInput>(({ input: { projectId, projects }, sendBack }) => {
  const report = (snapshot: ReturnType<typeof projects.getSnapshot>) => {
    const presence = presenceOf(snapshot, projectId)
    if (presence) sendBack(presence)
  }
  report(projects.getSnapshot())
  const following = projects.subscribe(report)
  return () => following.unsubscribe()
})

/** Connects the machines of the project dialogs to the product API. */
export const connectProjectDialogs = (api: ProductApi, currentUser: () => CallingUser) => ({
  projectCreate: projectCreateMachine.provide({ actors: { createProject: createProjectWith(api, currentUser) } }),

  projectEdit: projectEditMachine.provide({
    actors: {
      followPresence,
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
      followPresence,
      loadDeletion: fromCall<Deletion, { projectId: string }>(async ({ input, signal }) =>
        (await api.orders()).previewDeletion(input.projectId, signal),
      ),
      deleteProject: fromCall<void, { projectId: string }>(async ({ input, signal }) => {
        try {
          await api.deleteProject(input.projectId, signal)
        } catch (error) {
          // The status 404 means that another user has already deleted the project, which is the desired result.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        }
      }),
    },
  }),
})

export const useProjectDialogMachines = machinesHook(connectProjectDialogs)
