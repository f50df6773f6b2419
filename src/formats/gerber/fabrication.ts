import { kindOf } from '../file-kind'
import { FormatError } from '../format-error'
import { toText } from '../source-text'
import { unzipped } from '../zip'
import { roleOfFile, rolesOfJob } from './layer-role'
import type { LayerRole } from './layer-types'

/** A Gerber or drill file with its role, which describes its content. */
export interface RoledFile {
  name: string
  /** The folder within the archive; "" at the top level. */
  folder: string
  text: string
  role: LayerRole
}

/**
 * Returns the Gerber and drill files in a file: the file itself or those in a zip, which can contain one zip per board.
 * Other zip entries are ignored, except for job files, which state the roles of the files. Throws a FormatError for any
 * other format, and for a zip that is damaged or too large.
 */
export function fabricationFiles(name: string, bytes: Uint8Array): RoledFile[] {
  const { kind, format } = kindOf(name, bytes)
  if (isFabrication(kind)) {
    const text = toText(bytes)
    return [{ name, folder: '', text, role: roleOfFile({ name, text, isDrill: kind === 'drill' }) }]
  }
  if (format !== 'Zip') {
    throw new FormatError('Gerber', { line: 1 }, 'Gerber or drill commands', `a file in ${format} format`)
  }
  const count = { size: 0, files: 0 }
  const entries = Object.entries(unzipped(bytes, count)).flatMap(([path, content]) =>
    kindOf(path, content).format === 'Zip'
      ? Object.entries(unzipped(content, count)).map(
          ([inner, inside]) => [`${path.replace(/\.zip$/i, '')}/${inner}`, inside] as const,
        )
      : [[path, content] as const],
  )
  return roledFiles(entries)
}

/**
 * Returns the Gerber and drill files among files that belong together. Job files among them state the roles; all other
 * files are ignored.
 */
export function roledFiles(entries: (readonly [path: string, content: Uint8Array])[]): RoledFile[] {
  const jobs = new Map(
    entries.flatMap(([path, content]) => (/\.gbrjob$/i.test(path) ? [...rolesOfJob(toText(content))] : [])),
  )
  return entries.flatMap(([path, content]) => {
    const inner = path.split('/').at(-1) ?? path
    const { kind: innerKind } = kindOf(inner, content)
    if (content.length === 0 || !isFabrication(innerKind) || /\.gbrjob$/i.test(inner)) return []
    const text = toText(content)
    const role = roleOfFile({ name: inner, text, isDrill: innerKind === 'drill' }, jobs.get(inner.toLowerCase()))
    return [{ name: inner, folder: path.slice(0, Math.max(0, path.length - inner.length - 1)), text, role }]
  })
}

const isFabrication = (kind: string) => kind === 'gerber' || kind === 'drill'
