import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import {
  comparedCurves,
  type ComparedNetwork,
  comparedNames,
  type Comparison,
  comparisonOfNetworks,
  type ComparisonWanted,
  type ComputedComparison,
  comparisonUnit,
  type NetworkComparisonView,
  differenceText,
  differenceUnit,
  firstNetworkComparison,
} from '../../../../machines/previews/network/network-comparison'
import {
  networkComparisonIn,
  networkComparisonText,
} from '../../../../machines/previews/network/network-comparison-address'
import * as comparing from '../../../../machines/previews/network/network-comparison.machine'

const network = (key: string, more: Partial<ComparedNetwork['facts']> = {}, isAdded = false): ComparedNetwork => ({
  key,
  label: `${key}.s4p`,
  isAdded,
  facts: {
    parameter: 'S',
    ports: 4,
    references: [50, 50, 50, 50],
    modes: null,
    impedances: null,
    remarks: [],
    ...more,
  },
})
const modes = ['D1,3', 'D2,4', 'C1,3', 'C2,4']
const swapped = { order: [2, 1, 4, 3], reference: null }

describe('the parameters that can be compared', () => {
  test('are those of at least one network, single-ended or in mixed mode', () => {
    const names = comparedNames([network('n1', { ports: 2, references: [50, 50] })], {})
    expect(names).toEqual([
      ...['S11', 'S12', 'S21', 'S22', 'SDD11', 'SDC11', 'SCD11', 'SCC11'],
      ...['Y11', 'Y12', 'Y21', 'Y22', 'Z11', 'Z12', 'Z21', 'Z22'],
    ])
    expect(comparedNames([network('n1'), network('n2', { modes })], {})).toContain('SDC12')
    // A network with mixed-mode data has only mixed-mode parameters.
    expect(comparedNames([network('n2', { modes })], {})).not.toContain('S11')
  })

  test('are found in each network by name, whatever its ports are', () => {
    const networks = [network('n1'), network('n2', { modes }), network('n3', { ports: 1, references: [50] })]
    expect(comparedCurves(networks, 'SDD21', {})).toEqual([
      {
        key: 'n1',
        form: { order: null, reference: null, points: null },
        parameter: 'S',
        curve: { mode: 'dd', to: 2, from: 1 },
      },
      {
        key: 'n2',
        form: { order: null, reference: null, points: null },
        parameter: 'S',
        curve: { mode: 'single', to: 2, from: 1 },
      },
    ])
    // The second differential port is now the first one in the list.
    const [, other] = comparedCurves(networks, 'SDD21', { n2: swapped })
    expect(other).toEqual({ key: 'n2', form: swapped, parameter: 'S', curve: { mode: 'single', to: 2, from: 1 } })
    const moved = { order: [3, 1, 2, 4], reference: null }
    expect(comparedCurves(networks, 'SCD11', { n2: moved })[1]?.curve).toEqual({ mode: 'single', to: 1, from: 2 })
    expect(comparedCurves(networks, 'Z11', {}).map(({ key, parameter }) => [key, parameter])).toEqual([
      ['n1', 'Z'],
      ['n3', 'Z'],
    ])
  })

  test('are S-parameters of a network with another reference, even if its ports had other impedances', () => {
    const hybrid = network('n1', { parameter: 'H', ports: 2, references: [50, 50] })
    expect(comparedCurves([hybrid], 'H11', {})).toHaveLength(1)
    expect(comparedCurves([hybrid], 'H11', { n1: { order: null, reference: 75 } })).toEqual([])
  })
})

describe('a comparison in a URL', () => {
  const id = '0190f3a2-5c1e-7aaa-8bbb-0123456789ab'

  test.each<[string, Partial<NetworkComparisonView>]>([
    ['compare', {}],
    [
      'compare_curve*SDD21_show*unwrapped_difference*complex_from*n2',
      { curve: 'SDD21', quantity: 'unwrapped phase', difference: 'complex', reference: 'n2' },
    ],
    [`compare_show*phase_from*${id}_added*${id}`, { quantity: 'phase', reference: id, added: [id] }],
    [
      `compare_ports.n1*1.3.2.4_ohms.n1*42.5_ohms.${id}*85`,
      { forms: { n1: { order: [1, 3, 2, 4], reference: 42.5 }, [id]: { order: null, reference: 85 } } },
    ],
    ['compare_ports.n1*1.2.3.4', { forms: { n1: { order: [1, 2, 3, 4], reference: null } } }],
  ])('%s', (text, change) => {
    const view = { ...firstNetworkComparison, ...change }
    expect(networkComparisonText(view)).toBe(text)
    expect(networkComparisonIn(text)).toEqual(view)
    // URLs do not encode any characters of this text, so that a link stays readable.
    expect(new URLSearchParams({ view: text }).toString()).toBe(`view=${text}`)
  })

  test('is something else, or parts of it are not understood', () => {
    expect([networkComparisonIn(''), networkComparisonIn('eye_line*1')]).toEqual([null, null])
    const odd = 'compare_curve*<x>_show*speed_difference*x_from*a%20b_added*..%_ports.n1*1.1_ohms.n1*0_ports*2.1'
    expect(networkComparisonIn(odd)).toEqual(firstNetworkComparison)
  })
})

const ofPorts = (...resistances: number[]) => resistances.map((re) => ({ re, im: 0 }))

const comparison = (shown: Partial<Comparison['shown']>, value: number): Comparison => ({
  shown: { curve: 'S21', quantity: 'magnitude', difference: 'shown', reference: 'n1', ...shown },
  frequencies: Float64Array.of(1e9),
  referenceFrequencies: Float64Array.of(1e9),
  curves: [],
  differences: [
    { key: 'n2', label: 'n2', position: 1, values: Float64Array.of(value), largest: { frequency: 1e9, value } },
    { key: 'n3', label: 'n3', position: 2, values: Float64Array.of(Number.NaN), largest: null },
  ],
  normalizations: ['n1', 'n2', 'n3'].map((key) => ({ key, impedances: ofPorts(50, 50, 50, 50) })),
  pairs: [],
  refused: [{ key: 'n4', reason: 'no S21' }],
})

describe('the networks of a comparison', () => {
  const [one, other, small] = [network('n1'), network('n2'), network('n3', { ports: 1, references: [50] })]
  const wanted: ComparisonWanted = {
    networks: [one, other, small],
    curves: comparedCurves([one, other, small], 'S21', {}),
    shown: comparison({}, 0).shown,
  }
  const values = Float64Array.of(-1)
  const computed: ComputedComparison = {
    frequencies: Float64Array.of(1e9),
    referenceFrequencies: Float64Array.of(1e9),
    curves: ['n1', 'n2'].map((key) => ({ key, values })),
    differences: [{ key: 'n2', values, largest: { frequency: 1e9, value: -1 } }],
    pairs: [],
    refused: [],
  }

  test('have their names, and those without the parameter the reason', () =>
    expect(comparisonOfNetworks(wanted, computed)).toEqual({
      ...computed,
      shown: wanted.shown,
      curves: [
        { key: 'n1', label: 'n1.s4p', position: 0, values },
        { key: 'n2', label: 'n2.s4p', position: 1, values },
      ],
      differences: [{ key: 'n2', label: 'n2.s4p', position: 1, values, largest: { frequency: 1e9, value: -1 } }],
      normalizations: [
        { key: 'n1', impedances: ofPorts(50, 50, 50, 50) },
        { key: 'n2', impedances: ofPorts(50, 50, 50, 50) },
        { key: 'n3', impedances: ofPorts(50) },
      ],
      refused: [{ key: 'n3', reason: 'no S21' }],
    }))

  test('in another form have its description in their name, and another reference impedance is stated', () => {
    const forms = { n2: { order: [1, 3, 2, 4], reference: 85 } }
    const formed = { ...wanted, curves: comparedCurves(wanted.networks, 'S21', forms) }
    const result = comparisonOfNetworks(formed, computed)
    expect(result.curves[1]?.label).toBe('n2.s4p, ports in the order 1 3 2 4 · renormalized to 85 Ω')
    expect(differenceText(result, 'n2', (hertz) => `${hertz / 1e9} GHz`)).toBe(
      'largest difference -1.000 dB at 1 GHz, normalized to 85 Ω instead of 50 Ω',
    )
  })

  test('with mixed-mode data are normalized to the resistances of their single-ended ports', () => {
    const [first = network('n1'), , ...others] = wanted.networks
    const mixed = network('n2', { modes, references: [100, 100, 25, 25] })
    const result = comparisonOfNetworks({ ...wanted, networks: [first, mixed, ...others] }, computed)
    expect(result.normalizations[1]).toEqual({ key: 'n2', impedances: ofPorts(50, 50, 50, 50) })
    const single = network('n2', { ports: 3, modes: ['S3', 'D1,2', 'C1,2'], references: [75, 100, 25] })
    const forms = { n2: { order: [2, 3, 1], reference: null } }
    const curves = wanted.curves.map((curve) => ({ ...curve, form: { ...forms.n2, points: null } }))
    expect(comparisonOfNetworks({ ...wanted, networks: [single], curves }, computed).normalizations).toEqual([
      { key: 'n2', impedances: ofPorts(50, 50, 75) },
    ])
  })

  test.for([
    ['references', (ohms: number[]) => ({ references: ohms })],
    ['port impedances', (ohms: number[]) => ({ impedances: ohms.map((re) => ({ re, im: 0 })) })],
  ] as const)('with reordered ports have their %s in the new order', ([, facts]) => {
    const networks = [
      network('n1', { ports: 2, references: [50, 50], ...facts([50, 75]) }),
      network('n2', { ports: 2, references: [50, 50], ...facts([75, 50]) }),
    ]
    const curves = comparedCurves(networks, 'S21', { n2: { order: [2, 1], reference: null } })
    const compared = comparisonOfNetworks({ ...wanted, networks, curves }, computed)
    expect(differenceText(compared, 'n2', (hertz) => `${hertz / 1e9} GHz`)).toBe(
      'largest difference -1.000 dB at 1 GHz',
    )
  })

  test('are normalized alike if the impedances of their ports are the same, whatever the file calls them', () => {
    const between = (one: Partial<ComparedNetwork['facts']>, another: Partial<ComparedNetwork['facts']>) => {
      const networks = [network('n1', one), network('n2', another)]
      const result = comparisonOfNetworks({ ...wanted, networks }, computed)
      return differenceText(result, 'n2', (hertz) => `${hertz / 1e9} GHz`).replace(/^.* at 1 GHz/, '')
    }
    const references = { ports: 3, references: [50, 75, 75] }
    expect(between(references, { ...references, references: [50, 50, 50], impedances: ofPorts(50, 75, 75) })).toBe('')
    expect(between(references, { ports: 2, references: [75, 50] })).toBe('')
    expect(between(references, { ports: 3, references: [50, 50, 75] })).toBe(', normalized differently at some ports')
    expect(between(references, { ports: 3, references: [50, 85, 75] })).toBe(
      ', normalized to 50, 85, 75 Ω instead of 50, 75 Ω',
    )
  })

  test('without one reference impedance are described by their port impedances', () => {
    const impedances = [
      { re: 42, im: 0 },
      { re: 42, im: 0 },
    ]
    const [first = network('n1'), , ...others] = wanted.networks
    const networks = [first, network('n2', { impedances }), ...others]
    const result = comparisonOfNetworks({ ...wanted, networks }, computed)
    expect(differenceText(result, 'n2', (hertz) => `${hertz / 1e9} GHz`)).toBe(
      'largest difference -1.000 dB at 1 GHz, normalized to 42 Ω instead of 50 Ω',
    )
    // In a different form, the file's port impedances no longer apply.
    const forms = { n2: { order: null, reference: 75 } }
    expect(comparedNames([network('n2', { impedances })], forms)).toContain('Z11')
  })

  test('that were just added have no difference yet', () => {
    expect(differenceText(comparisonOfNetworks(wanted, computed), 'n9', String)).toBe('')
  })

  test('have another reference if the chosen one cannot be drawn', () => {
    const refused = [{ key: 'n1', reason: 'Mixed-mode data cannot be renormalized.' }]
    const drawn = { ...computed, curves: [{ key: 'n2', values }], differences: [], refused }
    expect(comparisonOfNetworks(wanted, drawn)).toMatchObject({
      shown: { curve: 'S21', reference: 'n2' },
      refused: [...refused, { key: 'n3', reason: 'no S21' }],
    })
    expect(comparisonOfNetworks(wanted, { ...drawn, curves: [] }).shown.reference).toBe('')
  })
})

test('differences are described in the unit of what is shown', () => {
  const text = (one: Comparison, key = 'n2') => differenceText(one, key, (hertz) => `${hertz / 1e9} GHz`)
  expect(text(comparison({}, -1.5))).toBe('largest difference -1.500 dB at 1 GHz')
  expect(text(comparison({}, -0.0001))).toBe('largest difference 0.000 dB at 1 GHz')
  expect(text(comparison({ quantity: 'phase' }, 3))).toBe('largest difference 3.00° at 1 GHz')
  expect(text(comparison({ quantity: 'phase', difference: 'complex' }, -40))).toBe('largest |A−B| -40.000 dB at 1 GHz')
  expect(['n1', 'n3', 'n4'].map((key) => text(comparison({}, 0), key))).toEqual([
    'reference',
    'no common frequency',
    'no S21',
  ])
  const pairs: [number, number][] = [
    [1, 3],
    [2, 4],
  ]
  const mixed = { ...comparison({ curve: 'SDD21' }, -1.5), pairs: ['n1', 'n2'].map((key) => ({ key, pairs })) }
  expect([text(mixed), text(mixed, 'n1')]).toEqual([
    'largest difference -1.500 dB at 1 GHz, pairs 1/3, 2/4',
    'reference, pairs 1/3, 2/4',
  ])
  const units = (shown: Partial<Comparison['shown']>) => {
    const whole = { ...comparison({}, 0).shown, ...shown }
    return [comparisonUnit(whole), differenceUnit(whole)]
  }
  expect(units({})).toEqual(['dB', 'dB'])
  expect(units({ quantity: 'phase' })).toEqual(['°', '°'])
  expect(units({ quantity: 'phase', difference: 'complex' })).toEqual(['°', 'dB'])
  expect(units({ curve: 'Z11' })).toEqual(['dBΩ', 'dB'])
  expect(units({ curve: 'Y11', difference: 'complex' })).toEqual(['dBS', 'dBS'])
})

/** Starts a comparison of two networks from one file. The project's networks can be added. */
async function start(
  input: NetworkComparisonView = firstNetworkComparison,
  own = [network('n1'), network('n2')],
  set: string[] = [],
) {
  const asked: ComparisonWanted[] = []
  const read: string[][] = []
  let isOffline = false
  const actor = createActor(
    comparing.networkComparisonMachine.provide({
      actors: {
        readNetworks: fromPromise<comparing.ReadForComparison, { added: string[] }>(async ({ input: { added } }) => {
          read.push(added)
          if (isOffline) throw new Error('The server cannot be reached.')
          const found = added.filter((id) => id !== 'broken' && id !== 'busy').map((id) => network(id, {}, true))
          return {
            networks: [...own, ...found],
            added: added.filter((id) => id !== 'broken'),
            isIncomplete: added.includes('busy'),
            offered: ['f1', 'f2', 'broken', 'busy'].filter((id) => !added.includes(id)).map((id) => ({ id, name: id })),
            set: set.filter((id) => !added.includes(id)),
            setSize: set.length,
            remarks: added.includes('broken') ? [{ key: 'broken', text: 'Not compared: broken.', added: null }] : [],
          }
        }),
        compare: fromPromise<Comparison, ComparisonWanted>(async ({ input: wanted }) => {
          asked.push(wanted)
          if (wanted.shown.curve === 'S44') throw new Error('The reader did not start.')
          return { ...comparison(wanted.shown, 0), refused: [] }
        }),
      },
    }),
    { input },
  ).start()
  const quiet = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))
  await quiet()
  const view = () => comparing.comparisonViewOf(actor.getSnapshot())
  const setOffline = (is: boolean) => (isOffline = is)
  return { actor, quiet, asked, read, view, setOffline, last: () => asked.at(-1)! }
}

describe('a comparison', () => {
  test('starts with the first parameter and network, and with what the URL says', async () => {
    const { asked } = await start()
    expect(asked).toHaveLength(1)
    expect(asked[0]!.shown).toEqual({ curve: 'S11', quantity: 'magnitude', difference: 'shown', reference: 'n1' })
    const linked = await start({
      ...firstNetworkComparison,
      curve: 'SDD21',
      reference: 'n2',
      added: ['f1'],
      forms: { n1: swapped },
    })
    expect(linked.last()).toMatchObject({ shown: { curve: 'SDD21', reference: 'n2' } })
    expect(linked.last().curves.map(({ key, form }) => [key, form.order])).toEqual([
      ['n1', swapped.order],
      ['n2', null],
      ['f1', null],
    ])
    // A parameter or reference that does not exist is replaced.
    const odd = await start({ ...firstNetworkComparison, curve: 'S99', reference: 'n7' })
    expect(odd.last().shown).toMatchObject({ curve: 'S11', reference: 'n1' })
  })

  test('changes what is compared', async () => {
    const { actor, quiet, last, view } = await start()
    actor.send({ type: 'choice.changed', change: { curve: 'S21' } })
    actor.send({ type: 'choice.changed', change: { quantity: 'phase' } })
    actor.send({ type: 'choice.changed', change: { difference: 'complex' } })
    actor.send({ type: 'choice.changed', change: { reference: 'n2' } })
    actor.send({ type: 'ports.chosen', key: 'n2', form: swapped })
    await quiet()
    const shown = { curve: 'S21', quantity: 'phase', difference: 'complex', reference: 'n2' }
    expect(last().shown).toEqual(shown)
    expect(comparing.comparisonOf(actor.getSnapshot())?.shown).toEqual(shown)
    expect(view()).toEqual({ ...shown, added: [], forms: { n2: swapped } })
    actor.send({ type: 'ports.chosen', key: 'n2', form: { order: null, reference: null } })
    expect(view().forms).toEqual({})
  })

  test('adds networks of the project and removes them again, but not those of the file', async () => {
    const { actor, quiet, last, read, view } = await start()
    actor.send({ type: 'network.added', id: 'f1' })
    // What is chosen while the network is being read takes effect afterward.
    actor.send({ type: 'choice.changed', change: { curve: 'S21' } })
    actor.send({ type: 'choice.changed', change: { reference: 'f1' } })
    actor.send({ type: 'choice.changed', change: { quantity: 'phase' } })
    actor.send({ type: 'choice.changed', change: { difference: 'complex' } })
    actor.send({ type: 'ports.chosen', key: 'f1', form: swapped })
    await quiet()
    expect(last().curves.map(({ key }) => key)).toEqual(['n1', 'n2', 'f1'])
    expect(last().shown).toEqual({ curve: 'S21', quantity: 'phase', difference: 'complex', reference: 'f1' })
    // The URL does not name a file that cannot be read.
    actor.send({ type: 'network.added', id: 'broken' })
    await quiet()
    expect([view().added, comparing.comparisonRemarksOf(actor.getSnapshot())]).toEqual([
      ['f1'],
      [{ key: 'broken', text: 'Not compared: broken.', added: null }],
    ])
    actor.send({ type: 'network.added', id: 'of another project' })
    actor.send({ type: 'network.removed', key: 'n1' })
    expect(read).toEqual([[], ['f1'], ['f1', 'broken']])
    actor.send({ type: 'network.removed', key: 'f1' })
    await quiet()
    expect(last().curves.map(({ key }) => key)).toEqual(['n1', 'n2'])
    expect(view()).toMatchObject({ added: [], forms: {} })
  })

  test('keeps added networks that cannot be read now, and reads them again when asked to', async () => {
    const { actor, quiet, read, view, last, setOffline } = await start({
      ...firstNetworkComparison,
      added: ['busy', 'f1'],
    })
    expect(comparing.isComparisonIncomplete(actor.getSnapshot())).toBe(true)
    expect([view().added, last().curves.map(({ key }) => key)]).toEqual([
      ['busy', 'f1'],
      ['n1', 'n2', 'f1'],
    ])
    actor.send({ type: 'comparison.retry' })
    await quiet()
    expect(read).toEqual([
      ['busy', 'f1'],
      ['busy', 'f1'],
    ])
    setOffline(true)
    actor.send({ type: 'network.added', id: 'f2' })
    await quiet()
    expect([comparing.comparisonFailureOf(actor.getSnapshot()), view().added]).toEqual([
      'The server cannot be reached.',
      ['busy', 'f1', 'f2'],
    ])
    setOffline(false)
    actor.send({ type: 'network.added', id: 'f2' })
    await quiet()
    expect([view().added, last().curves.map(({ key }) => key)]).toEqual([
      ['busy', 'f1', 'f2'],
      ['n1', 'n2', 'f1', 'f2'],
    ])
    const complete = await start()
    complete.actor.send({ type: 'comparison.retry' })
    expect(complete.read).toEqual([[]])
  })

  test('removes an added network that cannot be read now', async () => {
    const { actor, quiet, read, view } = await start({ ...firstNetworkComparison, added: ['busy', 'f1'] })
    actor.send({ type: 'network.removed', key: 'busy' })
    await quiet()
    expect([view().added, read.at(-1)]).toEqual([['f1'], ['f1']])
    expect(comparing.isComparisonIncomplete(actor.getSnapshot())).toBe(false)
    actor.send({ type: 'network.removed', key: 'busy' })
    expect(read).toHaveLength(2)
  })

  test('adds the whole set of the file, with what was added before', async () => {
    const { actor, quiet, view, last } = await start(firstNetworkComparison, [network('n1')], ['f1', 'f2', 'f3'])
    actor.send({ type: 'network.added', id: 'f2' })
    await quiet()
    actor.send({ type: 'set.added' })
    await quiet()
    expect(view().added).toEqual(['f2', 'f1', 'f3'])
    expect(last().curves.map(({ key }) => key)).toEqual(['n1', 'f2', 'f1', 'f3'])
    actor.send({ type: 'network.removed', key: 'f1' })
    await quiet()
    expect(view().added).toEqual(['f2', 'f3'])
  })

  test('adds as much of the set as there is room for', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => network(`n${at}`))
    const { actor, quiet, view, read } = await start(firstNetworkComparison, ten, ['f1', 'f2', 'f3'])
    expect(comparing.comparisonRoomOf(actor.getSnapshot())).toBe(2)
    expect(comparing.offeredSetOf(actor.getSnapshot())).toEqual(['f1', 'f2'])
    actor.send({ type: 'set.added' })
    await quiet()
    expect(view().added).toEqual(['f1', 'f2'])
    expect(comparing.comparisonRoomOf(actor.getSnapshot())).toBe(0)
    expect(comparing.offeredSetOf(actor.getSnapshot())).toEqual([])
    actor.send({ type: 'set.added' })
    expect(read).toHaveLength(2)
  })

  test('without a set adds nothing', async () => {
    const { actor, read } = await start()
    actor.send({ type: 'set.added' })
    expect(read).toEqual([[]])
  })

  test('of twelve networks has no room for another', async () => {
    const { actor, read } = await start(
      firstNetworkComparison,
      Array.from({ length: 12 }, (_, at) => network(`n${at}`)),
    )
    actor.send({ type: 'network.added', id: 'f1' })
    expect(read).toEqual([[]])
    expect(comparing.comparisonRoomOf(actor.getSnapshot())).toBe(0)
  })

  test('has no room for another network if one that cannot be read now is the twelfth', async () => {
    const eleven = Array.from({ length: 11 }, (_, at) => network(`n${at}`))
    const { actor, quiet, read } = await start(firstNetworkComparison, eleven)
    expect(comparing.comparisonRoomOf(actor.getSnapshot())).toBe(1)
    actor.send({ type: 'network.added', id: 'busy' })
    await quiet()
    expect(comparing.comparisonRoomOf(actor.getSnapshot())).toBe(0)
    actor.send({ type: 'network.added', id: 'f1' })
    expect(read).toEqual([[], ['busy']])
  })

  test('of no readable network is empty until one is added', async () => {
    const { actor, quiet, asked } = await start(firstNetworkComparison, [])
    expect(comparing.hasNoneToCompare(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'choice.changed', change: { curve: 'S21' } })
    expect(comparing.hasNoneToCompare(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'network.added', id: 'f2' })
    await quiet()
    expect(asked.at(-1)?.curves.map(({ key }) => key)).toEqual(['f2'])
  })

  test('that failed shows the reason, and is tried again or changed', async () => {
    const { actor, quiet, last } = await start()
    const failure = () => comparing.comparisonFailureOf(actor.getSnapshot())
    actor.send({ type: 'choice.changed', change: { curve: 'S44' } })
    await quiet()
    expect([failure(), comparing.comparisonOf(actor.getSnapshot())]).toEqual(['The reader did not start.', null])
    actor.send({ type: 'comparison.retry' })
    await quiet()
    expect(failure()).toBe('The reader did not start.')
    actor.send({ type: 'choice.changed', change: { curve: 'S12' } })
    await quiet()
    expect([failure(), last().shown.curve]).toEqual([null, 'S12'])
  })
})
