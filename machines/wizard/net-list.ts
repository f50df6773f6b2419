/**
 * Net names as the single comma-separated string that the API expects. A name that contains a separator is put in
 * double quotes, so that parsing the string returns the original names. Pure functions.
 */

/** The part of a board's nets that is needed to split text. */
export type KnownNets = {
  has: (name: string) => boolean
  /** The largest number of separators in any one name. */
  separators: number
}

const nothing: KnownNets = { has: () => false, separators: 0 }

const separator = /[,;\t\r\n]/g

/** A name in double quotes, up to the next separator. A quote inside the name is doubled. */
const quoted = /\s*"((?:[^"\r\n]|"")+)"\s*(?=[,;\t\r\n]|$)/y

export const separatorsIn = (name: string) => name.match(separator)?.length ?? 0

/**
 * Splits text at commas, semicolons, tabs and line breaks. A net name of the board that contains a separator, such as
 * `Net-(J1-PadA4,B9)`, is not split, with or without quotes.
 */
export function splitNets(text: string, known: KnownNets = nothing): string[] {
  const names: string[] = []
  for (let at = 0; at <= text.length; ) {
    const { name, end } = quotedAt(text, at) ?? knownAt(text, at, known) ?? plainAt(text, at)
    if (name !== '') names.push(name)
    at = end + 1
  }
  return [...new Set(names)]
}

type Piece = { name: string; end: number }

function quotedAt(text: string, at: number): Piece | null {
  quoted.lastIndex = at
  const [, inside] = quoted.exec(text) ?? []
  return inside === undefined ? null : { name: inside.replaceAll('""', '"'), end: quoted.lastIndex }
}

/** The longest net name of the board that starts at this position and contains a separator. */
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

/** Joins the names into one text. */
export const netText = (names: string[]) => names.map(writtenNet).join(', ')

const writtenNet = (name: string) =>
  separatorsIn(name) > 0 || name.startsWith('"') ? `"${name.replaceAll('"', '""')}"` : name
