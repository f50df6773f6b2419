import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { createElement, memo, type ReactNode, useEffect, useState } from 'react'

import { numberInAddress } from '../../../../machines/previews/numbered-address'
import type { MarkdownNode } from '../../../formats/markdown/markdown'
import { PageSpinner } from '../../../ui/page-spinner'
import { askDocuments } from '../../readers/read-documents'
import { PartChoice } from '../part-choice'
import { usePreviewAddress } from '../preview-address'
import { type PreviewProps, wholeOf } from '../preview-props'
import { useContentView } from '../use-content-view'
import { TextPreview } from './text-preview'

/** The view in the URL that shows the source without a specific line. */
const sourceView = 'source'

/**
 * A Markdown file as formatted text, or its source. The text is built from a fixed set of elements, so nothing in an
 * untrusted file becomes HTML, and its images are not loaded.
 */
export function MarkdownPreview(props: PreviewProps) {
  const { file, content, onUnreadable } = props
  const address = usePreviewAddress()
  const [isSourceFirst] = useState(
    () => address?.view === sourceView || numberInAddress('line', address?.view ?? '') !== null,
  )
  const view = useContentView<MarkdownNode[]>(
    (_, signal) => askDocuments('markdown', { content: wholeOf(content) }, signal),
    onUnreadable,
    isSourceFirst ? [1] : [],
  )
  const [part = 0] = view.chosen
  const choose = (index: number) => {
    view.choose(0, index)
    address?.onView(index === 0 ? '' : sourceView)
  }
  return (
    <>
      <PartChoice label="View" names={['Rendered', 'Source']} chosen={part} onChoose={choose} />
      {part === 1 && <TextPreview {...props} />}
      {part === 0 &&
        (view.content ? (
          <Article role="document" aria-label={file.name} tabIndex={0} data-own-arrows="">
            <Parts nodes={view.content} />
          </Article>
        ) : (
          <PageSpinner text="Formatting the text..." />
        ))}
    </>
  )
}

/** The approximate number of elements that are added in one frame. */
const elementsPerFrame = 300

/**
 * A text whose parts are added one after the other, so that the page stays responsive. Each part is laid out before the
 * next one is added.
 */
function Parts({ nodes }: { nodes: MarkdownNode[] }) {
  const [parts] = useState(() => partsOf(nodes))
  const [count, setCount] = useState(1)
  useEffect(() => {
    if (count >= parts.length) return
    const frame = requestAnimationFrame(() => setCount(count + 1))
    return () => cancelAnimationFrame(frame)
  }, [count, parts])
  return parts.slice(0, count).map((part, index) => <Part key={index} nodes={part} />)
}

const Part = memo(({ nodes }: { nodes: MarkdownNode[] }) => elementsOf(nodes))

/** Divides a text between its outermost elements, so an element is never divided. */
function partsOf(nodes: MarkdownNode[]): MarkdownNode[][] {
  const parts: MarkdownNode[][] = []
  let size = Infinity
  for (const node of nodes) {
    if (size >= elementsPerFrame) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(node)
    size += sizeOf(node)
  }
  return parts
}

/** The number of elements and texts in a node. */
const sizeOf = (node: MarkdownNode): number =>
  'children' in node ? node.children.reduce((sum, child) => sum + sizeOf(child), 1) : 1

const elementsOf = (nodes: MarkdownNode[]): ReactNode[] => nodes.map(elementOf)

function elementOf(node: MarkdownNode, key: number): ReactNode {
  if ('text' in node) return node.text
  if ('image' in node) {
    return (
      <span key={key} className="image">
        {node.image === '' ? 'Image not shown' : `Image: ${node.image}`}
      </span>
    )
  }
  const { tag, href, start, align } = node
  const link = href === undefined ? {} : { href, title: href, target: '_blank', rel: 'noopener noreferrer' }
  const level = /^h([1-6])$/.exec(tag)?.[1]
  // The headings rank below the title of the preview.
  const shown = level ? `h${Math.min(6, Number(level) + 2)}` : tag
  const children = elementsOf(node.children)
  return createElement(
    shown,
    {
      key,
      start,
      ...link,
      ...(scrolls.has(tag) && { tabIndex: 0 }),
      ...(level && { 'data-level': level }),
      ...(align && { style: { textAlign: align } }),
    },
    ...children,
  )
}

/** Elements that can be wider than the page, so they must be scrollable with the keyboard. */
const scrolls = new Set<string>(['pre', 'table'])

const text: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: { base: '4', md: '8' },
  py: '6',
  borderWidth: '1px',
  borderRadius: 'l2',
  lineHeight: '1.65',
  overflowWrap: 'anywhere',
  '& > *': { maxW: '72ch' },
  '& > * + *': { mt: '4' },
  '& [data-level]': { fontWeight: 'semibold', lineHeight: '1.3', mt: '8' },
  '& > [data-level]:not(* + *)': { mt: '0' },
  '& [data-level="1"]': { textStyle: '2xl' },
  '& [data-level="2"]': { textStyle: 'xl' },
  '& [data-level="3"]': { textStyle: 'lg' },
  '& a': { color: 'primary.fg', textDecoration: 'underline', textUnderlineOffset: '2px', focusVisibleRing: 'outside' },
  '& ul': { listStyle: 'disc', ps: '6' },
  '& ol': { listStyle: 'decimal', ps: '6' },
  '& li + li, & li > ul, & li > ol, & li > p + p': { mt: '1' },
  '& blockquote': { ps: '4', borderInlineStartWidth: '3px', color: 'fg.muted' },
  '& code': { fontFamily: 'mono', fontSize: '0.9em', px: '1', borderRadius: 'l1', bg: 'bg.muted' },
  '& pre': {
    maxW: 'full',
    p: '4',
    overflow: 'auto',
    fontFamily: 'mono',
    fontSize: '13px',
    whiteSpace: 'pre',
    borderRadius: 'l2',
    bg: 'bg.muted',
  },
  '& hr': { borderTopWidth: '1px' },
  '& table': { display: 'block', w: 'max-content', maxW: 'full', overflow: 'auto', textStyle: 'sm' },
  '& th': { fontWeight: 'semibold', textAlign: 'start' },
  '& th, & td': { px: '3', py: '1.5', borderWidth: '1px', verticalAlign: 'top' },
  '& .image': {
    px: '2',
    py: '0.5',
    textStyle: 'sm',
    color: 'fg.muted',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderRadius: 'l1',
  },
}

const Article = chakra('div', { base: { ...text, focusVisibleRing: 'outside' } })
