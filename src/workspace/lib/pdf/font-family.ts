/**
 * The Unicode ranges of a font's files, such as `U+0370-0377,U+037A`, keyed by the part of the font that a file
 * contains.
 */
export type LetterRanges = Record<string, string>

/** A font split into several files, each covering some of the letters. */
export type FontFamily = { ranges: LetterRanges; addressOf: (part: string) => string | undefined }
