import { onFirstUse } from '../../lib/on-first-use'
import { folderOf, type ProjectFile } from '../../files/file-order'
import { MB } from '../../lib/file-size'
import { extensionOf, kindOf } from '../preview-kinds'

/** The Gerber and drill files of a project, shown as one file. */
export type FabricationSetFile = { file: ProjectFile; parts: ProjectFile[] }

/** The id of a fabrication set, which a URL contains in place of a file's id. */
export const fabricationSetId = 'gerber-set'

/**
 * The extensions of files that belong to a set in addition to its layers: job files state the roles of layers, and some
 * tools name drill files `.txt`. Text files larger than `longestCompanion` contain something else.
 */
const companions = /^(?:gbrjob|txt)$/
const longestCompanion = MB

const isLayer = (file: ProjectFile) =>
  file.size > 0 && kindOf(file) === 'fabrication' && extensionOf(file.name) !== 'zip'
const isCompanion = ({ name, size }: ProjectFile) =>
  size > 0 && size <= longestCompanion && companions.test(extensionOf(name))

const byName = onFirstUse(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

/** The Gerber and drill files among the inputs as one set; null if there are fewer than two. */
export function fabricationSetOf(files: ProjectFile[]): FabricationSetFile | null {
  const inputs = files.filter((file) => folderOf(file) === 'inputs')
  const layers = inputs.filter(isLayer)
  const [first] = layers
  if (!first || layers.length < 2) return null
  const parts = [...layers, ...inputs.filter(isCompanion)].toSorted((one, other) =>
    byName().compare(one.name, other.name),
  )
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const name = `${layers.length.toLocaleString('en-US')} Gerber and drill files`
  return { file: { ...first, id: fabricationSetId, name, size }, parts }
}

/** A key for the set. It changes when a file is added, removed or replaced, so that the set is loaded again. */
export const setKey = ({ parts }: FabricationSetFile) => parts.map(({ id }) => id).join(' ')
