import { onFirstUse } from './on-first-use'

const formatter = onFirstUse(() => new Intl.ListFormat('en'))

/** Joins the items of a list in English, such as "A, B, and C". */
export const listed = (items: string[]): string => formatter().format(items)
