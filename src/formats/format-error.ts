/** Where a reader stopped: a line of a text file (from 1) or a byte of a binary file (from 0). */
export type ErrorLocation = { line: number } | { byte: number }

/** The only error that readers throw for invalid input. Its message can be shown to users unchanged. */
export class FormatError extends Error {
  override readonly name = 'FormatError'

  constructor(
    readonly format: string,
    readonly place: ErrorLocation,
    readonly expected: string,
    found: string,
  ) {
    super(`${format}, ${placeText(place)}: expected ${expected}, found ${found}.`)
  }
}

const placeText = (place: ErrorLocation) => ('line' in place ? `line ${place.line}` : `byte ${place.byte}`)

/** An excerpt of a file for an error message: shortened, with non-printable characters replaced. */
export function quoted(text: string): string {
  const visible = text.replace(/\p{C}/gu, '·')
  return `"${visible.length > 40 ? `${visible.slice(0, 40)}…` : visible}"`
}
