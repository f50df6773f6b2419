import { expect, test } from 'vitest'

import { NetworkConversation, type NetworkQuestions } from '../../src/analysis/worker/network-worker-protocol'
import { decibels, trace } from '../../src/formats/touchstone/network'
import { readNetwork } from '../formats/network/network-values'
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

test('curves and a file in other parameters are computed from the network', async () => {
  const conversation = new NetworkConversation()
  // 100 ohms at 1 GHz, which reflect a third, and 150 ohms at 2 GHz, which reflect half.
  await conversation.take({
    id: 1,
    about: 'network',
    ...file('load.s1p', '# GHz S RI R 50\n1 0.333333333333 0\n2 0.5 0'),
  })
  const curves = [
    { to: 1, from: 1, mode: 'single', quantity: 'magnitude' } as const,
    { to: 1, from: 1, mode: 'single', quantity: 'phase' } as const,
  ]
  const impedance = await conversation.take({ id: 2, about: 'curves', parameter: 'Z', curves, pairs: [] })
  const [magnitude, phase] = (impedance as unknown as { answer: Float64Array[] }).answer
  expect(magnitude![0]).toBeCloseTo(100, 6)
  expect(magnitude![1]).toBeCloseTo(150, 6)
  expect(Array.from(phase!)).toEqual([0, 0])
  const admittance = await conversation.take({ id: 3, about: 'curves', parameter: 'Y', curves, pairs: [] })
  expect((admittance as unknown as { answer: Float64Array[] }).answer[0]![0]).toBeCloseTo(0.01, 9)
  expect(
    await conversation.take({
      id: 4,
      about: 'touchstone',
      origin: 'load.s1p',
      form: { as: 'converted', parameter: 'Z' },
    }),
  ).toMatchObject({
    answer: {
      ending: '.ts',
      text: expect.stringMatching(
        /^! From load\.s1p, as Z-parameters\n\[Version\] 2\.0\n# Hz Z RI R 50\n[^]*1000000000 99\.99/,
      ),
    },
  })
  await conversation.take({ id: 5, about: 'network', ...file('open.s1p', '# GHz S RI R 50\n1 1 0\n2 0.5 0') })
  expect(
    await conversation.take({ id: 6, about: 'touchstone', origin: 'a.s2p', form: { as: 'converted', parameter: 'Z' } }),
  ).toEqual({
    id: 6,
    refused: { message: 'There are no Z-parameters at 1 GHz.' },
  })
})

test('the reply contains the reason if a network cannot be read or a curve cannot be computed', async () => {
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

test('an eye is computed for the lines of the network, or refused with the reason', async () => {
  const conversation = new NetworkConversation()
  const link = { rate: 1e9, riseTime: 50e-12, preTap: 0, postTap: 0, peaking: 0 }
  const receiver = { modulation: 'nrz', swing: 1, feedbackTaps: 0, noise: 0, errorRate: 1e-9 } as const
  const eye = { about: 'eye', line: 0, order: 7, ...link, ...receiver } as const
  const through = Array.from({ length: 40 }, (_, at) => `${(at + 1) / 10} 0 0 1 0 1 0 0 0`)
  const network = file('through.s2p', `# GHz S RI R 50\n${through.join('\n')}`)
  expect(await conversation.take({ id: 1, about: 'network', ...network })).toMatchObject({
    answer: { lines: [{ near: [1], far: [2] }] },
  })
  expect(await conversation.take({ id: 2, ...eye })).toMatchObject({
    answer: { openings: [{ threshold: 0 }], density: { columns: 64 } },
  })
  expect(await conversation.take({ id: 3, ...eye, rate: 10e9 })).toEqual({
    id: 3,
    refused: {
      message: 'The data do not reach half the symbol rate, so no eye can be calculated. Choose a lower symbol rate.',
    },
  })
  // A URL can name a line that the file does not have.
  expect(await conversation.take({ id: 6, ...eye, line: 9 })).toEqual({
    id: 6,
    refused: { message: 'The network does not have this line.' },
  })
  await conversation.take({ id: 4, about: 'network', ...file('open.s1p', '1 1 0\n2 1 0\n3 1 0\n4 1 0') })
  expect(await conversation.take({ id: 5, ...eye })).toEqual({
    id: 5,
    refused: { message: 'An eye requires a network with at least two ports.' },
  })
  expect(await conversation.take({ id: 6, about: 'reflection', end: [1] })).toMatchObject({
    answer: { end: [1], reference: 50 },
  })
})

test('a supply is compared with its target, and a network is written as Touchstone', async () => {
  const conversation = new NetworkConversation()
  await conversation.take({ id: 1, about: 'network', ...file('short.s1p', '# Hz Z RI R 50\n1000 0.02 0\n1e6 0.02 0') })
  const target = { flat: null, line: [], voltage: 1, ripple: 3, step: 2, from: 1e3, to: 1e8 }
  const supply = { ...target, method: 'shunt-through', added: {}, mounting: 0 } as const
  expect(await conversation.take({ id: 2, about: 'supply', ...supply })).toMatchObject({
    answer: { method: 'reflection', target: 0.015, measured: { check: { frequency: 1e3 } }, changed: null },
  })
  const form = { as: 'renormalized', resistance: 0.02 } as const
  expect(await conversation.take({ id: 3, about: 'touchstone', origin: 'short.s1p', form })).toMatchObject({
    answer: {
      ending: '.s1p',
      text: expect.stringContaining('! From short.s1p, with a reference of 0.02 ohms at all ports\n# Hz S RI R'),
    },
  })
  expect(
    await conversation.take({ id: 4, about: 'touchstone', origin: 'a.s2p', form: { as: 'mixed', pairs: [[1, 2]] } }),
  ).toEqual({
    id: 4,
    refused: { message: 'Mixed mode requires each of the 1 ports to be in at most one pair.' },
  })
})

test('a network is connected with another one, or the reason is given', async () => {
  const conversation = new NetworkConversation()
  // An attenuator of 6.02 dB, at two frequencies.
  const halving = '# GHz S RI R 50\n1 0 0 0.5 0 0.5 0 0 0\n2 0 0 0.5 0 0.5 0 0 0\n'
  await conversation.take({ id: 1, about: 'network', ...file('half.s2p', halving) })
  const chain = { about: 'chain', order: 'likely', otherOrder: 'likely' } as const
  const other = file('half.s2p', halving)
  const twice = await conversation.take({ id: 2, ...chain, operation: 'append', other })
  expect(twice).toMatchObject({
    answer: { ending: '.s2p', text: expect.stringMatching(/^! half\.s2p, followed by half\.s2p\n/) },
  })
  const { text } = (twice as { answer: { text: string } }).answer
  expect(text.split('\n').at(-2)).toMatch(/^2000000000 -?0 -?0 0\.25 -?0 0\.25 -?0 -?0 -?0$/)
  expect(await conversation.take({ id: 3, ...chain, operation: 'append', other: file('wrapped.s4p') })).toEqual({
    id: 3,
    refused: { message: 'Both networks need the same even number of ports; they have 2 and 4.' },
  })
})

test('a request that arrives while the network is being read waits for it', async () => {
  const conversation = new NetworkConversation()
  const [, checks] = await Promise.all([
    conversation.take({ id: 1, about: 'network', ...file('wrapped.s4p') }),
    conversation.take({ id: 2, about: 'checks' }),
  ])
  expect(checks).toMatchObject({ answer: [{ name: 'passivity' }, { name: 'reciprocity' }, { name: 'causality' }] })
  const [broken, refused] = await Promise.all([
    conversation.take({ id: 3, about: 'network', ...file('x.s1p', '1 1 x') }),
    conversation.take({ id: 4, about: 'checks' }),
  ])
  expect(broken).toMatchObject({ refused: { message: expect.stringContaining('line 1') } })
  expect(refused).toMatchObject({ refused: { message: 'No network has been read yet.' } })
})

test('a network is used in another form, or as in its file if it has no such form', async () => {
  const conversation = new NetworkConversation()
  // An attenuator of 6.02 dB, whose second port reflects a third.
  const uneven = (value: number) => `${value} 0 0 0.5 0 0.5 0 0.333333333333 0`
  const network = file('uneven.s2p', `# GHz S RI R 50\n${[1, 2, 3, 4].map(uneven).join('\n')}\n`)
  const swapped = { order: [2, 1], reference: null, points: null }
  expect(await conversation.take({ id: 1, about: 'form', form: swapped })).toEqual({
    id: 1,
    refused: { message: 'No network has been read yet.' },
  })
  const impossible = { ...swapped, order: [2, 1, 3] }
  expect(await conversation.take({ id: 2, about: 'network', ...network, form: impossible })).toMatchObject({
    answer: { refused: 'Each of the 2 ports must be used exactly once.', references: [50, 50] },
  })
  expect(await conversation.take({ id: 3, about: 'network', ...network, form: swapped })).toMatchObject({
    answer: { refused: null },
  })
  const reflection = { to: 1, from: 1, mode: 'single', quantity: 'magnitude' } as const
  const curves = await conversation.take({ id: 4, about: 'curves', curves: [reflection], pairs: [] })
  const [magnitude] = (curves as unknown as { answer: Float64Array[] }).answer
  expect(magnitude![0]).toBeCloseTo(1 / 3, 9)
  // Each form is applied to the file, not to the previous form.
  const extended = { order: null, reference: null, points: 'file' } as const
  expect(await conversation.take({ id: 5, about: 'form', form: extended })).toMatchObject({
    answer: { frequencies: Float64Array.of(0, 1e9, 2e9, 3e9, 4e9) },
  })
  expect(await conversation.take({ id: 6, about: 'form', form: impossible })).toMatchObject({
    refused: { message: 'Each of the 2 ports must be used exactly once.' },
  })
  const saved = await conversation.take({ id: 7, about: 'touchstone', origin: 'a.s2p', form: { as: 'file' } })
  expect(saved).toMatchObject({
    answer: { text: expect.stringMatching(/\n# Hz S RI R 50\n0 0 0 0\.5 0 0\.5 0 0\.333/) },
  })
})

test('networks are held and one parameter of each is compared, or the reason is given', async () => {
  const conversation = new NetworkConversation()
  const through = (value: number) => `# GHz S RI R 50\n1 0 0 ${value} 0 ${value} 0 0 0\n`
  const hold = (key: string, content: string) =>
    conversation.take({ id: 1, about: 'hold', key, kept: ['half', 'tenth'], ...file(`${key}.s2p`, content) })
  expect(await hold('half', through(0.5))).toMatchObject({ answer: { ports: 2 } })
  await hold('tenth', through(0.1))
  expect(await hold('broken', '1 x')).toMatchObject({ refused: { message: expect.stringContaining('line 1') } })
  const form = { order: null, reference: null }
  const curve = { mode: 'single', to: 2, from: 1 } as const
  const networks = ['half', 'tenth', 'absent'].map((key) => ({ key, form, parameter: 'S' as const, curve }))
  const wanted = { about: 'overlay', reference: 'half', quantity: 'magnitude' } as const
  const complex = await conversation.take({ id: 2, ...wanted, networks, difference: 'complex' })
  const { answer } = complex as unknown as { answer: NetworkQuestions['overlay']['response'] }
  // 0.5 - 0.1 = 0.4.
  expect(answer.differences.map(({ key }) => key)).toEqual(['tenth'])
  expect(answer.differences[0]!.largest!.value).toBeCloseTo(20 * Math.log10(0.4), 9)
  expect(answer.refused).toEqual([{ key: 'absent', reason: 'The network has not been read yet.' }])
  // Two ports form a single pair.
  const missing = [{ ...networks[0]!, curve: { mode: 'dd', to: 2, from: 1 } as const }]
  expect(await conversation.take({ id: 3, ...wanted, networks: missing, difference: 'shown' })).toMatchObject({
    answer: {
      refused: [{ key: 'half', reason: expect.stringContaining('There is no parameter to pair 2 from pair 1') }],
    },
  })
})

test('networks that are no longer compared are dropped, even while they are being read', async () => {
  const conversation = new NetworkConversation()
  const hold = (key: string, kept: string[]) =>
    conversation.take({
      id: 1,
      about: 'hold',
      key,
      kept,
      ...file(`${key}.s2p`, '# GHz S RI R 50\n1 0 0 1 0 1 0 0 0\n'),
    })
  const dropped = async () => {
    const form = { order: null, reference: null }
    const curve = { mode: 'single', to: 2, from: 1 } as const
    const networks = ['a', 'b', 'c'].map((key) => ({ key, form, parameter: 'S' as const, curve }))
    const wanted = { reference: 'a', quantity: 'magnitude', difference: 'shown' } as const
    const reply = await conversation.take({ id: 2, about: 'overlay', networks, ...wanted })
    return (reply as unknown as { answer: NetworkQuestions['overlay']['response'] }).answer.refused
  }
  const reason = 'The network has not been read yet.'
  await hold('a', ['a', 'b'])
  await hold('b', ['a', 'b'])
  expect(await dropped()).toEqual([{ key: 'c', reason }])
  await hold('c', ['a', 'c'])
  expect(await dropped()).toEqual([{ key: 'b', reason }])
  // The page does not wait for the first one, because it was removed.
  await Promise.all([hold('b', ['a', 'b', 'c']), hold('c', ['c'])])
  expect(await dropped()).toEqual([
    { key: 'a', reason },
    { key: 'b', reason },
  ])
})

test('networks are compared in mixed mode by the same pairs of ports, which are listed', async () => {
  const conversation = new NetworkConversation()
  /** Two lines, between ports 1 and 2 and between ports 3 and 4, with their transmission at each frequency in GHz. */
  const lines = (...transmission: [frequency: number, value: number][]) =>
    transmission
      .map(([frequency, value]) => {
        const row = (far: number) => [1, 2, 3, 4].map((port) => (port === far ? `${value} 0` : '0 0')).join(' ')
        return [`${frequency} ${row(2)}`, row(1), row(4), row(3)].join('\n')
      })
      .join('\n')
  const modes = 'D1,3 D2,4 C1,3 C2,4'
  const contents = {
    direct: `# GHz S RI R 50\n${lines([1, 1], [2, 1])}\n`,
    // With capacitors, the first frequency does not show which ports are connected.
    coupled: `# GHz S RI R 50\n${lines([1, 0], [2, 1])}\n`,
    mixed: [
      '[Version] 2.0\n# GHz S RI R 50\n[Number of Ports] 4\n[Number of Frequencies] 2\n[Reference] 50 50 50 50',
      `[Mixed-Mode Order] ${modes}\n[Network Data]\n${lines([1, 1], [2, 1])}\n[End]\n`,
    ].join('\n'),
  }
  for (const [key, content] of Object.entries(contents)) {
    const kept = Object.keys(contents)
    const held = await conversation.take({ id: 1, about: 'hold', key, kept, ...file(`${key}.s4p`, content) })
    expect(held).toMatchObject({ answer: { ports: 4 } })
  }
  type Key = keyof typeof contents
  /** The pairs of each network, and the difference of the second one from the first at 2 GHz. */
  const compared = async (reference: Key, other: Key, orders: Partial<Record<Key, number[]>> = {}) => {
    const networks = [reference, other].map((key) => ({
      key,
      form: { order: orders[key] ?? null, reference: null },
      parameter: 'S' as const,
      curve: { mode: key === 'mixed' ? ('single' as const) : ('dd' as const), to: 2, from: 1 },
    }))
    const wanted = { about: 'overlay', reference, quantity: 'magnitude', difference: 'shown' } as const
    const reply = await conversation.take({ id: 2, ...wanted, networks: networks.toReversed() })
    const { answer } = reply as unknown as { answer: NetworkQuestions['overlay']['response'] }
    expect(answer.refused).toEqual([])
    const pairsOf = (wanted: Key) => answer.pairs.find(({ key }) => key === wanted)?.pairs.join(' ')
    return [pairsOf(reference), pairsOf(other), answer.differences[0]!.values[1]]
  }
  expect(await compared('direct', 'coupled')).toEqual(['1,3 2,4', '1,3 2,4', 0])
  expect(await compared('coupled', 'direct')).toEqual(['1,2 3,4', '1,2 3,4', 0])
  // Both orders put the near ends of the lines first, so that the pairs are the same physical ports.
  expect(await compared('direct', 'coupled', { direct: [1, 3, 2, 4], coupled: [1, 3, 2, 4] })).toEqual([
    '1,2 3,4',
    '1,2 3,4',
    0,
  ])
  // The second network is in the order of its file, in which differential waves of ports 1 and 2 do not reach ports 3
  // and 4: -200 dB.
  expect(await compared('direct', 'coupled', { direct: [1, 3, 2, 4] })).toEqual(['1,2 3,4', '1,2 3,4', -200])
  expect(await compared('direct', 'coupled', { direct: [1, 2, 3, 4] })).toEqual(['1,3 2,4', '1,3 2,4', 0])
  expect(await compared('mixed', 'coupled')).toEqual(['1,3 2,4', '1,3 2,4', 0])
  // A network that is shown alone has the same pairs.
  const form = { order: [1, 3, 2, 4], reference: null, points: null }
  await conversation.take({ id: 3, about: 'network', ...file('direct.s4p', contents.direct) })
  expect(await conversation.take({ id: 4, about: 'form', form })).toMatchObject({
    answer: {
      pairs: [
        [1, 2],
        [3, 4],
      ],
    },
  })
})
