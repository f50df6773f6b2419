/** One anchored section of a legal page. */
export type LegalSection = {
  /** The anchor, stable since others link to it. */
  id: string
  title: string
  paragraphs: string[]
  list?: string[]
  /** What follows the list. */
  more?: string[]
  /** The way on that the section names: another section (`#id`) or page. */
  link?: { text: string; to: '/privacy' | `#${string}` | `mailto:${string}` }
  table?: { head: [string, string]; rows: [string, string][] }
}

export type LegalDocument = { title: string; updated: string; intro: string; sections: LegalSection[] }
