import { gzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { sizeOf } from '../../../src/formats/board/outline'
import { readBoard } from '../../../src/formats/boards'
import { OdbFiles } from '../../../src/formats/odb/odb-archive'
import { boardFacts } from '../../../src/formats/worker/board-facts'
import { compress } from '../archive/compress'
import { paxEntry, tarEntry, tarOfEntries } from '../../support/packed-files'
import { sample } from '../sample-files'

/** A job of 30 by 20 mm with a round cutout, written by hand from the public description of the format. */
const tar = sample('odb.tar')
const read = (name: string, bytes: Uint8Array) => {
  const found = readBoard(name, bytes)
  if (!found) throw new Error(`${name} is not recognized.`)
  return found.board
}

describe('ODB++', () => {
  test('nets: those of the pins of components; $NONE$ is not a net', () => {
    expect(read('odb.tar', tar).nets).toEqual([
      { name: 'CLK_P', pins: 2, parts: ['U1', 'R1'] },
      { name: 'GND', pins: 1, parts: ['R1'] },
    ])
  })

  test('geometry: outline, tracks, arcs, pads, planes and vias with their nets', () => {
    const board = read('odb.tar', tar)
    expect(sizeOf(board.outline)).toEqual({ width: 30, height: 20 })
    expect(board.outline.map(({ closed }) => closed)).toEqual([true, true])
    expect(board.copper).toEqual(['top', 'bot'])
    // On the board, y points down; in the file, it points up.
    expect([...board.tracks.ends]).toEqual([5, -5, 15, -5])
    expect([...board.tracks.width]).toEqual([0.2])
    expect([...board.tracks.net]).toEqual([0])
    // From (15, 5) counterclockwise around (15, 10) to (20, 10): a quarter circle with a radius of 5.
    const { points } = board.arcs
    expect([points[0], points[1], points.at(-2), points.at(-1)]).toEqual([15, -5, 20, -10])
    const middle = 2 * Math.floor(points.length / 4)
    expect(points[middle]).toBeGreaterThan(15)
    expect(points[middle + 1]).toBeGreaterThan(-10)
    expect(board.pads.map(({ shape, rotation, net }) => [shape, Math.abs(rotation), net])).toEqual([
      ['rect', 0, 0],
      ['roundrect', 90, 1],
    ])
    expect(board.pads[1]?.roundness).toBeCloseTo(0.25, 9)
    expect([...board.fills.layer]).toEqual([1])
    expect([...board.fills.net]).toEqual([1])
    expect([...board.vias.at]).toEqual([20, -10])
    expect([...board.vias.diameter, ...board.vias.drill]).toEqual([0.6, 0.3])
    expect([...board.vias.layers]).toEqual([0, 1])
    expect([...board.vias.net]).toEqual([0])
    expect(board.footprints.map(({ reference, side }) => [reference, side])).toEqual([
      ['U1', 'top'],
      ['R1', 'top'],
    ])
  })

  test('stackup: from the matrix and the attributes of the layers', () => {
    expect(
      read('odb.tar', tar).stackup?.layers.map(({ name, type, thickness, copperWeight }) => [
        name,
        type,
        thickness,
        copperWeight,
      ]),
    ).toEqual([
      ['smt', 'soldermask', null, null],
      // One ounce per square foot is 34.8 µm.
      ['top', 'copper', 0.0348, 1],
      ['d1', 'core', 1.5, null],
      ['bot', 'copper', null, null],
    ])
  })

  test('is read from paths in pax headers', () => {
    const folder = 'release/'.repeat(15)
    const packed = tarOfEntries(
      paxEntry(`143 path=${folder}matrix/matrix\n13 mtime=1.5\n`),
      tarEntry(folder.slice(0, 100), 'LAYER {}'),
      paxEntry(`142 path=${folder}misc/größe\n`),
      tarEntry(folder.slice(0, 100), 'UNITS=MM'),
    )
    const files = new OdbFiles(packed)
    expect([files.text('matrix/matrix'), files.text('misc/größe')]).toEqual(['LAYER {}', 'UNITS=MM'])
  })

  test('is the same as tgz, as tar.Z and as zip, and can be ordered', () => {
    const files = new OdbFiles(tar)
    const paths = ['matrix/matrix', 'steps/pcb/eda/data', 'steps/pcb/profile', 'steps/pcb/layers/comp_+_top/components']
    const zip = zipSync(
      Object.fromEntries(paths.map((path) => [`job/${path}`, new TextEncoder().encode(files.text(path) ?? '')])),
    )
    const expected = { format: 'ODB++', nets: [{ name: 'CLK_P' }, { name: 'GND' }], size: { width: 30, height: 20 } }
    expect(boardFacts('board.tgz', gzipSync(tar))).toMatchObject(expected)
    expect(boardFacts('board.tar.Z', compress(tar))).toMatchObject(expected)
    expect(boardFacts('board.zip', zip)).toMatchObject(expected)
  })

  test('a zip whose files declare more than 256 MB together is not unpacked', () => {
    const declaring = (size: number) => {
      const zip = zipSync({ 'matrix/matrix': new Uint8Array(8), 'misc/info': new Uint8Array(8) })
      // The uncompressed size of the last file, in the directory at the end of the archive.
      const directory = Buffer.from(zip).lastIndexOf(Buffer.from('PK\x01\x02'))
      new DataView(zip.buffer, zip.byteOffset).setUint32(directory + 24, size, true)
      return () => new OdbFiles(zip)
    }
    const tooLarge = 'ODB++, byte 0: expected at most 256 MB and 20,000 files, found more.'
    expect(declaring(256 * 1024 * 1024 - 7)).toThrow(tooLarge)
    expect(declaring(256 * 1024 * 1024 - 8)).not.toThrow(tooLarge)
  })

  test('a damaged archive, one without a matrix and one with a damaged file are refused with the reason', () => {
    expect(() => read('a.tgz', gzipSync(tar).subarray(0, 300))).toThrow(/^ODB\+\+, /)
    expect(() => read('a.tgz', gzipSync(tar.subarray(0, 4000)))).toThrow(/^ODB\+\+, /)
    expect(() => new OdbFiles(zipSync({ 'a/steps/pcb/profile': new Uint8Array(1) }))).toThrow('expected matrix/matrix')
    const packed = zipSync({ 'matrix/matrix': new TextEncoder().encode('x'), 'steps/pcb/profile.Z': new Uint8Array(9) })
    expect(() => new OdbFiles(packed).text('steps/pcb/profile')).toThrow('a damaged steps/pcb/profile.z')
  })
})
