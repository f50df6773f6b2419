import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { boardNetFacts } from '../../../src/analysis/board/board-net-facts'
import { LayerStack } from '../../../src/analysis/board/layer-stack'
import { routingOf } from '../../../src/analysis/board/routing'
import { readBoard } from '../../../src/formats/boards'
import { hasRealFile, hasZstd, realFile } from '../../formats/sample-files'

/** By file and net: the length on each layer in mm, the number of vias, and the length in them. See measure-lengths.py. */
const measured = JSON.parse(readFileSync(path.join(import.meta.dirname, 'lengths.json'), 'utf8')) as Record<
  string,
  Record<string, { layers: Record<string, number>; vias: number; inVias: number }>
>

const boards = [
  { name: 'ov5640-dual-camera-board.kicad_pcb', file: 'layout/ov5640-dual-camera-board.kicad_pcb' },
  { name: 'interposer.kicad_pcb', file: 'layout/interposer.kicad_pcb' },
  { name: 'DM0002-ipc2581c.xml', file: 'layout/DM0002-ipc2581c.xml.zst' },
]

describe.for(boards)('$name', ({ name, file }) => {
  const isMissing = !hasRealFile(file) || (file.endsWith('.zst') && !hasZstd)

  test.skipIf(isMissing)('has lengths within 0.1 % of those from an independent program', () => {
    const { board } = readBoard(name, realFile(file))!
    const routing = routingOf(board)
    const nets = Object.entries(measured[name]!)
    const routed = board.nets.filter((_, index) => routing[index]!.pieces.length > 0).map((net) => net.name)
    expect(new Set(routed)).toEqual(new Set(nets.map(([net]) => net)))
    for (const [net, { layers, vias }] of nets) {
      const own = routing[board.nets.findIndex((one) => one.name === net)]!
      expect(own.vias, net).toHaveLength(vias)
      for (const [layer, expected] of Object.entries(layers)) {
        const index = board.copper.indexOf(layer)
        const length = own.pieces.reduce((sum, piece) => sum + (piece.layer === index ? piece.length : 0), 0)
        expect(Math.abs(length / expected - 1), `${net} on ${layer}: ${length}, not ${expected}`).toBeLessThan(0.001)
      }
    }
  })

  test.skipIf(isMissing)(
    'has total lengths, including vias through the stackup, within 0.1 % of those from an independent program',
    () => {
      const { rows } = boardNetFacts(readBoard(name, realFile(file))!.board)
      for (const [net, { layers, inVias }] of Object.entries(measured[name]!)) {
        const expected = Object.values(layers).reduce((sum, length) => sum + length, inVias)
        const length = rows.find((row) => row.kind === 'net' && row.name === net)!.length
        expect(Math.abs(length / expected - 1), `${net}: ${length}, not ${expected}`).toBeLessThan(0.001)
      }
    },
  )

  test.skipIf(isMissing)('has a stackup, and facts of every net with tracks', () => {
    const { board } = readBoard(name, realFile(file))!
    expect(LayerStack.of(board, board.stackup)).not.toBeNull()
    const { rows, remarks } = boardNetFacts(board)
    expect(remarks).toEqual([])
    expect(rows.filter(({ kind }) => kind === 'net')).toHaveLength(Object.keys(measured[name]!).length)
    for (const { referenced, impedance, name: row } of rows) {
      if (referenced !== null) expect(referenced, row).toBeGreaterThanOrEqual(0)
      if (referenced !== null) expect(referenced, row).toBeLessThanOrEqual(1 + 1e-9)
      if (impedance) expect(impedance.ohms, row).toBeGreaterThan(10)
    }
  })
})
