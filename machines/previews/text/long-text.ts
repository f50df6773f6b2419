/** The parts and sections of text that is too long to be loaded as a whole. Pure functions. */

/** The size, in bytes, of the parts in which long text is read. */
export const partBytes = 32_768

/** Browsers limit the height of a page, so longer text is split into sections of this many parts. */
export const sectionParts = 512

/** The lines that start in one part, their number, and the byte offset of the first line. */
export type TextPart = { text: string; lines: number; from: number }

/** The parts that have been read, by their position in the text. */
export type TextParts = Readonly<Record<number, TextPart>>

export const partCount = (size: number) => Math.ceil(size / partBytes)

export const sectionCount = (size: number) => Math.ceil(partCount(size) / sectionParts)

/** The section that contains the byte at `at`. */
export const sectionWith = (at: number) => Math.floor(at / partBytes / sectionParts)

/**
 * The part that contains the line with the byte at `at`, as far as is known: the line may start in the previous part.
 */
export function partWith(parts: TextParts, at: number): number {
  const near = Math.floor(at / partBytes)
  return (parts[near]?.from ?? 0) > at ? near - 1 : near
}
