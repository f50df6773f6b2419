import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { sampleBoard } from '../../server/sample/board'
import { replyTo } from '../../src/formats/worker/formats-worker-protocol'
import { tarOf, zstandardOf } from '../support/packed-files'
import { compress } from './archive/compress'
import { sample } from './sample-files'

const board = new TextEncoder().encode(sampleBoard())

/** The format and the number of nets of a layout, or the reply if the layout cannot be read. */
async function factsOf(name: string, content: Uint8Array) {
  const reply = await replyTo({ id: 1, about: 'facts', file: { name, content: new Blob([content.slice()]) } })
  if (!('about' in reply) || reply.about !== 'facts') return reply
  return 'unsupported' in reply.answer ? reply.answer : [reply.answer.format, reply.answer.nets.pins.length]
}

test.each<[name: string, content: Uint8Array]>([
  ['board.kicad_pcb.gz', gzipSync(board)],
  ['board.kicad_pcb.zst', zstandardOf(board)],
  ['board.tar', tarOf('carrier/board.kicad_pcb', board)],
  ['board.tar.gz', gzipSync(tarOf('carrier/board.kicad_pcb', board))],
  ['board.zip', zipSync({ 'board.kicad_pcb': board, '__MACOSX/._board': new Uint8Array(8) })],
  ['board.kicad_pcb.Z', compress(board)],
  ['board.tgz', gzipSync(tarOf('carrier/board.kicad_pcb', board))],
  ['renamed.txt', gzipSync(board)],
])('a board packed as %s has the same nets as the unpacked board', async (name, content) => {
  expect(await factsOf(name, content)).toEqual(await factsOf('board.kicad_pcb', board))
})

test('an ODB++ job is read as it is, and also if it is packed', async () => {
  const job = sample('odb.tar')
  const facts = await factsOf('odb.tar', job)
  expect(facts).toEqual(['ODB++', expect.any(Number)])
  expect(await factsOf('job.tar.gz', gzipSync(job))).toEqual(facts)
  expect(await factsOf('job.zip', zipSync({ 'job.tar': job }))).toEqual(facts)
})

test('the only file in an archive is taken, not one of several', async () => {
  const two = zipSync({ 'board.kicad_pcb': board, 'other.kicad_pcb': board })
  expect(await factsOf('boards.zip', two)).toEqual({ unsupported: expect.stringMatching(/^Zip archives cannot be/) })
})

test('archives in archives are opened three deep', async () => {
  const packed = gzipSync(gzipSync(gzipSync(board)))
  expect(await factsOf('board', packed)).toEqual(await factsOf('board.kicad_pcb', board))
  expect(await factsOf('board', gzipSync(packed))).toEqual({ unsupported: expect.stringMatching(/^gzip archives/) })
})

test('a damaged archive is refused with the reason', async () => {
  const reply = await factsOf('board.kicad_pcb.gz', gzipSync(board).subarray(0, 100))
  expect(reply).toMatchObject({ refused: { message: expect.stringMatching(/^gzip, byte 0: expected an archive/) } })
})
