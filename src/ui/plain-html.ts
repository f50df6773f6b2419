import { isPlainHtml } from '../../machines/lib/plain-html'

export { plainHtmlRules } from '../../machines/lib/plain-html'

type Policy = { createHTML: (html: string) => string }
type Factory = { createPolicy: (name: string, policy: Policy) => Policy }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

const policy: Policy = {
  createHTML: (html) => {
    if (!isPlainHtml(html)) throw new TypeError('Only harmless HTML can be inserted into the page.')
    return html
  },
}
const trusted = trustedTypes?.createPolicy('sanitize', policy) ?? policy

/**
 * Returns harmless HTML for React. Throws a TypeError for other HTML, which the server and the build have already
 * removed or refused.
 */
export const plainHtml = (content: string) => ({ __html: trusted.createHTML(content) })
