import { missingFiles } from '../../../../machines/previews/required-files'
import type { CallingUser, ProductApi } from '../../../api/product'
import { machinesHook } from '../../lib/machines'

/** Connects the files that a netlist requires to the files of its project. */
const connectRequiredFiles = (api: ProductApi, currentUser: () => CallingUser) => ({
  /** Returns the included files that the project does not have. */
  missingInProject: async (projectId: string, includes: string[], signal: AbortSignal) => {
    const { files } = await api.listFiles(currentUser(), projectId, null, signal)
    return missingFiles(
      includes,
      files.map(({ name }) => name),
    )
  },
})

export const useRequiredFiles = machinesHook(connectRequiredFiles)
