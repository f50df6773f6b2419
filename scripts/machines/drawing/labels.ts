import type { Drawing, Shape } from '../../../src/inspector/chart/sheets'

type Box = { left: number; right: number; top: number; bottom: number }

const isShape = (child: Shape | string): child is Shape => typeof child !== 'string'

/** The average width of a letter, and the height of letters, relative to Graphviz's font size. */
const letter = { width: 0.5, height: 0.7 }

function boxOf({ attributes, children }: Shape): Box {
  const size = Number(attributes['font-size'])
  const [left, bottom] = [Number(attributes['x']), Number(attributes['y'])]
  const text = children
    .filter((child) => typeof child === 'string')
    .join('')
    .trimEnd()
  return { left, right: left + text.length * size * letter.width, top: bottom - size * letter.height, bottom }
}

const doOverlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Estimates how many pairs of labels overlap. */
export function overlapsIn({ shapes }: Drawing): number {
  const groups = shapes.flatMap(({ children }) => children.filter(isShape))
  const boxes = groups.flatMap(({ children }) =>
    children
      .filter(isShape)
      .filter(({ tag }) => tag === 'text')
      .map(boxOf),
  )
  return boxes.reduce(
    (count, box, index) => count + boxes.slice(index + 1).filter((it) => doOverlap(box, it)).length,
    0,
  )
}
