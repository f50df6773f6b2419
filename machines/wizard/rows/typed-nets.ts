import { separatorsIn, writtenNets } from '../board/net-list'

/** Compares what a user types or pastes into a net field with the nets of the board. Pure functions. */

/**
 * Finds a net of the board by its typed name: an exact match, or else a case-insensitive match if it is unambiguous.
 */
type FindNet = (written: string) => string | undefined

function finder(names: Iterable<string>) {
  const exact = new Set(names)
  const folded = new Map<string, string | null>()
  let separators = 0
  for (const name of exact) {
    folded.set(name.toLowerCase(), folded.has(name.toLowerCase()) ? null : name)
    separators = Math.max(separators, separatorsIn(name))
  }
  const find: FindNet = (written) => (exact.has(written) ? written : (folded.get(written.toLowerCase()) ?? undefined))
  return { find, known: { has: (name: string) => find(name) !== undefined, separators } }
}

/**
 * The nets in typed or pasted text, without duplicates: first those of the board, in the board's spelling, then the
 * unknown ones. A space separates two names only if one of them is on the board, or if there is no board to compare
 * with, because a name may contain spaces. A name in double quotes is never split.
 */
export function parseTypedNets(text: string, names: readonly string[]): string[] {
  const { find, known } = finder(names)
  const onBoard = new Set<string>()
  const others = new Set<string>()
  const take = (written: string) => {
    const name = find(written)
    if (name === undefined) others.add(written)
    else onBoard.add(name)
  }
  for (const { name: item, isQuoted } of writtenNets(text, known)) {
    if (isQuoted) {
      take(item)
      continue
    }
    const whole = find(item) === undefined ? unwrapped(item) : item
    const words = whole.split(/\s+/).map(unwrapped).filter(Boolean)
    const isSeveral =
      find(whole) === undefined && words.length > 1 && (names.length === 0 || words.some((word) => find(word)))
    for (const word of isSeveral ? words : [whole]) if (word !== '') take(word)
  }
  return [...onBoard, ...others]
}

/** Removes the quotes around a value that was copied from a script. */
function unwrapped(item: string): string {
  const text = item.trim()
  const [first, last] = [text[0], text.at(-1)]
  return text.length > 1 && first === last && (first === '"' || first === "'") ? text.slice(1, -1).trim() : text
}

/**
 * Whether a typed separator ends a name. It does not if it is inside quotes, or if the name of a net on the board
 * continues with it.
 */
export function endsNet(typed: string, names: readonly string[]): boolean {
  const begun = typed.trimStart().toLowerCase()
  if (separatorsIn(begun) === 0) return false
  const isQuoteOpen = begun.startsWith('"') && (begun.match(/"/g)?.length ?? 0) % 2 === 1
  return !isQuoteOpen && !names.some((name) => name.toLowerCase().startsWith(begun))
}
