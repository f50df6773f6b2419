import { news } from '../../content/news'

type Policy = { createHTML: (html: string) => string }
type Factory = { createPolicy: (name: string, policy: Policy) => Policy }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

const policy: Policy = {
  createHTML: (html) => {
    if (!news.some(({ content }) => content === html))
      throw new TypeError('Only HTML from src/content/news.ts can be inserted into the page.')
    return html
  },
}
const trusted = trustedTypes?.createPolicy('sanitize', policy) ?? policy

/**
 * The content of a news item for React. The build fails if it contains HTML that is unsafe (scripts/unsafe-news.mjs).
 */
export const newsHtml = (content: string) => ({ __html: trusted.createHTML(content) })
