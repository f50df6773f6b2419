import {
  type ActivityPage,
  type ActivityPageWanted,
  projectActivityMachine,
} from '../../../machines/activity/project-activity.machine'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { portableName, saveBlob } from '../transfers/save-file'

/** Connects the activity of a project to the product API. */
export const connectActivity = (api: ProductApi) => ({
  projectActivity: projectActivityMachine.provide({
    actors: {
      loadPage: fromCall<ActivityPage, ActivityPageWanted>(async ({ input, signal }) =>
        (await api.history()).listActivity(input, signal),
      ),
      exportActivity: fromCall<void, { projectId: string }>(async ({ input, signal }) => {
        const { bytes, name } = await (await api.history()).exportActivity(input.projectId, signal)
        saveBlob(bytes, portableName(name ?? 'activity.csv'))
      }),
    },
  }),
})

export const useActivityMachines = machinesHook(connectActivity)
