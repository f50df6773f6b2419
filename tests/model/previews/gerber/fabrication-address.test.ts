import { expect, test } from 'vitest'

import { viewIn } from '../../../../machines/previews/board/board-address'
import { fabricationAddress, partsIn } from '../../../../machines/previews/gerber/fabrication-address'

test('the URL of a fabrication set contains its board and picture, and the view', () => {
  expect(fabricationAddress([], '')).toBe('')
  expect(fabricationAddress([0, 0], 'below')).toBe('below')
  expect(fabricationAddress([1], '')).toBe('part-2_1')
  expect(fabricationAddress([0, 2], 'at-1_2_3*below')).toBe('part-1_3*at-1_2_3*below')
  expect(partsIn('part-1_3*at-1_2_3*below')).toEqual([0, 2])
  // The view of a board ignores parts of a URL that it does not know.
  expect(viewIn('part-1_3*at-1_2_3*below*hide-top.gbr')).toEqual({
    at: { x: 1, y: 2, width: 3 },
    isFlipped: true,
    hidden: ['top.gbr'],
    nets: [],
  })
})

test.each(['', 'below', 'part-', 'part-1', 'part-x_1', 'apart-1_1', 'part-1_99999'])(
  'a URL without a picture shows the first one: %s',
  (address) => expect(partsIn(address)).toEqual([]),
)

test('numbers start at one', () => expect(partsIn('part-0_0')).toEqual([0, 0]))
