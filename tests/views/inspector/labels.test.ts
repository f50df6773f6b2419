import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../../machines/catalogue'
import { drawingOf } from '../../../scripts/machines/drawing/layout'
import { foldingsOf } from '../../../src/inspector/chart/folding'
import { outlineOf } from '../../../src/inspector/states'
import { boxesOf, overlapOf } from '../../support/chart-boxes'

const machines = Object.entries(catalogue) as [string, AnyStateMachine][]
const tolerance = 0.5

/**
 * The overlapping pairs: two labels, or the label of an arrow and a state. Text widths are those of the page's font.
 */
function overlaps(drawing: Awaited<ReturnType<typeof drawingOf>>) {
  const { arrows, states, nodes } = boxesOf(drawing)
  const texts = [...arrows, ...states]
  const pairs = [
    ...texts.flatMap((one, index) => texts.slice(index + 1).map((other) => [one, other] as const)),
    ...arrows.flatMap((label) => nodes.map((node) => [label, node] as const)),
  ]
  return pairs
    .filter(([one, other]) => overlapOf(one, other) > tolerance)
    .map(([one, other]) => `${one.what} / ${other.what}`)
}

test('no labels overlap in the chart of any machine', async () => {
  const found: Record<string, string[]> = {}
  for (const [title, machine] of machines) {
    const drawing = await drawingOf(outlineOf(machine))
    expect(boxesOf(drawing).nodes, title).not.toEqual([])
    const own = overlaps(drawing)
    if (own.length > 0) found[title] = own
  }
  expect(found).toEqual({})
})

test('no labels overlap however states are collapsed', async () => {
  const found: Record<string, string[]> = {}
  for (const [title, machine] of machines) {
    const outline = outlineOf(machine)
    for (const folded of foldingsOf(outline.root)) {
      const own = overlaps(await drawingOf(outline, folded))
      if (own.length > 0) found[`${title}: ${[...folded].join(', ')}`] = own
    }
  }
  expect(found).toEqual({})
})
