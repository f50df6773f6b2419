/** A link to another section (`#id`), a page or an e-mail address. */
export type LegalLink = { text: string; to: '/privacy' | `/workspace?${string}` | `#${string}` | `mailto:${string}` }

/** An anchored section of a legal page. */
export type LegalSection = {
  /** The anchor. It must not change, because other pages link to it. */
  id: string
  title: string
  paragraphs: string[]
  list?: string[]
  /** Paragraphs after the list. */
  more?: string[]
  links?: LegalLink[]
  table?: { head: [string, string]; rows: [string, string][] }
}

export type LegalDocument = { title: string; updated: string; intro: string; sections: LegalSection[] }
