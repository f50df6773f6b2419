import { createContext, useContext } from 'react'
import { fromCallback, fromPromise } from 'xstate'

import { type FileListing, fileManagerMachine, type ProjectFile } from '../../machines/workspace/file-manager.machine'
import { paymentReturnMachine, type SimulationRequest } from '../../machines/workspace/payment-return.machine'
import { type NewProject, projectCreateMachine } from '../../machines/workspace/project-create.machine'
import { type Project, projectsMachine } from '../../machines/workspace/projects.machine'
import type { PriceTable } from '../../machines/workspace/request-rules'
import { type PaymentAttempt, simulationRequestMachine } from '../../machines/workspace/simulation-request.machine'
import { uploadMachine } from '../../machines/workspace/upload.machine'
import type { Actor, ProductApi } from '../api/product'

/** The bytes of chosen files, by the ids under which machines speak of them. */
const chosenFiles = new Map<string, File>()

/** Keeps chosen files and gives what the upload machine has to know of them. */
export const keepChosenFiles = (files: Iterable<File>) =>
  Array.from(files, (file) => {
    const id = crypto.randomUUID()
    chosenFiles.set(id, file)
    return { id, name: file.name, size: file.size }
  })

/** Where the workspace's machines meet the product API. `who` says who acts, at the moment of each call. */
export const connectWorkspace = (api: ProductApi, who: () => Actor) => ({
  projects: projectsMachine.provide({
    actors: { loadProjects: fromPromise<Project[]>(({ signal }) => api.listProjects(who(), signal)) },
  }),

  projectCreate: projectCreateMachine.provide({
    actors: {
      createProject: fromPromise<Project, NewProject>(({ input, signal }) => api.createProject(who(), input, signal)),
    },
  }),

  fileManager: fileManagerMachine.provide({
    actors: {
      loadFiles: fromPromise<FileListing, { projectId: string }>(async ({ input: { projectId }, signal }) => {
        const [files, types, usedMb] = await Promise.all([
          api.listFiles(who(), projectId, signal),
          api.listFileTypes(signal),
          api.getFilesSize(who(), projectId, signal),
        ])
        return { files, types, usedMb }
      }),
      saveFileType: fromPromise<void, { id: string; fileType: string }>(async ({ input, signal }) => {
        await api.changeFileType(input.id, input.fileType, signal)
      }),
    },
  }),

  upload: uploadMachine.provide({
    actors: {
      sendFile: fromCallback<{ type: string }, { projectId: string; id: string }>(({ input, sendBack }) => {
        const { projectId, id } = input
        const file = chosenFiles.get(id)
        if (!file) throw new Error('The file is no longer at hand. Choose it again.')
        const stop = new AbortController()
        api
          .uploadFile(who(), projectId, file, {
            signal: stop.signal,
            onProgress: (sent) => sendBack({ type: 'upload.progressed', id, sent }),
          })
          .then(
            () => {
              chosenFiles.delete(id)
              sendBack({ type: 'upload.finished', id })
            },
            (error: unknown) => sendBack({ type: 'upload.failed', id, error }),
          )
        return () => stop.abort()
      }),
    },
  }),

  simulationRequest: simulationRequestMachine.provide({
    actors: {
      loadProjects: fromPromise<Project[]>(({ signal }) => api.listRequestProjects(signal)),
      loadPrices: fromPromise<PriceTable>(({ signal }) => api.getPrices(signal)),
      loadFiles: fromPromise<ProjectFile[], { projectId: string }>(({ input, signal }) =>
        api.listRequestFiles(input.projectId, signal),
      ),
      startCheckout: fromPromise<{ id: string; url: string }, PaymentAttempt>(async ({ input, signal }) => {
        try {
          return await api.startCheckout(input.order, input.idempotencyKey, signal)
        } catch (error) {
          console.error('The payment could not be started.', error)
          throw error
        }
      }),
    },
  }),

  paymentReturn: paymentReturnMachine.provide({
    actors: {
      loadRequest: fromPromise<SimulationRequest, { requestId: string }>(({ input, signal }) =>
        api.getSimulationRequest(input.requestId, signal),
      ),
    },
  }),
})

type WorkspaceMachines = ReturnType<typeof connectWorkspace>

const WorkspaceContext = createContext<WorkspaceMachines | null>(null)

export const WorkspaceProvider = WorkspaceContext.Provider

/** The workspace's machines with their real work, for the view that starts one. */
export function useWorkspaceMachines(): WorkspaceMachines {
  const machines = useContext(WorkspaceContext)
  if (!machines) throw new Error('useWorkspaceMachines needs a WorkspaceProvider above it.')
  return machines
}
