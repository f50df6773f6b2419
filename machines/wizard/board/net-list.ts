/**
 * Converts lists of net names to text for display, and parses the text that users enter. A name that contains a
 * separator is shown in double quotes, so that copied text yields the original names. Pure functions.
 */

/** The information about a board's nets that is needed to split text. */
type KnownNets = {
  has: (name: string) => boolean
  /** The largest number of separators in any one name. */
  separators: number
}

type WrittenNet = { name: string; isQuoted: boolean }

const nothing: KnownNets = { has: () => false, separators: 0 }

const separator = /[,;\t\r\n]/g

/**
 * A name in double quotes, followed by a separator, a space or the end of the text. A quote inside the name is doubled.
 */
const inQuotes = /\s*"((?:[^"\r\n]|"")+)"\s*(?=[,;\s]|$)/y

export const separatorsIn = (name: string) => name.match(separator)?.length ?? 0

/** Splits text into names. Each name is returned once. */
export const splitNets = (text: string): string[] => [...new Set(writtenNets(text, nothing).map(({ name }) => name))]

/**
 * Splits text at commas, semicolons, tabs and line breaks. A net name of the board that contains a separator, such as
 * `Net-(J1-PadA4,B9)`, is not split, with or without quotes.
 */
export function writtenNets(text: string, known: KnownNets): WrittenNet[] {
  const names: WrittenNet[] = []
  for (let at = 0; at <= text.length; ) {
    const quoted = quotedAt(text, at)
    const { name, end } = quoted ?? knownAt(text, at, known) ?? plainAt(text, at)
    if (name !== '') names.push({ name, isQuoted: quoted !== null })
    at = end + 1
  }
  return names
}

type Piece = { name: string; end: number }

function quotedAt(text: string, at: number): Piece | null {
  inQuotes.lastIndex = at
  const [, inside] = inQuotes.exec(text) ?? []
  return inside === undefined ? null : { name: inside.replaceAll('""', '"'), end: inQuotes.lastIndex }
}

/** The longest net name of the board that starts at this position and contains a separator; null if there is none. */
function knownAt(text: string, at: number, { has, separators }: KnownNets): Piece | null {
  let found: Piece | null = null
  let end = endOf(text, at)
  for (let count = 0; count < separators && end < text.length; count++) {
    end = endOf(text, end + 1)
    const name = text.slice(at, end).trim()
    if (has(name)) found = { name, end }
  }
  return found
}

function plainAt(text: string, at: number): Piece {
  const end = endOf(text, at)
  return { name: text.slice(at, end).trim(), end }
}

function endOf(text: string, at: number): number {
  separator.lastIndex = at
  return separator.exec(text)?.index ?? text.length
}

/** Joins the names into one string, which splitNets() can split again. */
export const netText = (names: string[]) => names.map(asText).join(', ')

const asText = (name: string) =>
  separatorsIn(name) > 0 || name.startsWith('"') ? `"${name.replaceAll('"', '""')}"` : name
