/**
 * Files that a visitor provides to get a price before signing in, and the messages about files that have no price. Pure
 * functions.
 */

/** The first file that was dropped or chosen, and the number of files. */
export type GivenBoard = { id: string; name: string; size: number; count: number; isFolder: boolean }

/** The largest board that is kept during sign-in: 200 MB. */
export const largestKeptBytes = 200 * 1024 * 1024

const wanted = 'Drop a KiCad board, an IPC-2581 file, or an ODB++ archive.'

/** Why the provided files cannot be read; null if there is a single file that is not empty. */
export function givenProblem({ count, isFolder, name, size }: GivenBoard): string | null {
  if (isFolder) return `${name} is a folder. Compress an ODB++ folder into a .tgz or .zip file, then drop that file.`
  if (count > 1) return `Only one board can be priced at a time. ${wanted}`
  return size === 0 ? `${name} is empty.` : null
}

/** The kind and format of a file, as detected by the readers. */
type FileKind = { kind: string; format: string }

const exportMenus: Record<string, string> = {
  'Cadence Allegro (binary)': 'File > Export > IPC2581',
  'Altium Designer (binary)': 'File > Fabrication Outputs > IPC-2581',
}

/** Why no interfaces can be found in a file of this kind, and what to do instead. */
export function unpricedText(name: string, { kind, format }: FileKind): string {
  const menu = exportMenus[format]
  if (menu)
    return `${format} files cannot be read in the browser. Export the board as IPC-2581 (${menu}), then drop that file.`
  switch (kind) {
    case 'gerber':
    case 'drill':
      return `${name} is fabrication data. Gerber and drill files describe copper and holes without net names, so no interface can be found in them. ${wanted}`
    case 'archive':
      return `${name} is an archive. If it contains Gerber files, no interface can be found in them, because they describe copper without net names. If it contains a board file, drop that file instead. ${wanted}`
    case 'board':
      return `${format} files cannot be read here yet. ${wanted}`
    case 'text':
    case 'binary':
      return `${name} is not a board in a known format. ${wanted}`
    default:
      return `${format.replace(/ files$/, '')} files contain no board. ${wanted}`
  }
}
