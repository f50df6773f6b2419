/**
 * HTML that the staff write for public pages: text with harmless elements only. The server removes everything else
 * before storing the text, and the browser checks the result before inserting it. Pure functions.
 */

export const plainTags = [
  ...(['p', 'br', 'ul', 'ol', 'li', 'blockquote', 'h4'] as const),
  ...(['strong', 'em', 'b', 'i', 'code', 'sub', 'sup', 'a'] as const),
]

/** The beginning of a web URL, an e-mail link or a link within this site. */
const addressStart = '(?:https?://|mailto:|/(?!/)|#)'

const plainAddress = new RegExp(`^${addressStart}`, 'i')

/** Whether a link may have this URL. */
export const isPlainAddress = (address: string) => plainAddress.test(address)

/** The same rules for DOMPurify, which the build and the tests use to check HTML. */
export const plainHtmlRules = {
  ALLOWED_TAGS: [...plainTags] as string[],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: plainAddress,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

const tags = plainTags.join('|')
const plainHtml = new RegExp(`^(?:[^<>]|</?(?:${tags})>|<a href="${addressStart}[^"<>]*">)*$`, 'i')

/** Whether HTML, as serialized by a browser, contains only harmless elements. */
export const isPlainHtml = (html: string) => plainHtml.test(html)
