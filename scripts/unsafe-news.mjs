import createPurifier from 'dompurify'
import { JSDOM } from 'jsdom'

/**
 * Returns the ids of the news items whose HTML is unsafe, which means that DOMPurify would change it. `rules` are
 * `plainHtmlRules` in machines/lib/plain-html.ts, by which the server removes everything but harmless elements from the
 * staff's HTML.
 */
export function unsafeNews(items, rules) {
  const purifier = createPurifier(new JSDOM('').window)
  return items.filter(({ content }) => purifier.sanitize(content, rules) !== content).map(({ id }) => id)
}
