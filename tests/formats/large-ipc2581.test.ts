import { expect, test } from 'vitest'

import { readIpc2581 } from '../../src/formats/ipc2581/ipc2581'
import { largeIpc2581 } from '../bench/large-ipc2581'

test('an IPC-2581 file of 56 MB is read without holding its text or a tree of its elements', {
  timeout: 300_000,
}, () => {
  const { bytes, tracks, nets } = largeIpc2581({ nets: 4000, megabytes: 56 })
  expect(bytes.length / 1_048_576).toBeGreaterThan(56)
  const board = readIpc2581(bytes)
  expect(board.tracks.net.length).toBe(tracks)
  expect(board.nets).toHaveLength(nets)
  expect(board.copper).toEqual(['TOP', 'INNER1', 'INNER2', 'BOTTOM'])
  // The last track of the file.
  const last = tracks - 1
  expect([...board.tracks.ends.subarray(4 * last, 4 * last + 4)].map((value) => Number(value.toFixed(4)))).toEqual([
    (last % 300) + 0.125,
    -((last % 200) + 0.375),
    (last % 299) + 0.625,
    -((last % 199) + 0.875),
  ])
})
