import { describe, expect, test } from 'vitest'

import type { Board } from '../../../src/formats/board/board'
import { sizeOf } from '../../../src/formats/board/outline'
import { readJob } from './odb-job'

const outline = (side: number) => [
  'S P 0',
  'OB 0 0 I',
  `OS 0 ${side}`,
  `OS ${side} ${side}`,
  `OS ${side} 0`,
  'OE',
  'SE',
]
/** A job whose files state no unit, unless they are given with one. All lengths are one unit. */
const job = (more: Record<string, string>) =>
  readJob({
    'steps/pcb/profile': outline(10).join('\n'),
    'steps/pcb/layers/comp_+_top/components': 'CMP 0 1 1 0 N U1 CHIP ;\nTOP 0 1 1 0 N 0 0 1\n',
    'steps/pcb/layers/top/features': '$0 r40\n$1 own\nP 1 1 0 P 0 0\nP 2 2 1 P 0 0\n',
    'steps/pcb/layers/drill/features': '$0 r8\nP 5 5 0 P 0 0\n',
    'symbols/own/features': '$0 r20\nP 1 1 0 P 0 0\n',
    ...more,
  })
const lengthsOf = ({ outline: edge, footprints, pads, vias }: Board) =>
  [sizeOf(edge)?.width, footprints[0]?.x, ...pads.flatMap(({ x, width }) => [x, width]), vias.at[0], vias.drill[0]].map(
    (value) => Number((value ?? Number.NaN).toFixed(6)),
  )

/** In metric files, the sizes in the names of symbols are micrometers; in imperial ones, they are thousandths of inches. */
const metric = [10, 1, 1, 0.04, 3, 0.02, 5, 0.008]
const imperial = metric.map((value) => Number((value * 25.4).toFixed(6)))
const assumed = 'Neither the job nor these layers state a unit, so inches are assumed: drill, top.'

describe('files of an ODB++ job that state no unit', () => {
  test.each([
    ['millimeters', 'UNITS=MM', metric],
    ['millimeters, in the older form', 'U MM', metric],
    ['inches', 'UNITS=INCH', imperial],
  ])('are in the unit of the job: %s', (_, unit, lengths) => {
    const board = job({ 'misc/info': `JOB_NAME=job\n${unit}\n` })
    expect(lengthsOf(board)).toEqual(lengths)
    expect(board.remarks).toEqual([])
  })

  test.each([
    ['no file misc/info', {}],
    ['no unit in it', { 'misc/info': 'JOB_NAME=job\n' }],
    ['a unit only in the header of the step', { 'steps/pcb/stephdr': 'UNITS=MM\nX_DATUM=0\n' }],
  ])('are in inches if the job states none, which is named: %s', (_, more) => {
    const board = job(more)
    expect(lengthsOf(board)).toEqual(imperial)
    expect(board.remarks).toEqual([assumed])
  })

  test('do not change the unit of files that state one', () => {
    const board = job({
      'misc/info': 'UNITS=INCH\n',
      'steps/pcb/profile': ['UNITS=MM', ...outline(10)].join('\n'),
      'steps/pcb/layers/top/features': 'UNITS=MM\n$0 r40\nP 1 1 0 P 0 0\n',
    })
    expect([sizeOf(board.outline)?.width, board.pads[0]?.x, board.pads[0]?.width]).toEqual([10, 1, 0.04])
    expect(board.vias.at[0]).toBeCloseTo(127, 9)
  })
})
