import { strToU8, zipSync } from 'fflate'

import type { Board } from '../../../src/formats/board/board'
import { readOdb } from '../../../src/formats/odb/odb'

/** A row of the matrix; the fields are those of the format, such as TYPE=SIGNAL. */
export const layer = (row: number, name: string, type: string, ...fields: string[]) =>
  ['LAYER {', `ROW=${row}`, 'CONTEXT=BOARD', `TYPE=${type}`, `NAME=${name}`, ...fields, '}', ''].join('\n')

const matrix = [
  'STEP {\nCOL=1\nNAME=PCB\n}\n',
  layer(1, 'TOP', 'SIGNAL'),
  layer(2, 'BOT', 'SIGNAL'),
  layer(3, 'DRILL', 'DRILL', 'START_NAME=TOP', 'END_NAME=BOT'),
].join('')

/** A two-pin part at (1, 1) and (2, 1), and one at (5, 1) and (6, 1), in mm. The last words are the nets' numbers. */
export const components = (nets: [number, number, number, number]) =>
  [
    'UNITS=MM',
    'CMP 0 1 1 0 N U1 CHIP ;',
    `TOP 0 1 1 0 N ${nets[0]} 0 1`,
    `TOP 1 2 1 0 N ${nets[1]} 0 2`,
    'CMP 0 5 1 0 N R1 10K ;',
    `TOP 0 5 1 0 N ${nets[2]} 0 1`,
    `TOP 1 6 1 0 N ${nets[3]} 0 2`,
  ].join('\n')

/** Reads a job of these files, which are named relative to its root. The step is `pcb`. */
export function readJob(files: Record<string, string | Uint8Array>): Board {
  const all: Record<string, string | Uint8Array> = { 'matrix/matrix': matrix, ...files }
  return readOdb(
    zipSync(
      Object.fromEntries(
        Object.entries(all).map(([path, file]) => [`job/${path}`, typeof file === 'string' ? strToU8(file) : file]),
      ),
    ),
  )
}
