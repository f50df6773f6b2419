import { describe, expect, test } from 'vitest'

import { buffersOf, type FormatsRequest, replyTo } from '../../src/formats/worker/formats-worker-protocol'
import { sample } from './sample-files'

const file = (name: string, content: Uint8Array | string = sample(name)) => ({
  name,
  content: new Blob([typeof content === 'string' ? content : content.slice()]),
})

/** Asks the worker's side and returns the reply as the page would receive it. */
async function ask(request: FormatsRequest) {
  const reply = await replyTo(request)
  return structuredClone(reply, { transfer: buffersOf(reply) })
}

describe('the conversation with the worker', () => {
  test('answers every kind of request', async () => {
    expect(await ask({ id: 1, about: 'kind', file: file('pads.asc') })).toEqual({
      id: 1,
      about: 'kind',
      answer: { kind: 'netlist', format: 'PADS netlist' },
    })
    expect(await ask({ id: 5, about: 'facts', file: file('board.xml') })).toMatchObject({ answer: { copperLayers: 2 } })
    expect(await ask({ id: 6, about: 'stackup', file: file('stackup.csv') })).toMatchObject({
      answer: { format: 'CSV stackup' },
    })
    expect(await ask({ id: 7, about: 'model', file: file('buffer.ibs') })).toMatchObject({
      answer: { headings: { length: 11 } },
    })
    expect(await ask({ id: 8, about: 'model', file: file('filter.cir') })).toMatchObject({
      answer: { headings: { length: 7 } },
    })
    const renamed = { ...file('receiver.ami'), name: 'receiver.txt' }
    expect(await ask({ id: 9, about: 'model', file: renamed })).toMatchObject({
      answer: { headings: [], parameters: { name: 'receiver', branches: { length: 3 } } },
    })
  })

  test('transfers the geometry of a board without copying it', async () => {
    const reply = await ask({ id: 1, about: 'board', file: file('kicad9.kicad_pcb') })
    if (!('about' in reply) || reply.about !== 'board') throw new Error('no board')
    expect([...reply.answer.tracks.ends]).toEqual([7, 5, 12, 5])
    // Buffers: 2 for outlines, 4 for tracks, 5 for arcs, 5 for vias, 5 for fills.
    expect(buffersOf(reply)).toHaveLength(21)
  })

  test('returns the reader’s error message', async () => {
    expect(
      await ask({ id: 1, about: 'board', file: file('x.kicad_pcb', '(kicad_pcb (segment (start 1 x)))') }),
    ).toEqual({
      id: 1,
      refused: { message: expect.stringContaining('line 1') as string, place: expect.anything() as object },
    })
    expect(await ask({ id: 2, about: 'facts', file: file('x.pdf', '%PDF-1.7') })).toMatchObject({
      answer: { unsupported: expect.stringContaining('PDF files contain no list of nets.') as string },
    })
  })
})
