/** Net names that a person pasted: those of the board, as the board writes them, and those that it does not have. */
export interface PastedNets {
  known: string[]
  unknown: string[]
}

/**
 * Takes a list apart at commas, semicolons, tabs and line ends; at spaces only where every piece is a net of the board or
 * none could be, since a name may hold spaces. Names are compared exactly first, then without case. Each is given once.
 */
export function parsePastedNets(text: string, names: Iterable<string>): PastedNets {
  const exact = new Set(names)
  const folded = new Map<string, string | null>()
  for (const name of exact) folded.set(name.toLowerCase(), folded.has(name.toLowerCase()) ? null : name)
  const lookUp = (piece: string) => (exact.has(piece) ? piece : (folded.get(piece.toLowerCase()) ?? undefined))

  const known = new Set<string>()
  const unknown = new Set<string>()
  const take = (piece: string) => {
    const name = lookUp(piece)
    if (name === undefined) unknown.add(piece)
    else known.add(name)
  }
  for (const item of text.split(/[,;\t\r\n]+/)) {
    const piece = unwrapped(item)
    if (piece === '') continue
    const words = piece.split(/\s+/).map(unwrapped).filter(Boolean)
    // With no board to compare with, or with one word of the list on the board, a space parts two names.
    const parts =
      lookUp(piece) === undefined && words.length > 1 && (exact.size === 0 || words.some((word) => lookUp(word)))
    if (parts) words.forEach(take)
    else take(piece)
  }
  return { known: [...known], unknown: [...unknown] }
}

/** Without the marks of quotation of a spreadsheet or a script. */
function unwrapped(item: string): string {
  const text = item.trim()
  const [first, last] = [text[0], text.at(-1)]
  return text.length > 1 && first === last && (first === '"' || first === "'") ? text.slice(1, -1).trim() : text
}
