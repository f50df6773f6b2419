import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { proposeFileType } from '../../../server/files/file-type'
import { sampleBoard } from '../../../server/sample/board'
import { packedContent } from '../../../server/storage/packed-content'
import { sample } from '../../formats/sample-files'
import { tarOf, zstandardOf } from '../../support/packed-files'

const board = new TextEncoder().encode(sampleBoard())
const ipc2581 = sample('board.xml')

/** Looks into a file, and proposes its type. Also returns how many of its bytes were read. */
async function inspected(name: string, bytes: Uint8Array) {
  const whole = Buffer.from(bytes)
  let bytesRead = 0
  const read = async (start: number, length: number) => {
    bytesRead += length
    return whole.subarray(start, start + length)
  }
  const head = whole.subarray(0, 4096)
  const content = await packedContent(read, { size: whole.length, head })
  return { ...content, type: proposeFileType(name, { head, ...content }), bytesRead }
}

test.each<[name: string, content: Uint8Array]>([
  ['design.xml.gz', gzipSync(ipc2581)],
  ['design.xml.zst', zstandardOf(ipc2581)],
  ['design.gz', gzipSync(board)],
  ['job.tar', sample('odb.tar')],
  ['job.tar.gz', gzipSync(sample('odb.tar'))],
  ['board.tar.zst', zstandardOf(tarOf('carrier/board.kicad_pcb', board))],
  ['board.zip', zipSync({ 'board.kicad_pcb': board })],
])('%s is a layout', async (name, content) => {
  expect((await inspected(name, content)).type).toBe('layout')
})

test.each<[name: string, content: Uint8Array, type: string]>([
  ['line.s2p.gz', gzipSync(Buffer.from('# GHz S RI R 50\n')), 'model'],
  ['my-stackup.csv.gz', gzipSync(Buffer.from('Layer;Type;Thickness\n')), 'stackup'],
  ['notes.txt.gz', gzipSync(Buffer.from('Call the fab house.')), 'other'],
  ['damaged.gz', Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4]), 'other'],
  ['damaged.zst', Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 80, 255, 255, 255]), 'other'],
])('%s is of the type of what it contains', async (name, content, type) => {
  expect((await inspected(name, content)).type).toBe(type)
})

test('little of a large file is read, and little of what it unpacks to', async () => {
  const zeros = new Uint8Array(40_000_000)
  for (const packed of [gzipSync(zeros), zstandardOf(zeros.subarray(0, 2_000_000))]) {
    const { starts, bytesRead } = await inspected('zeros', packed)
    expect(bytesRead).toBeLessThanOrEqual(160 * 1024)
    for (const start of starts) expect(start.length).toBeLessThanOrEqual(16 * 1024)
  }
})

test('a Zstandard file that declares too much memory is not unpacked', async () => {
  // A single segment of 3 GB, and a window of 2 GB.
  for (const header of [
    [0xa0, 0, 0x5e, 0xd0, 0xb2],
    [0, 21 << 3],
  ]) {
    const file = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, ...header, 1, 0, 0])
    const before = process.memoryUsage().arrayBuffers
    expect((await inspected('large.zst', file)).type).toBe('other')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
  }
})
