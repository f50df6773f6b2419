import { describe, expect, test } from 'vitest'

import { buffersOf, Conversation, type FormatsReply, type FormatsRequest } from '../../src/formats/worker/worker-client'
import { decibels, trace } from '../../src/formats/touchstone/network'
import { readTouchstone } from '../../src/formats/touchstone/touchstone'
import { sample } from './sample-files'

const file = (name: string, content: Uint8Array | string = sample(name)) => ({
  name,
  content: new Blob([typeof content === 'string' ? content : content.slice()]),
})

function readNetwork(name: string) {
  const reading = readTouchstone(name, sample(name))
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

/** Runs a conversation and records its replies as the page would receive them. */
function startConversation() {
  const replies: FormatsReply[] = []
  const conversation = new Conversation((reply) => replies.push(structuredClone(reply, { transfer: buffersOf(reply) })))
  const ask = async (request: FormatsRequest) => {
    await conversation.take(request)
    return replies.at(-1)
  }
  return { ask }
}

describe('the conversation with the worker', () => {
  test('answers every kind of request', async () => {
    const { ask } = startConversation()
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
  })

  test('transfers the geometry of a board without copying it', async () => {
    const { ask } = startConversation()
    const reply = await ask({ id: 1, about: 'board', file: file('kicad9.kicad_pcb') })
    if (!reply || !('about' in reply) || reply.about !== 'board') throw new Error('no board')
    expect([...reply.answer.tracks.ends]).toEqual([7, 5, 12, 5])
    // Outlines 2, tracks 4, arcs 5, vias 5, fills 4.
    expect(buffersOf(reply)).toHaveLength(20)
  })

  test('keeps the network for later requests for curves', async () => {
    const { ask } = startConversation()
    expect(await ask({ id: 1, about: 'curves', curves: [], pairs: [] })).toMatchObject({
      refused: { message: 'No network has been read yet.' },
    })
    const reply = await ask({ id: 2, about: 'touchstone', file: file('wrapped.s4p') })
    if (!reply || !('about' in reply) || reply.about !== 'touchstone') throw new Error('no network')
    const wanted = { to: 2, from: 1, mode: 'single', quantity: 'decibels' } as const
    const curves = await ask({ id: 3, about: 'curves', curves: [wanted], pairs: [] })
    expect(curves).toEqual({ id: 3, about: 'curves', answer: [decibels(trace(readNetwork('wrapped.s4p'), 2, 1))] })
    expect(await ask({ id: 4, about: 'curves', curves: [{ ...wanted, mode: 'dd' }], pairs: [[1, 2]] })).toMatchObject({
      refused: { message: 'Mixed mode requires each of the 4 ports to be in exactly one pair.' },
    })
  })

  test('returns the reader’s error message', async () => {
    const { ask } = startConversation()
    expect(await ask({ id: 1, about: 'touchstone', file: file('x.s1p', '1 1 x') })).toEqual({
      id: 1,
      refused: { message: 'Touchstone, line 1: expected a number, found "x".', place: { line: 1 } },
    })
    expect(await ask({ id: 2, about: 'facts', file: file('x.pdf', '%PDF-1.7') })).toMatchObject({
      answer: { unsupported: expect.stringContaining('A PDF file has no list of nets.') as string },
    })
  })

  test('a long file reports its progress and can be cancelled', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => `${at + 1} 0.5 ${at % 180}`).join('\n')
    const replies: FormatsReply[] = []
    let cancelled: Promise<void> | undefined
    const conversation = new Conversation((reply) => {
      replies.push(reply)
      if ('progress' in reply) cancelled = conversation.take({ id: 7, cancel: true })
    })
    await conversation.take({ id: 7, about: 'touchstone', file: file('x.s1p', rows) })
    await cancelled
    expect(replies[0]).toEqual({ id: 7, progress: expect.closeTo(131_072 / rows.length, 6) as number })
    expect(replies.at(-1)).toEqual({ id: 7, cancelled: true })
    expect(replies).toHaveLength(2)
  })
})
