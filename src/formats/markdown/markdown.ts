import MarkdownIt, { type Token } from 'markdown-it'

import { FormatError } from '../format-error'

/** The elements of formatted text. Pages show these and nothing else, whatever the file contains. */
const shownTags = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'pre', 'code'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong', 's', 'br', 'a'] as const),
]
export type MarkdownTag = (typeof shownTags)[number]

/** An element, a piece of text, or the description of an image, which is not loaded. */
export type MarkdownNode =
  | {
      tag: MarkdownTag
      children: MarkdownNode[]
      /** The target of a link: a web or `mailto:` URL. */
      href?: string
      /** The number of the first item of a list, if it is not 1. */
      start?: number
      /** The alignment of a cell. */
      align?: 'left' | 'center' | 'right'
    }
  | { text: string }
  | { image: string }

/** A page with more parts would take too long to build. */
const mostNodes = 20_000

/** HTML is shown as text. Lists and quotations that are nested beyond `maxNesting` are omitted. */
const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: 40 })
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

/** Reads Markdown text (CommonMark with tables and strikethrough). Throws a FormatError if it has too many parts. */
export function readMarkdown(text: string): MarkdownNode[] {
  let count = 0
  const counted = (line: number) => {
    if (++count <= mostNodes) return
    const most = `at most ${mostNodes.toLocaleString('en-US')} paragraphs, words in bold, links and other parts`
    throw new FormatError('Markdown', { line }, most, 'more')
  }

  const nodesOf = (tokens: Token[], line: number): MarkdownNode[] => {
    const root: MarkdownNode[] = []
    const open: MarkdownNode[][] = [root]
    const add = (...nodes: MarkdownNode[]) => open.at(-1)?.push(...nodes)
    for (const token of tokens) {
      const at = token.map ? token.map[0] + 1 : line
      counted(at)
      if (token.nesting === 1) {
        const node = elementOf(token)
        // For paragraphs in a tight list and for links that are not safe, only the content is kept.
        if (node) add(node)
        open.push(node ? node.children : (open.at(-1) ?? root))
      } else if (token.nesting === -1) open.pop()
      else if (token.type === 'inline') add(...nodesOf(token.children ?? [], at))
      else add(...leafOf(token))
    }
    return root
  }
  return nodesOf(parser.parse(text, {}), 1)
}

const isShown = (tag: string): tag is MarkdownTag => shownTags.some((shown) => shown === tag)

function elementOf(token: Token): Extract<MarkdownNode, { tag: MarkdownTag }> | null {
  const { tag, hidden } = token
  if (hidden || !isShown(tag)) return null
  const href = tag === 'a' ? safeAddress(token.attrGet('href')) : null
  if (tag === 'a' && href === null) return null
  const start = tag === 'ol' ? Number(token.attrGet('start') ?? 1) : 1
  const [, align] = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? '')) ?? []
  return {
    tag,
    children: [],
    ...(href !== null && { href }),
    ...(start !== 1 && { start }),
    ...(align !== undefined && { align: align as 'left' | 'center' | 'right' }),
  }
}

function leafOf({ type, content }: Token): MarkdownNode[] {
  switch (type) {
    case 'text':
      return content === '' ? [] : [{ text: content }]
    case 'softbreak':
      return [{ text: '\n' }]
    case 'hardbreak':
      return [{ tag: 'br', children: [] }]
    case 'hr':
      return [{ tag: 'hr', children: [] }]
    case 'code_inline':
      return [{ tag: 'code', children: [{ text: content }] }]
    case 'code_block':
    case 'fence':
      return [{ tag: 'pre', children: [{ text: content }] }]
    case 'image':
      return [{ image: content }]
    default:
      return content === '' ? [] : [{ text: content }]
  }
}

/** The target of a link if it is a web or `mailto:` URL; null for other targets, which could be pages of this site. */
function safeAddress(href: string | number | null): string | null {
  const address = String(href ?? '')
  return /^(?:https?:\/\/|mailto:)/i.test(address) && URL.canParse(address) ? address : null
}
