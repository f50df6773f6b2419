// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'

import type { FabricationPicture } from '../../../src/formats/gerber/gerber-renderer'
import { factsOf, placementOf, svgOf } from '../../../src/workspace/previews/gerber/fabrication-drawing'

const picture = (own: Partial<FabricationPicture>): FabricationPicture => ({
  title: 'top.gbr',
  role: 'Top copper',
  svg: '<svg id="layer" width="1600" height="800" viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  size: { width: 20, height: 10 },
  color: '#b8541a',
  box: { left: 10, top: -30, right: 30, bottom: -20 },
  isFromBelow: false,
  ...own,
})
const size = { width: 400, height: 300 }
/** A millimeter is ten pixels, and the point x = 15, y = 25 mm of the file is in the center. */
const view = { x: 15, y: -25, scale: 10, isFlipped: false }

describe('a picture in a view', () => {
  test('is where its coordinates are', () => {
    // Its left edge is 5 mm left of the center, its upper edge 5 mm above it.
    expect(placementOf(picture({}), view, size)).toEqual({ x: 150, y: 100, width: 200, height: 100, isMirrored: false })
  })

  test('is mirrored about the center from below', () => {
    const below = { ...view, isFlipped: true }
    // Its right edge, 15 mm right of the center in the file, is now 15 mm left of it.
    expect(placementOf(picture({}), below, size)).toMatchObject({ x: 50, isMirrored: true })
    // The picture of the bottom side already shows the board from below.
    expect(placementOf(picture({ isFromBelow: true }), below, size)).toMatchObject({ x: 50, isMirrored: false })
    expect(placementOf(picture({ isFromBelow: true }), view, size)).toMatchObject({ x: 150, isMirrored: true })
  })
})

test('the bounds of layers over each other contain all of them', () => {
  const other = picture({ title: 'edge.gbr', role: 'Outline', box: { left: 0, top: -25, right: 20, bottom: 0 } })
  const facts = factsOf({ title: '', role: '', pictures: [picture({}), other], areLayers: true })
  expect(facts.bounds).toEqual({ left: 0, top: -30, right: 30, bottom: 0 })
  expect(facts.copper).toEqual([
    { name: 'top.gbr', userName: 'Top copper' },
    { name: 'edge.gbr', userName: 'Outline' },
  ])
  expect(facts.isYUp).toBe(true)
})

test('a saved picture contains the visible layers at their places, without ids that occur twice', () => {
  const svg = svgOf({ pictures: [picture({}), picture({})], view: { ...view, isFlipped: true }, size })
  const saved = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  expect(saved.getAttribute('viewBox')).toBe('0 0 400 300')
  const groups = [...saved.querySelectorAll('g')]
  expect(groups.map((group) => group.getAttribute('transform'))).toEqual([
    'translate(250 100) scale(-1 1)',
    'translate(250 100) scale(-1 1)',
  ])
  for (const group of groups) {
    const inner = group.firstElementChild
    expect([inner?.getAttribute('width'), inner?.getAttribute('height')]).toEqual(['200', '100'])
    expect(inner?.hasAttribute('id')).toBe(false)
  }
})
