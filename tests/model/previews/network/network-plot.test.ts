import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { firstNetworkView } from '../../../../machines/previews/network/network-address'
import { asInFile, type NetworkForm } from '../../../../machines/previews/network/network-form'
import * as plot from '../../../../machines/previews/network/network-plot.machine'

describe('the plot of a network', () => {
  const network = (more: Partial<plot.NetworkFacts> = {}): plot.NetworkFacts => ({
    format: 'Touchstone 1',
    parameter: 'S',
    ports: 4,
    frequencies: Float64Array.of(1e9, 2e9),
    references: [50, 50, 50, 50],
    modes: null,
    impedances: null,
    remarks: [],
    noise: [],
    lines: [],
    pairs: [
      [1, 3],
      [2, 4],
    ] as plot.PortPair[],
    ...more,
  })
  const crossed: plot.PortPair[] = [
    [1, 4],
    [2, 3],
  ]
  const start = async (facts: plot.NetworkFacts | Error, wanted = firstNetworkView.plot, form = asInFile) => {
    const asked: plot.CurvesWanted[] = []
    let points = 2
    const actor = createActor(
      plot.networkPlotMachine.provide({
        actors: {
          readNetwork: fromPromise<plot.ReadNetwork, NetworkForm>(async ({ input }) => {
            if (facts instanceof Error) throw facts
            return { ...facts, refused: input.reference === 1 ? 'It cannot be renormalized.' : null }
          }),
          formNetwork: fromPromise<plot.NetworkFacts, NetworkForm>(async ({ input }) => {
            if (facts instanceof Error || input.reference === 1) throw new Error('It cannot be renormalized.')
            points = typeof input.points === 'number' ? input.points : facts.frequencies.length
            const frequencies = Float64Array.from({ length: points }, (_, at) => (at + 1) * 1e9)
            return { ...facts, frequencies, parameter: 'S', pairs: input.order ? crossed : facts.pairs }
          }),
          computeCurves: fromPromise<plot.DrawnCurve[], plot.CurvesWanted>(async ({ input }) => {
            asked.push(input)
            if (input.pairs[0]?.[1] === 2) throw new Error('No such pairs.')
            const none = new Float64Array(points)
            return input.curves.map((curve) => ({
              curve,
              parameter: input.parameter,
              magnitude: none,
              quantity: input.quantity,
              phase: none,
            }))
          }),
        },
      }),
      { input: { plot: wanted, form } },
    ).start()
    const quiet = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))
    await quiet()
    const names = () => plot.drawnOf(actor.getSnapshot()).map(({ curve }) => plot.curveName(curve, 'S'))
    return { actor, quiet, names, asked }
  }

  test('starts with the parameters of the first port, and keeps the selection of each mode', async () => {
    const { actor, quiet, names, asked } = await start(network())
    expect(names()).toEqual(['S11', 'S21', 'S31', 'S41'])
    actor.send({ type: 'curve.toggled', curve: { mode: 'single', to: 4, from: 1 } })
    await quiet()
    expect(names()).toEqual(['S11', 'S21', 'S31'])
    actor.send({ type: 'mode.chosen', isMixed: true })
    await quiet()
    expect(names()).toEqual(['SDD11', 'SDD21'])
    expect(asked.at(-1)?.pairs).toEqual([
      [1, 3],
      [2, 4],
    ])
    actor.send({ type: 'curve.toggled', curve: { mode: 'cd', to: 2, from: 1 } })
    await quiet()
    expect(names()).toEqual(['SDD11', 'SDD21', 'SCD21'])
    actor.send({ type: 'mode.chosen', isMixed: false })
    await quiet()
    expect(names()).toEqual(['S11', 'S21', 'S31'])
    actor.send({ type: 'phase.chosen', quantity: 'group delay' })
    await quiet()
    expect(asked.at(-1)?.quantity).toBe('group delay')
    actor.send({ type: 'axis.chosen', isLogarithmic: true })
    expect(actor.getSnapshot().context.isLogarithmic).toBe(true)
  })

  const reordered: NetworkForm = { order: [1, 3, 2, 4], reference: 85, points: null }

  test('a network in another form keeps what is chosen, and is announced', async () => {
    const { actor, quiet, names, asked } = await start(network({ parameter: 'Z' }))
    let announced = 0
    actor.on('network.formed', () => announced++)
    actor.send({ type: 'parameter.chosen', parameter: 'S' })
    actor.send({ type: 'mode.chosen', isMixed: true })
    await quiet()
    actor.send({ type: 'curve.toggled', curve: { mode: 'cd', to: 2, from: 1 } })
    await quiet()
    actor.send({ type: 'form.chosen', form: reordered })
    expect(plot.isForming(actor.getSnapshot())).toBe(true)
    // A curve is added to those of the new form.
    actor.send({ type: 'curve.toggled', curve: { mode: 'cc', to: 1, from: 1 } })
    expect([plot.isForming(actor.getSnapshot()), announced]).toEqual([true, 0])
    await quiet()
    expect([names(), announced]).toEqual([['SDD11', 'SDD21', 'SCD21', 'SCC11'], 1])
    expect(plot.formOf(actor.getSnapshot())).toEqual(reordered)
    expect(plot.factsOf(actor.getSnapshot())?.parameter).toBe('S')
    // Pairs that the user has not chosen follow the order of the ports.
    expect(asked.at(-1)?.pairs).toEqual(crossed)
  })

  test('values of a network are never shown at the frequencies of its next form', async () => {
    const { actor, quiet } = await start(network())
    const lengths = new Set<string>()
    actor.subscribe((snapshot) => {
      const { length } = plot.factsOf(snapshot)?.frequencies ?? []
      for (const { magnitude } of plot.drawnOf(snapshot)) lengths.add(`${magnitude.length} of ${length}`)
    })
    actor.send({ type: 'form.chosen', form: { ...asInFile, points: 3 } })
    await quiet()
    expect([...lengths]).toEqual(['2 of 2', '3 of 3'])
  })

  test.each<[string, plot.PlotPoint | null]>([
    ['', null],
    [' with a marked point', { curve: 'SDD21', x: 2e9 }],
    [' with a marked point that is not shown', { curve: 'S21', x: 2e9 }],
  ])('a network in another form keeps the chosen pairs and modes%s', async (_, point) => {
    const { actor, quiet, names, asked } = await start(network())
    actor.send({ type: 'mode.chosen', isMixed: true })
    actor.send({ type: 'pairs.chosen', pairs: crossed })
    actor.send({ type: 'point.marked', point })
    await quiet()
    actor.send({ type: 'form.chosen', form: { ...asInFile, reference: 85 } })
    await quiet()
    expect([names(), asked.at(-1)?.pairs]).toEqual([['SDD11', 'SDD21'], crossed])
    expect(plot.pointOf(actor.getSnapshot())).toEqual(point)
  })

  test('a form that is chosen while another is computed is the one that counts', async () => {
    const { actor, quiet, names } = await start(network())
    const formed: NetworkForm[] = []
    actor.on('network.formed', () => formed.push(plot.formOf(actor.getSnapshot())))
    const extended: NetworkForm = { ...reordered, points: 3 }
    const chosen = () => plot.chosenFormOf(actor.getSnapshot())
    actor.send({ type: 'form.chosen', form: reordered })
    expect([chosen(), plot.formOf(actor.getSnapshot())]).toEqual([reordered, asInFile])
    actor.send({ type: 'form.chosen', form: asInFile })
    actor.send({ type: 'form.chosen', form: extended })
    expect(chosen()).toEqual(extended)
    await quiet()
    expect([chosen(), formed, names().length]).toEqual([extended, [reordered, extended], 4])
    // The first form cannot be computed, but it is no longer the chosen one.
    actor.send({ type: 'form.chosen', form: { ...asInFile, reference: 1 } })
    actor.send({ type: 'form.chosen', form: asInFile })
    await quiet()
    expect([chosen(), plot.formFailureOf(actor.getSnapshot())]).toEqual([asInFile, null])
    actor.send({ type: 'form.chosen', form: reordered })
    actor.send({ type: 'form.chosen', form: { ...asInFile, reference: 1 } })
    await quiet()
    expect([chosen(), plot.formFailureOf(actor.getSnapshot())]).toEqual([reordered, 'It cannot be renormalized.'])
  })

  test('the order of the file is not another form', async () => {
    const own: NetworkForm = { ...asInFile, order: [1, 2, 3, 4] }
    const { actor, quiet } = await start(network(), firstNetworkView.plot, own)
    expect(plot.formOf(actor.getSnapshot())).toEqual(asInFile)
    actor.send({ type: 'form.chosen', form: { ...own, reference: 85 } })
    await quiet()
    expect(plot.formOf(actor.getSnapshot())).toEqual({ ...asInFile, reference: 85 })
  })

  test('a form that the network does not have changes nothing, and the reason is given', async () => {
    const { actor, quiet, names } = await start(network())
    actor.send({ type: 'form.chosen', form: { ...asInFile, reference: 1 } })
    await quiet()
    expect(plot.formFailureOf(actor.getSnapshot())).toBe('It cannot be renormalized.')
    expect([plot.formOf(actor.getSnapshot()), names()]).toEqual([asInFile, ['S11', 'S21', 'S31', 'S41']])
    actor.send({ type: 'form.chosen', form: reordered })
    expect(plot.formFailureOf(actor.getSnapshot())).toBeNull()
    const linked = await start(network(), firstNetworkView.plot, { ...reordered, reference: 1 })
    expect(plot.formFailureOf(linked.actor.getSnapshot())).toBe('It cannot be renormalized.')
    expect(plot.formOf(linked.actor.getSnapshot())).toEqual(asInFile)
    const found = await start(network(), firstNetworkView.plot, reordered)
    expect(plot.formOf(found.actor.getSnapshot())).toEqual(reordered)
  })

  test('shows what the URL asks for, as far as the network has it', async () => {
    const wanted = { ...firstNetworkView.plot, isLogarithmic: true, quantity: 'group delay' as const }
    const curves: plot.Curve[] = [
      { mode: 'cd', to: 2, from: 1 },
      { mode: 'dd', to: 3, from: 1 },
    ]
    const mixed = await start(network(), { ...wanted, isMixed: true, pairs: plot.oddEvenPairs(4), curves })
    expect(mixed.names()).toEqual(['SCD21'])
    expect(mixed.asked).toMatchObject([{ pairs: plot.oddEvenPairs(4), quantity: 'group delay' }])
    expect(plot.plotSettingsOf(mixed.actor.getSnapshot())).toEqual({
      ...wanted,
      isMixed: true,
      pairs: null,
      curves: curves.slice(0, 1),
    })
    // A network with three ports has no mixed mode, even if two of its ports are a pair.
    const odd = await start(network({ ports: 3, pairs: [[1, 3]] }), { ...wanted, isMixed: true, pairs: [[1, 4]] })
    expect(odd.names()).toEqual(['S11', 'S21', 'S31'])
    expect(plot.plotSettingsOf(odd.actor.getSnapshot())).toEqual(wanted)
  })

  test('plots S-, Y- or Z-parameters, and mixed mode of S-parameters only', async () => {
    const { actor, quiet, asked } = await start(network())
    actor.send({ type: 'mode.chosen', isMixed: true })
    await quiet()
    actor.send({ type: 'parameter.chosen', parameter: 'Z' })
    await quiet()
    expect(asked.at(-1)).toMatchObject({ parameter: 'Z', curves: [{ mode: 'single', to: 1, from: 1 }, {}, {}, {}] })
    expect(plot.plotSettingsOf(actor.getSnapshot())).toMatchObject({ parameter: 'Z', isMixed: false })
    const calls = asked.length
    actor.send({ type: 'mode.chosen', isMixed: true })
    // A file with S-parameters has no hybrid parameters.
    actor.send({ type: 'parameter.chosen', parameter: 'H' })
    await quiet()
    expect(asked).toHaveLength(calls)
    actor.send({ type: 'parameter.chosen', parameter: 'S' })
    await quiet()
    expect(plot.plotSettingsOf(actor.getSnapshot())).toEqual(firstNetworkView.plot)
  })

  test('a marked point is one of a parameter, which its URL opens again', async () => {
    const point = { curve: 'Z21', x: 2e9 }
    const { actor, asked } = await start(network(), { ...firstNetworkView.plot, point })
    expect(asked).toMatchObject([{ parameter: 'Z' }])
    expect(plot.plotSettingsOf(actor.getSnapshot())).toMatchObject({ parameter: 'Z', point })
    actor.send({ type: 'parameter.chosen', parameter: 'Y' })
    expect(plot.pointOf(actor.getSnapshot())).toBeNull()
    const marked = { curve: 'SCD21', x: 2e9 }
    const mixed = await start(network(), { ...firstNetworkView.plot, isMixed: true, pairs: crossed, point: marked })
    expect([mixed.names(), mixed.asked.at(-1)?.pairs]).toEqual([['SDD11', 'SDD21', 'SCD21'], crossed])
  })

  test.each([
    [{}, ['S', 'Y', 'Z']],
    [{ parameter: 'Z' as const }, ['S', 'Y', 'Z']],
    [{ parameter: 'H' as const, ports: 2 }, ['H', 'S', 'Y', 'Z']],
    [{ modes: ['D1,2', 'D3,4', 'C1,2', 'C3,4'] }, ['S']],
    // The impedances equal the references at the first frequency, but not at all of them.
    [{ impedances: [50, 50, 50, 50].map((re) => ({ re, im: 0 })) }, ['S']],
    [{ impedances: [50, 50, 50, 50].map((re) => ({ re, im: 0 })), parameter: 'Z' as const }, ['S', 'Y', 'Z']],
    [{ impedances: [50, 50, 50, 50].map((re) => ({ re, im: 0.5 })), parameter: 'Z' as const }, ['Z']],
  ])('a network with %o can be shown with the parameters %o', (facts, parameters) =>
    expect(plot.parametersOf({ ...network(), ...facts })).toEqual(parameters),
  )

  test('keeps a marked point until it is removed', async () => {
    const { actor } = await start(network())
    const point = { curve: 'S21', x: 2e9 }
    actor.send({ type: 'point.marked', point })
    expect(plot.pointOf(actor.getSnapshot())).toEqual(point)
    expect(plot.plotSettingsOf(actor.getSnapshot())).toMatchObject({ point })
    actor.send({ type: 'point.marked', point: null })
    expect(plot.pointOf(actor.getSnapshot())).toBeNull()
  })

  test('accepts only as many curves as can be distinguished', async () => {
    const { actor, quiet } = await start(network({ ports: 16, references: [] }))
    for (let to = 1; to <= 16; to++) {
      actor.send({ type: 'curve.toggled', curve: { mode: 'single', to, from: 2 } })
      await quiet()
    }
    expect(plot.chosenCurves(actor.getSnapshot())).toHaveLength(plot.maxCurves)
  })

  test('shows why curves are not available, and accepts other pairs', async () => {
    const { actor, quiet, names } = await start(network({ pairs: null }))
    actor.send({ type: 'mode.chosen', isMixed: true })
    expect(plot.curveFailureOf(await quiet())).toBe('No such pairs.')
    actor.send({ type: 'pairs.chosen', pairs: plot.oddEvenPairs(4) })
    expect(plot.curveFailureOf(await quiet())).toBeNull()
    expect(names()).toEqual(['SDD11', 'SDD21'])
  })

  test('has no mixed mode for an odd number of ports, other parameters, mixed data or port impedances', async () => {
    const impedances = [50, 50, 50, 50].map((re) => ({ re, im: 0 }))
    const mixed = network({ modes: ['D1,2', 'C1,2'] })
    for (const facts of [network({ ports: 3 }), network({ parameter: 'Z' }), mixed, network({ impedances })]) {
      const { actor } = await start(facts)
      actor.send({ type: 'mode.chosen', isMixed: true })
      expect(plot.isMixedMode(actor.getSnapshot())).toBe(false)
    }
  })

  test('of an unreadable file shows the reader’s error', async () => {
    const { actor } = await start(new Error('Touchstone, line 3: expected a number, found "x".'))
    expect(plot.unreadableOf(actor.getSnapshot())).toBe('Touchstone, line 3: expected a number, found "x".')
  })

  test('derives pairs and curve names from the ports', () => {
    expect(plot.adjacentPairs(4)).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(plot.oddEvenPairs(8)).toEqual([
      [1, 3],
      [2, 4],
      [5, 7],
      [6, 8],
    ])
    expect(plot.curveName({ mode: 'single', to: 12, from: 1 }, 'Z')).toBe('Z12,1')
    expect(plot.curveName({ mode: 'dc', to: 2, from: 1 }, 'S')).toBe('SDC21')
    const modes = ['D2,3', 'D6,5', 'C2,3', 'C6,5', 'S4', 'S1']
    const name = (to: number, from: number) => plot.curveName({ mode: 'single', to, from }, 'S', modes)
    expect([name(1, 1), name(2, 1), name(3, 2), name(4, 4), name(5, 1), name(6, 5)]).toEqual([
      'SDD11',
      'SDD21',
      'SCD12',
      'SCC22',
      'SSD31',
      'SSS43',
    ])
  })
})
