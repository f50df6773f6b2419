import { createHash } from 'node:crypto'

/** Identifies a version of a source file. The result of a mutant counts only for the version that it was made from. */
export const sourceHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
