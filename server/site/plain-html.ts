/** Strips HTML written by the staff down to harmless elements. */
import { type DefaultTreeAdapterTypes, html, parseFragment } from 'parse5'

import { isPlainAddress, plainTags } from '../../machines/lib/plain-html'

type Node = DefaultTreeAdapterTypes.ChildNode

/**
 * Elements that are removed with their content, which is not part of the page's text. For other elements, only the tags
 * are removed.
 */
const dropped = new Set([
  ...['script', 'style', 'template', 'title', 'textarea', 'select', 'noscript', 'noembed', 'noframes'],
  ...['iframe', 'object', 'embed', 'audio', 'video', 'canvas', 'xmp', 'plaintext'],
])
const kept: ReadonlySet<string> = new Set(plainTags)

/** Parsing the result again rarely changes it, and at most once for text that people write. */
const MAX_PASSES = 20

/**
 * Returns the text with harmless elements only. The text is parsed as in a browser, and rebuilt from the elements that
 * are allowed, so that nothing else can remain. Removing elements can change where others end, so the result is parsed
 * again until it stays the same, up to a limit.
 */
export function plainHtmlOf(text: string): string {
  let plain = text
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const again = writtenOf(parseFragment(plain).childNodes)
    if (again === plain) break
    plain = again
  }
  return plain
}

const writtenOf = (nodes: Node[]): string => nodes.map(written).join('')

function written(node: Node): string {
  if ('value' in node) return escaped(node.value)
  if (!('tagName' in node) || node.namespaceURI !== html.NS.HTML || dropped.has(node.tagName)) return ''
  const { tagName, childNodes, attrs } = node
  if (tagName === 'br') return '<br>'
  const content = writtenOf(childNodes)
  if (!kept.has(tagName)) return content
  if (tagName !== 'a') return `<${tagName}>${content}</${tagName}>`
  const address = attrs.find(({ name }) => name === 'href')?.value.trim() ?? ''
  return isPlainAddress(address) ? `<a href="${escaped(address).replaceAll('"', '&quot;')}">${content}</a>` : content
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

/** Escapes text as browsers serialize it, so that a page finds it unchanged. */
const escaped = (text: string) => text.replace(/[&<>\u00a0]/g, (character) => entities[character] ?? '')
