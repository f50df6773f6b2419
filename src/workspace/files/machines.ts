import { fromCallback } from 'xstate'

import { type FileListing, fileManagerMachine } from '../../../machines/files/file-manager.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machineContext } from '../lib/machine-context'
import { deleteFile, transfersFor } from '../transfers/machines'

/** So many calls at a time, when one is made for each of many files. */
const lanes = 4

/** Does it for each, a few at a time. Goes on after a failure, and fails with the first one at the end. */
async function forEach<Item, Answer>(items: readonly Item[], act: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const waiting = [...items]
  const answers: Answer[] = []
  const failures: unknown[] = []
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        answers.push(await act(item))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) throw failures[0]
  return answers
}

/** Where the machines of files meet the product API and the browser. */
export const connectFiles = (api: ProductApi, currentUser: () => CallingUser) => ({
  fileManager: fileManagerMachine.provide({
    actors: {
      loadFiles: fromCall<FileListing, { projectId: string; limit: number | null }>(
        async ({ input: { projectId, limit }, signal }) => {
          const [listed, types, usedMb] = await Promise.all([
            api.listFiles(currentUser(), projectId, limit, signal),
            api.listFileTypes(signal),
            api.getFilesSize(currentUser(), projectId, signal),
          ])
          return { ...listed, types, usedMb }
        },
      ),
      followUploads: fromCallback<{ type: string }, { projectId: string }>(({ input: { projectId }, sendBack }) => {
        const { uploads } = transfersFor(api, currentUser)
        uploads.send({ type: 'project.opened', projectId })
        const following = uploads.on('file.kept', (event) => {
          if (event.projectId === projectId) sendBack({ type: 'files.arrived', files: event.kept, gone: event.gone })
        })
        return () => following.unsubscribe()
      }),
      saveFileType: fromCall<ProjectFile[], { ids: string[]; fileType: string }>(({ input, signal }) =>
        forEach(input.ids, (id) => api.changeFileType(id, input.fileType, signal)),
      ),
      deleteFiles: fromCall<void, { ids: string[] }>(async ({ input, signal }) => {
        await forEach(input.ids, (id) => deleteFile(api, id, signal))
      }),
    },
  }),
})

export const { Context: FileContext, useMachines: useFileMachines } =
  machineContext<ReturnType<typeof connectFiles>>('files')
