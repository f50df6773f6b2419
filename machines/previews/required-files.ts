import { fileNameKey } from '../files/file-names'

/** Returns the last part of a path that contains slashes or backslashes, in the form in which names are compared. */
const keyOf = (path: string) => fileNameKey(path.split(/[/\\]/).at(-1) ?? path)

/**
 * Returns the files included by a netlist that are not among `names`. Folders are ignored, because a netlist contains
 * the folders of the computer on which it was written.
 */
export function missingFiles(includes: string[], names: string[]): string[] {
  const known = new Set(names.map(keyOf))
  return includes.filter((path) => !known.has(keyOf(path)))
}

/** The maximum number of files listed by name. The others are only counted. */
const mostNamed = 20

const listed = (files: string[]) =>
  [...files.slice(0, mostNamed), ...(files.length > mostNamed ? [`and ${files.length - mostNamed} more`] : [])].join(
    ', ',
  )

/**
 * States which files a netlist includes, and which of them are missing from the project. `missing` is null if that is
 * not known.
 */
export function requiredFilesText(includes: string[], missing: string[] | null): string {
  const isOne = includes.length === 1
  const required = `Requires ${isOne ? 'this included file' : 'these included files'}: ${listed(includes)}.`
  if (missing === null) return required
  if (missing.length > 0) return `${required} Missing from this project: ${listed(missing)}.`
  return `${required} This project has ${isOne ? 'it' : 'all of them'}.`
}
