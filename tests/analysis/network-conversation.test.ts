import { expect, test } from 'vitest'

import { NetworkConversation } from '../../src/analysis/worker/network-conversation'
import { decibels, trace } from '../../src/formats/touchstone/network'
import { readNetwork } from '../formats/network-values'
import { sample } from '../formats/sample-files'

const file = (name: string, content: Uint8Array | string = sample(name)) => ({
  name,
  content: new Blob([typeof content === 'string' ? content : content.slice()]),
})
const wanted = { to: 2, from: 1, mode: 'single', quantity: 'decibels' } as const

test('the worker keeps the network for later requests', async () => {
  const conversation = new NetworkConversation()
  expect(await conversation.take({ id: 1, about: 'curves', curves: [], pairs: [] })).toEqual({
    id: 1,
    refused: { message: 'No network has been read yet.' },
  })
  const outline = await conversation.take({ id: 2, about: 'network', ...file('wrapped.s4p') })
  expect(outline).toMatchObject({ id: 2, answer: { ports: 4, parameter: 'S' } })
  expect(outline).not.toHaveProperty('answer.traces')
  expect(await conversation.take({ id: 3, about: 'curves', curves: [wanted], pairs: [] })).toEqual({
    id: 3,
    answer: [decibels(trace(readNetwork('wrapped.s4p', sample('wrapped.s4p')), 2, 1))],
  })
  expect(await conversation.take({ id: 4, about: 'checks' })).toMatchObject({
    answer: [{ name: 'passivity' }, { name: 'reciprocity' }, { name: 'causality' }],
  })
})

test('the reason is given when a network cannot be read or computed', async () => {
  const conversation = new NetworkConversation()
  expect(await conversation.take({ id: 1, about: 'network', ...file('x.s1p', '1 1 x') })).toEqual({
    id: 1,
    refused: { message: 'Touchstone, line 1: expected a number, found "x".' },
  })
  await conversation.take({ id: 2, about: 'network', ...file('wrapped.s4p') })
  const curves = [{ ...wanted, mode: 'dd' as const }]
  expect(await conversation.take({ id: 3, about: 'curves', curves, pairs: [[1, 2]] })).toEqual({
    id: 3,
    refused: { message: 'Mixed mode requires each of the 4 ports to be in exactly one pair.' },
  })
})
