/**
 * The rule for names of files in one folder of a project. The app and the API compare names and number them by the same
 * rule.
 */

/** The longest part of a path that file systems take, in bytes of UTF-8. */
export const PART_BYTES = 255

/** The longest name with its folders, in bytes of UTF-8. */
export const NAME_BYTES = 1024

/** Two names with the same key are the same name: case and the way of composing accented letters make no difference. */
export const fileNameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** "gerber/board.brd" becomes "gerber/board (2).brd", or the next number that is free. `taken` holds keys of names. */
export function freeFileName(path: string, taken: ReadonlySet<string>): string {
  const from = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, from), path.slice(from)]
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 2; ; n++) {
    const number = ` (${n})${extension}`
    const free = `${folder}${cutTo(PART_BYTES - bytesOf(number), stem)}${number}`
    if (!taken.has(fileNameKey(free))) return free
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** As many whole characters of a text as go into so many bytes. */
function cutTo(bytes: number, text: string): string {
  const characters = [...text]
  while (characters.length > 0 && bytesOf(characters.join('')) > bytes) characters.pop()
  return characters.join('')
}
