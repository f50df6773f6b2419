/** The rules for project names. The app checks a name as it is typed, and the API checks it when it is sent. */

/** The maximum number of characters in a name. */
export const MAX_PROJECT_NAME = 254

/** The message for an empty name. */
export const emptyName = 'The project name must not be empty.'

/** The message for a name that is too long. */
export const nameTooLong = (name: string) =>
  `Project name must be less than ${MAX_PROJECT_NAME + 1} characters (currently ${[...name].length})`

/** The message for a name that is too long; null if it is not. */
export function lengthProblem(name: string): string | null {
  const trimmed = name.trim()
  return [...trimmed].length > MAX_PROJECT_NAME ? nameTooLong(trimmed) : null
}

const folded = (name: string) => name.trim().toLocaleLowerCase('en')

/** Whether two names are the same, regardless of case and surrounding spaces. */
export const isSameName = (name: string, other: string) => folded(name) === folded(other)

/** Whether the name is already in use, regardless of case and surrounding spaces. */
export const isNameTaken = (name: string, names: string[]) => names.some((other) => isSameName(name, other))

/** The message when the submitted name is already in use. */
export const nameTaken = 'The project name is already in use, please use something else.'

/** The message shown while a name is typed; null if the name is valid or empty. */
export const nameProblem = (name: string, otherNames: string[]) =>
  lengthProblem(name) ?? (isNameTaken(name, otherNames) ? 'This project name is already in use' : null)

const boardExtensions = /(?:\.(?:kicad_pcb|xml|cvg|tgz|tar|gz|zip|odb|z))+$/i

/** Extensions that only layouts have, unlike those of archives and XML files. */
const layoutExtensions = /\.(?:kicad_pcb|cvg|odb)$/i

/**
 * The file name after which a project is named: the name of a layout, or else of a possible board, or else the first
 * name. Empty if there are no files.
 */
export const boardNameAmong = (fileNames: string[]) =>
  fileNames.find((name) => layoutExtensions.test(name)) ??
  fileNames.find((name) => boardExtensions.test(name)) ??
  fileNames[0] ??
  ''

/**
 * The name of the project for a board: its file name without folders and extensions, and a number if that name is in
 * use.
 */
export function projectNameFor(fileName: string, namesInUse: string[]): string {
  const base =
    fileName
      .slice(fileName.lastIndexOf('/') + 1)
      .replace(boardExtensions, '')
      .trim() || 'Board'
  const start = [...base].slice(0, 240).join('')
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? start : `${start} ${number}`
    if (!isNameTaken(name, namesInUse)) return name
  }
}
