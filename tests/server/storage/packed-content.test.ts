import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { proposeFileType } from '../../../server/files/file-type'
import { sampleBoard } from '../../../server/sample/board'
import { packedContent } from '../../../server/storage/packed-content'
import { sample } from '../../formats/sample-files'
import { paxEntry, tarEntry, tarOf, tarOfAll, tarOfEntries, zstandardOf } from '../../support/packed-files'

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
  ['DM0002-ipc2581c.xml.zst', zstandardOf(ipc2581)],
  ['board.kicad_pcb.zst', zstandardOf(board)],
  ['design.gz', gzipSync(board)],
  ['job.tar', sample('odb.tar')],
  ['job.tar.gz', gzipSync(sample('odb.tar'))],
  ['board.tar', tarOf('carrier/board.kicad_pcb', board)],
  ['board.zip', zipSync({ 'board.kicad_pcb': board })],
  ['boards.zip', zipSync({ 'main.zip': zipSync({ 'main/': new Uint8Array(), 'main/top.gtl': Buffer.from('M02*') }) })],
  ['stored boards.zip', zipSync({ 'main.zip': [zipSync({ 'top.gtl': Buffer.from('M02*') }), { level: 0 }] })],
])('%s is a layout', async (name, content) => {
  expect((await inspected(name, content)).type).toBe('layout')
})

const deep = 'release/'.repeat(12)

test.each<[name: string, content: Uint8Array, type: string]>([
  ['a prefix', tarOf(`${deep}matrix/matrix`, board), 'layout'],
  [
    'an entry of its own',
    tarOfAll({ '././@LongLink': Buffer.from(`${deep}networks/line.s4p\0`), [`${deep}netw`]: board }),
    'model',
  ],
  [
    // As Python's tarfile writes it.
    'a pax header',
    tarOfEntries(
      paxEntry(`147 path=${'release/'.repeat(15)}networks/line.s2p\n`),
      tarEntry('release/'.repeat(15).slice(0, 100), board),
    ),
    'model',
  ],
])('a long path in a tar archive is read from %s', async (_, content, type) => {
  expect(await inspected('files.tgz', gzipSync(content))).toMatchObject({ type })
})

const picture = Buffer.from('\x89PNG'.padEnd(900), 'latin1')
const photos = { 'photos/board.png': picture, 'photos/eye.png': picture }

test.each<[name: string, content: Uint8Array, type: string]>([
  ['job.tgz', gzipSync(sample('odb.tar')), 'layout'],
  ['photos.tgz', gzipSync(tarOfAll(photos)), 'other'],
  ['moodboard.tgz', gzipSync(tarOfAll(photos)), 'other'],
  ['moodboard.tar', tarOfAll(photos), 'other'],
  ['moodboard.zip', zipSync(photos), 'other'],
  ['moodboard.txt.gz', gzipSync(Buffer.from('Call the fab house.')), 'other'],
  ['lines.tgz', gzipSync(tarOfAll({ 'readme.txt': board.subarray(0, 9), 'a/line.s4p': board })), 'model'],
  ['job_odb.tgz', gzipSync(tarOfAll({ 'job/user/photo.png': board })), 'layout'],
  ['job_odb.tar', tarOfAll({ 'job/user/photo.png': board }), 'layout'],
  ['damaged_odb.tgz', Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4]), 'layout'],
  ['line.s2p.gz', gzipSync(Buffer.from('# GHz S RI R 50\n')), 'model'],
  ['my-stackup.csv.gz', gzipSync(Buffer.from('Layer;Type;Thickness\n')), 'stackup'],
  ['documents.zip', zipSync({ 'notes.zip': zipSync({ 'notes.txt': Buffer.from('Call the fab house.') }) }), 'other'],
  ['notes.txt.gz', gzipSync(Buffer.from('Call the fab house.')), 'other'],
  ['damaged.gz', Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4]), 'other'],
])('%s is of the type of what it contains', async (name, content, type) => {
  expect((await inspected(name, content)).type).toBe(type)
})

test('little of a large file is read, and little of what it unpacks to', async () => {
  const { starts, bytesRead } = await inspected('zeros', gzipSync(new Uint8Array(40_000_000)))
  expect(bytesRead).toBeLessThanOrEqual(16 * 1024)
  for (const start of starts) expect(start.length).toBeLessThanOrEqual(16 * 1024)
})

test('a Zstandard file on which its decoder never ends is not unpacked', async () => {
  // A literals section whose Huffman weights are described by a table of one symbol, so that no bits are ever consumed.
  const bytes = Buffer.from(`28b52ffd0000c500000200000cf003${'00'.repeat(9)}80${'00'.repeat(7)}`, 'hex')
  expect(await inspected('hostile.zst', bytes)).toMatchObject({ type: 'other', starts: [], bytesRead: 0 })
})
