/** Where a reader stopped: a line of a text, counted from 1, or a byte of a binary file, counted from 0. */
export type Place = { line: number } | { byte: number }

/** What every reader throws at bad input, and all it throws. The message can stand before a person as it is. */
export class FormatError extends Error {
  override readonly name = 'FormatError'

  constructor(
    readonly format: string,
    readonly place: Place,
    readonly expected: string,
    found: string,
  ) {
    super(`${format}, ${placeText(place)}: expected ${expected}, found ${found}.`)
  }
}

const placeText = (place: Place) => ('line' in place ? `line ${place.line}` : `byte ${place.byte}`)

/** A piece of a file as an error shows it: short, and without what a screen cannot show. */
export function quoted(text: string): string {
  const visible = text.replace(/\p{C}/gu, '·')
  return `"${visible.length > 40 ? `${visible.slice(0, 40)}…` : visible}"`
}
