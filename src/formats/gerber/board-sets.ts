import type { RoledFile } from './fabrication'

/** The files of one board. The name is null if there is only one board. */
export interface BoardSet {
  name: string | null
  files: RoledFile[]
}

/**
 * Splits the files of an archive into boards. Two top or two bottom copper layers cannot belong to one board, so if
 * there are two, each folder with outer copper is a separate board. Several boards within a folder are distinguished by
 * their file names.
 */
export function boardSets(files: RoledFile[]): BoardSet[] {
  if (!hasSeveral(files)) return [{ name: null, files: withOuterLayers(files) }]
  const anchors = [...new Set(files.filter(isOuterCopper).map(({ folder }) => folder))]
  const folders = new Map<string, RoledFile[]>(anchors.map((folder) => [folder, []]))
  for (const file of files) {
    const nearest = anchors.toSorted(
      (a, b) => sharedLength(`${b}/`, `${file.folder}/`) - sharedLength(`${a}/`, `${file.folder}/`),
    )[0]
    folders.get(nearest ?? '')?.push(file)
  }
  return [...folders].flatMap(([folder, inFolder]) => {
    const sets = hasSeveral(inFolder)
      ? setsByName(inFolder)
      : [{ name: folder.split('/').at(-1) ?? '', files: inFolder }]
    return sets.map((set) => ({ ...set, files: withOuterLayers(set.files) }))
  })
}

const isOuterCopper = ({ role }: RoledFile) => role.type === 'copper' && (role.side === 'top' || role.side === 'bottom')
const hasSeveral = (files: RoledFile[]) =>
  (['top', 'bottom'] as const).some(
    (side) => files.filter(({ role }) => role.type === 'copper' && role.side === side).length > 1,
  )

/**
 * Splits the files of several boards by their names. Those of one board share a prefix, up to a separator:
 * `keyboard_Top.gbr`, `keyboard.drl`.
 */
function setsByName(files: RoledFile[]): BoardSet[] {
  const stems = [...new Set(files.filter(isOuterCopper).map(({ name }) => stemOf(name)))]
  const sets = new Map<string, RoledFile[]>(stems.map((stem) => [stem, []]))
  for (const file of files) {
    const nearest = stems.toSorted((a, b) => sharedLength(b, file.name) - sharedLength(a, file.name))[0]
    sets.get(nearest ?? '')?.push(file)
  }
  return [...sets].map(([name, ofBoard]) => ({ name, files: ofBoard }))
}

/** The part of a file name before the words that name the layer. */
const stemOf = (name: string) =>
  /^(.{1,200}?)[._ -]+[^._ -]*(?:[._ -](?:cu|copper|layer|l\d+))?\.\w+$/i.exec(name)?.[1] ??
  name.replace(/\.[^.]*$/, '')

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/**
 * Assigns the outer sides if copper layers are only numbered, as in PADS and Allegro sets: the first layer is the top
 * and the last is the bottom. Of several outlines, the one with the lowest number is kept; the others become drawings.
 */
function withOuterLayers(files: RoledFile[]): RoledFile[] {
  const numbered = files
    .filter(({ role }) => role.type === 'copper' && role.side === 'inner' && role.number !== undefined)
    .toSorted((a, b) => (a.role.number ?? 0) - (b.role.number ?? 0))
  const hasOuter = files.some(isOuterCopper)
  const [first, last] = hasOuter || numbered.length < 2 ? [] : [numbered[0], numbered.at(-1)]
  const outlines = files.filter(({ role }) => role.type === 'outline')
  const outline = outlines.toSorted((a, b) => (a.role.number ?? 0) - (b.role.number ?? 0))[0]
  return files.map((file) => {
    const { role } = file
    if (file === first) return { ...file, role: { ...role, side: 'top' } }
    if (file === last) return { ...file, role: { ...role, side: 'bottom' } }
    if (role.type === 'outline' && file !== outline) return { ...file, role: { type: 'drawing', side: 'all' } }
    return file
  })
}
