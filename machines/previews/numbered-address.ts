/** The view of a preview that has no other settings: a line of text or a page of a document, counted from 1. */
type Numbered = 'line' | 'page'

/** The text of a view for a URL: `line-12`, `page-3`. */
export const numberedAddress = (what: Numbered, number: number) => `${what}-${number}`

/** The number in the text of a view; null if the text does not describe such a view. */
export function numberInAddress(what: Numbered, address: string): number | null {
  const [, name, digits] = /^(line|page)-([1-9]\d{0,8})$/.exec(address) ?? []
  return name === what ? Number(digits) : null
}
