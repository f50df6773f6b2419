import createPurifier from 'dompurify'
import { JSDOM } from 'jsdom'

/**
 * Returns the ids of the news items whose HTML is unsafe, which means that DOMPurify would change it. `rules` are those
 * by which the server reduces HTML written by the staff to harmless elements: `plainHtmlRules` in
 * machines/lib/plain-html.ts.
 */
export function unsafeNews(items, rules) {
  const purifier = createPurifier(new JSDOM('').window)
  return items.filter(({ content }) => purifier.sanitize(content, rules) !== content).map(({ id }) => id)
}
