/** The names of projects that are created for a board. Pure functions. */

const boardExtensions = /(?:\.(?:kicad_pcb|xml|cvg|tgz|tar|gz|zip|odb|z))+$/i

/** Whether a file has the name of a board. */
export const isBoardName = (fileName: string) => boardExtensions.test(fileName)

/** The name of the project for a board: its file name without extensions, and a number if that name is in use. */
export function projectNameFor(fileName: string, namesInUse: string[]): string {
  const base = fileName.replace(boardExtensions, '').trim() || 'Board'
  const start = [...base].slice(0, 240).join('')
  const taken = new Set(namesInUse.map((name) => name.trim().toLocaleLowerCase('en')))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? start : `${start} ${number}`
    if (!taken.has(name.toLocaleLowerCase('en'))) return name
  }
}
