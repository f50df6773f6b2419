import { fileNameKey } from '../../../../machines/files/file-names'
import type { CallingUser, ProductApi } from '../../../api/product'
import { machinesHook } from '../../lib/machines'

/** Returns the last part of a path, written with slashes or backslashes, in the form in which names are compared. */
const keyOf = (path: string) => fileNameKey(path.split(/[/\\]/).at(-1) ?? path)

/**
 * Returns the included files that are not among these names. Folders do not count: a model names the folders of the
 * computer that it comes from.
 */
export function missingFiles(includes: string[], names: string[]): string[] {
  const known = new Set(names.map(keyOf))
  return includes.filter((path) => !known.has(keyOf(path)))
}

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
