import { fromCallback } from 'xstate'

import { listViewMachine } from '../../../machines/projects/list-view.machine'
import type { Project, ProjectToCreate } from '../../../machines/projects/project-list'
import { projectsMachine } from '../../../machines/projects/projects.machine'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { followTransfers } from '../transfers/running-transfers'
import { keepView } from './list/kept-view'

export const createProjectWith = (api: ProductApi, currentUser: () => CallingUser) =>
  fromCall<Project, ProjectToCreate>(({ input, signal }) => api.createProject(currentUser(), input, signal))

/** Connects the list of projects to the product API, and its display to the browser's storage. */
export const connectProjects = (api: ProductApi, currentUser: () => CallingUser) => ({
  projects: projectsMachine.provide({
    actors: {
      loadProjects: fromCall<Project[]>(({ signal }) => api.listProjects(currentUser(), signal)),
      createProject: createProjectWith(api, currentUser),
      followUploads: fromCallback(({ sendBack }) =>
        followTransfers(api, ({ uploads }) => {
          const following = uploads.on('file.kept', ({ isOpen }) => {
            if (!isOpen) sendBack({ type: 'files.changed' })
          })
          return () => following.unsubscribe()
        }),
      ),
    },
  }),

  listView: listViewMachine.provide({ actions: { keepView: (_, view) => keepView(view) } }),
})

export const useProjectMachines = machinesHook(connectProjects)
