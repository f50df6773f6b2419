/**
 * The rules for file names within a folder of a project. The app and the API use the same rules to compare and number
 * names.
 */

/** The maximum length of a path segment in common file systems, in bytes of UTF-8. */
export const PART_BYTES = 255

/** The maximum length of a name including its folders, in bytes of UTF-8. */
export const NAME_BYTES = 1024

/** Names with the same key are equal. The key ignores case and the Unicode composition of accented letters. */
export const fileNameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** Renames "gerber/board.brd" to "gerber/board (2).brd", or uses the next free number. `taken` contains name keys. */
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

/** Truncates a text to a number of bytes without splitting a character. */
function cutTo(bytes: number, text: string): string {
  const characters = [...text]
  while (characters.length > 0 && bytesOf(characters.join('')) > bytes) characters.pop()
  return characters.join('')
}
