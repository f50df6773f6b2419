/**
 * The rules for file names within a folder of a project. The app and the API use the same rules to compare and number
 * names.
 */

/** The maximum length of a path segment in common file systems, in UTF-8 bytes. */
export const PART_BYTES = 255

/** The maximum length of a name including its folders, in UTF-8 bytes. */
export const NAME_BYTES = 1024

/**
 * Two names with the same key count as the same name. The key ignores case and the Unicode composition of accented
 * letters.
 */
export const fileNameKey = (name: string) => name.normalize('NFC').toLowerCase()

/**
 * Appends the first free number to a name: "gerber/board.brd" becomes "gerber/board (2).brd". `taken` contains the keys
 * of the names in use.
 */
export function freeFileName(path: string, taken: ReadonlySet<string>): string {
  const from = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, from), path.slice(from)]
  const [stem, extension] = stemAndExtension(name)
  for (let n = 2; ; n++) {
    const number = ` (${n})${extension}`
    const free = `${folder}${cutTo(PART_BYTES - bytesOf(number), stem)}${number}`
    if (!taken.has(fileNameKey(free))) return free
  }
}

/** Splits a name before its last dot. An extension too long to leave space for a number counts as part of the stem. */
export function stemAndExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  const hasExtension = dot > 0 && bytesOf(name.slice(dot)) < PART_BYTES / 2
  return hasExtension ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** The length of a string in UTF-8 bytes. */
export const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Truncates a string to as many whole characters as fit into the given number of bytes. */
export function cutTo(bytes: number, text: string): string {
  if (bytesOf(text) <= bytes) return text
  let cut = ''
  let left = bytes
  for (const character of text) {
    left -= bytesOf(character)
    if (left < 0) break
    cut += character
  }
  return cut
}
