import { readFileSync } from 'node:fs'
import { create, type Font } from '@cantoo/fontkit'

import type { Drawing, Shape } from '../../src/inspector/chart/sheets'

/** A rectangle in the coordinates of a chart. */
export type Box = { what: string; left: number; top: number; right: number; bottom: number }

const font = create(readFileSync('src/ui/fonts/geist.woff2')) as Font
/** As in chart.css. */
const sizes = { state: 12, arrow: 11.2 }

const isShape = (child: Shape | string): child is Shape => typeof child !== 'string'
const textOf = (shape: Shape) => shape.children.filter((child) => typeof child === 'string').join('')

function boxOfText(shape: Shape, size: number): Box {
  const what = textOf(shape)
  const { advanceWidth } = font.layout(what)
  const width = (advanceWidth / font.unitsPerEm) * size
  const [x, y] = [Number(shape.attributes['x']), Number(shape.attributes['y'])]
  const left = shape.attributes['text-anchor'] === 'middle' ? x - width / 2 : x
  // The height of letters without accents, and the depth of letters that extend below the baseline.
  return { what, left, top: y - size * 0.72, right: left + width, bottom: y + size * 0.2 }
}

function boxOfOutline({ attributes }: Shape, what: string): Box {
  const numbers = [...(attributes['points'] ?? attributes['d'] ?? '').matchAll(/-?[\d.]+/g)].map(Number)
  const xs = numbers.filter((_, index) => index % 2 === 0)
  const ys = numbers.filter((_, index) => index % 2 === 1)
  return { what, left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** The labels of a chart with their real text widths, and the states without children. */
export function boxesOf({ shapes }: Drawing) {
  const groups = shapes.flatMap((shape) => shape.children.filter(isShape))
  const inGroups = (kind: string) =>
    groups.filter((group) => group.tag === 'g' && (group.attributes['class'] ?? '').split(' ').includes(kind))
  const textsIn = (group: Shape) => group.children.filter(isShape).filter(({ tag }) => tag === 'text')
  return {
    arrows: inGroups('edge').flatMap((group) => textsIn(group).map((text) => boxOfText(text, sizes.arrow))),
    states: [...inGroups('node'), ...inGroups('cluster')].flatMap((group) =>
      textsIn(group).map((text) => boxOfText(text, sizes.state)),
    ),
    nodes: inGroups('node').flatMap((group) => {
      const outline = group.children.filter(isShape).find(({ attributes }) => attributes['data-look'] === 'line')
      return outline && group.attributes['data-state'] ? [boxOfOutline(outline, group.attributes['data-state'])] : []
    }),
  }
}

/** How far two boxes overlap in the direction in which they overlap least. */
export const overlapOf = (one: Box, other: Box) =>
  Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  )
