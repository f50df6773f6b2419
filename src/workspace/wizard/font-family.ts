/** The letters of a font's files, by the file's name: `U+0370-0377,U+037A`. */
export type LetterRanges = Record<string, string>

/** A font in several files, each with some of its letters. */
export type FontFamily = { ranges: LetterRanges; addressOf: (part: string) => string | undefined }
