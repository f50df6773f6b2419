/** The Unicode ranges of a font's files, by file name, such as `U+0370-0377,U+037A`. */
export type LetterRanges = Record<string, string>

/** A font split into several files, each covering some of the letters. */
export type FontFamily = { ranges: LetterRanges; addressOf: (part: string) => string | undefined }
