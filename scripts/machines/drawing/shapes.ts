import { labelOf } from '../../../src/inspector/outline'
import type { Drawing, Shape } from '../../../src/inspector/chart/sheets'
import { internalArrows, type Outline, statesOf } from '../../../src/inspector/states'

type Lines = Map<string, { text: string; number: number }[]>

/** Converts Graphviz's SVG to plain data. Parses the few kinds of elements that Graphviz writes. */
export function drawingFrom(svg: string, { root: state, arrows }: Outline): Drawing {
  const lines: Lines = new Map(
    statesOf(state).map((one) => [
      one.id,
      internalArrows(one, arrows).map(([number, arrow]) => ({ text: labelOf(arrow), number })),
    ]),
  )
  const root: Shape = { tag: '', attributes: {}, children: [] }
  const open = [root]
  const elements = svg.replace(/<!--.*?-->|<\?.*?\?>|<!DOCTYPE.*?>/gs, '')
  for (const [, closing, tag = '', attributes = '', selfClosing, text] of elements.matchAll(
    /<(\/)?([a-zA-Z]+)([^>]*?)(\/)?>|([^<]+)/g,
  )) {
    const parent = open.at(-1)
    if (!parent) break
    if (text !== undefined) {
      if (text.trim() !== '') parent.children.push(unescaped(text))
    } else if (closing) open.pop()
    else {
      const shape = { tag, attributes: attributesOf(attributes), children: [] }
      parent.children.push(shape)
      if (!selfClosing) open.push(shape)
    }
  }
  const outer = root.children.find((child): child is Shape => typeof child !== 'string' && child.tag === 'svg')
  const [, , width = 0, height = 0] = (outer?.attributes['viewBox'] ?? '').split(' ').map(Number)
  const shapes = (outer?.children ?? []).filter((child): child is Shape => typeof child !== 'string')
  return { width, height, shapes: shapes.map((shape) => marked(shape, lines)) }
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )

const unescaped = (text: string) =>
  text
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, ten?: string) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(ten)),
    )
    .replace(/&(lt|gt|quot|apos|amp|nbsp);/g, (_, name: string) => named[name] ?? '')

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', nbsp: '\u00a0' }

/** Keeps the geometry, omits the colors, and marks which state or arrow a group represents. */
function marked({ tag, attributes, children }: Shape, lines: Lines): Shape {
  const { class: names = '' } = attributes
  const title = titleOf(children).replace(/^cluster_/, '')
  const number = /\barrow-(\d+)/.exec(names)?.[1]
  const isState = /\bstate\b/.test(names) && !/\binitial\b/.test(names)
  const own = isState ? { 'data-state': title } : number === undefined ? {} : { 'data-arrow': number }
  const kinds = names.split(' ').filter((name) => shownKinds.has(name))
  const inner = children.filter((child) => typeof child === 'string' || child.tag !== 'title')
  return {
    tag,
    attributes: { ...geometryOf(attributes), ...(kinds.length > 0 && { class: kinds.join(' ') }), ...own },
    children: (isState ? textLast(withArrows(inner, lines.get(title) ?? [])) : inner).map((child) =>
      typeof child === 'string' ? child : marked(child, lines),
    ),
  }
}

const shownKinds = new Set(['node', 'cluster', 'edge', 'initial', 'ends', 'folded'])

/** Moves text to the end, since shapes that follow the text would cover it. */
const textLast = (children: Shape['children']) => {
  const isText = (child: Shape | string) => typeof child === 'string' || child.tag === 'text'
  return [...children.filter((child) => !isText(child)), ...children.filter(isText)]
}

/** Marks the text lines of internal transitions, which also represent arrows. */
function withArrows(children: Shape['children'], own: { text: string; number: number }[]): Shape['children'] {
  const lines = [...own]
  return children.map((child) => {
    if (typeof child === 'string' || child.tag !== 'text') return child
    const place = lines.findIndex(({ text }) => text === textOf(child))
    const [line] = place < 0 ? [] : lines.splice(place, 1)
    return line ? { ...child, attributes: { ...child.attributes, class: `arrow-${line.number}` } } : child
  })
}

const geometry = /^(?:d|points|x|y|cx|cy|rx|ry|r|transform|text-anchor|font-size|stroke-dasharray)$/

/** Returns the geometry, and whether the shape is filled (an arrowhead, a dot), a line, or not drawn. */
function geometryOf(attributes: Shape['attributes']): Shape['attributes'] {
  const kept = Object.fromEntries(Object.entries(attributes).filter(([name]) => geometry.test(name)))
  const { fill, stroke } = attributes
  if (fill === undefined && stroke === undefined) return kept
  return { ...kept, 'data-look': fill === 'black' ? 'solid' : stroke === 'black' ? 'line' : 'none' }
}

const titleOf = (children: Shape['children']): string => {
  const title = children.find((child): child is Shape => typeof child !== 'string' && child.tag === 'title')
  return title ? textOf(title) : ''
}

const textOf = ({ children }: Shape) => children.filter((child) => typeof child === 'string').join('')
