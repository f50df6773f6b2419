import { fromCallback } from 'xstate'

import { type DataDeletion, dataDeletionMachine } from '../../../machines/people/data-deletion.machine'
import { dataExportMachine } from '../../../machines/people/data-export.machine'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { portableName, saveBlob } from '../transfers/save-file'

/** Connects the export and the deletion of the user's data to the product API. */
export const connectPeople = (api: ProductApi) => ({
  dataExport: dataExportMachine.provide({
    actors: {
      receiveExport: fromCallback(({ sendBack }) => {
        const stop = new AbortController()
        const onProgress = (received: number) => sendBack({ type: 'export.progressed', received })
        const receive = async () => {
          const { bytes, name } = await (await api.people()).exportMe({ onProgress, signal: stop.signal })
          if (!stop.signal.aborted) saveBlob(bytes, portableName(name ?? 'my-data.zip'))
        }
        receive().then(
          () => sendBack({ type: 'export.finished' }),
          (error: unknown) => sendBack({ type: 'export.failed', error }),
        )
        return () => stop.abort()
      }),
    },
  }),

  dataDeletion: dataDeletionMachine.provide({
    actors: {
      deleteData: fromCall<void, DataDeletion>(async ({ input: { username, removeFiles }, signal }) =>
        (await api.people()).deleteMe({ username, remove_files: removeFiles }, signal),
      ),
    },
  }),
})

export const usePeopleMachines = machinesHook(connectPeople)
