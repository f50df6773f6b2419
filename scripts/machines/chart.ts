/** Draws a machine as a UML statechart with state-machine-cat and its bundled Graphviz. */
import { type IActionType, type IState, type IStateMachine, type ITransition, render } from 'state-machine-cat'
import type { AnyStateMachine, AnyStateNode } from 'xstate'

import { actionsOf, type Arrow, arrowsOf, childrenOf, invokedBy, labelOf } from '../../src/inspector/outline'
import type { Drawing, Shape } from '../../src/inspector/sheets'

const action = (type: IActionType['type'], body: string): IActionType => ({ type, body })

/** The compartment of a state: entry and exit actions, invoked actors, and internal transitions. */
function linesOf(node: AnyStateNode, arrows: Arrow[]): IActionType[] {
  const within = arrows.filter(({ source, targets }) => source === node.id && targets.length === 0)
  return [
    ...actionsOf(node.entry).map((name) => action('entry', name)),
    ...actionsOf(node.exit).map((name) => action('exit', name)),
    ...invokedBy(node).map(({ name }) => action('activity', `do/ ${name}`)),
    ...within.map((arrow) => action('activity', labelOf(arrow))),
  ]
}

const initialName = (node: AnyStateNode) => `${node.id} begins`

function stateOf(node: AnyStateNode, arrows: Arrow[]): IState {
  const inner = childrenOf(node)
  const lines = linesOf(node, arrows)
  return {
    name: node.id,
    label: node.key,
    type: node.type === 'parallel' ? 'parallel' : 'regular',
    ...(node.type === 'final' && { class: 'ends' }),
    ...(lines.length > 0 && { actions: lines }),
    ...(inner.length > 0 && { statemachine: insideOf(node, arrows) }),
  }
}

function insideOf(node: AnyStateNode, arrows: Arrow[]): IStateMachine {
  const first = node.type === 'compound' ? node.initial.target[0] : undefined
  const states = childrenOf(node).map((child) => stateOf(child, arrows))
  return { states: first ? [{ name: initialName(node), type: 'initial', label: ' ' }, ...states] : states }
}

/** The transitions from the initial pseudostates to the initial states. */
function transitionsOf(node: AnyStateNode): ITransition[] {
  const first = node.type === 'compound' ? node.initial.target[0] : undefined
  const own = first ? [{ id: 0, from: initialName(node), to: first.id }] : []
  return [...own, ...childrenOf(node).flatMap(transitionsOf)]
}

/** Puts the guard and the actions on separate lines, since long labels would push the states apart. */
const arrowLabel = (arrow: Arrow) =>
  labelOf(arrow)
    .replace(/ (?=\/ )/, '\n')
    .replace(/(\S) (?=\[)/, '$1\n')

/** Converts a machine to state-machine-cat's format. The root state is drawn only if it has its own behavior. */
export function chartOf(machine: AnyStateMachine): IStateMachine {
  const { root } = machine
  const arrows = arrowsOf(machine)
  const isPlain =
    root.type === 'compound' && !arrows.some(({ source }) => source === root.id) && root.invoke.length === 0
  const chart = isPlain ? insideOf(root, arrows) : { states: [stateOf(root, arrows)] }
  const drawn = arrows.flatMap((arrow, number) =>
    arrow.targets.map((to) => ({ from: arrow.source, to, label: arrowLabel(arrow), class: `arrow-${number}` })),
  )
  const transitions = [...transitionsOf(root), ...drawn].map((transition, id) => ({ ...transition, id: id + 1 }))
  return { ...chart, transitions }
}

const dot = (name: string, value: string) => ({ name, value })

/** Draws a machine and returns the drawing as data from which a page can create elements. */
export async function drawingOf(machine: AnyStateMachine): Promise<Drawing> {
  const svg = await render(chartOf(machine), {
    inputType: 'json',
    // This output type always uses the bundled Graphviz, even if Graphviz is installed on this computer.
    outputType: 'oldsvg',
    dotGraphAttrs: [dot('ranksep', '0.3'), dot('nodesep', '0.35'), dot('pad', '0.1')],
  })
  return drawingFrom(svg, arrowsOf(machine))
}

/** Parses the few kinds of elements that Graphviz writes. */
function drawingFrom(svg: string, arrows: Arrow[]): Drawing {
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
  return { width, height, shapes: shapes.map((shape) => marked(shape, arrows)) }
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
function marked({ tag, attributes, children }: Shape, arrows: Arrow[]): Shape {
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
    children: (isState ? textLast(withArrows(inner, title, arrows)) : inner).map((child) =>
      typeof child === 'string' ? child : marked(child, arrows),
    ),
  }
}

const shownKinds = new Set(['node', 'cluster', 'edge', 'initial', 'ends'])

/** Moves text to the end, since shapes that follow the text would cover it. */
const textLast = (children: Shape['children']) => {
  const isText = (child: Shape | string) => typeof child === 'string' || child.tag === 'text'
  return [...children.filter((child) => !isText(child)), ...children.filter(isText)]
}

/** Marks the text lines of internal transitions, which also represent arrows. */
function withArrows(children: Shape['children'], state: string, arrows: Arrow[]): Shape['children'] {
  const lines = arrows.flatMap((arrow, number) =>
    arrow.source === state && arrow.targets.length === 0 ? [{ text: labelOf(arrow), number }] : [],
  )
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
