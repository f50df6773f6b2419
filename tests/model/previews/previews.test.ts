import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { addressOf, viewIn, wholeBoard } from '../../../machines/previews/board-address'
import { findComponents } from '../../../machines/previews/board-components'
import { inBothUnits } from '../../../machines/previews/board-lengths'
import * as board from '../../../machines/previews/board-view.machine'
import { isProbablyBoard } from '../../../machines/previews/content-kinds'
import { closeUp, fitted, panned, toBoard, toView, zoomed } from '../../../machines/previews/board-viewport'
import { firstNetworkView } from '../../../machines/previews/network-address'
import { asInFile, type NetworkForm } from '../../../machines/previews/network-form'
import * as plot from '../../../machines/previews/network-plot.machine'
import { fallbackOf, kindOf, tooLarge, unshownFormat } from '../../../machines/previews/preview-kinds'
import { lengthText, sectionOf, type StackupLayer, totalThickness } from '../../../machines/previews/stackup-section'

describe('the kinds of engineering files', () => {
  test('are detected by name, and a stackup also by its selected type', () => {
    const kinds = {
      network: 'a.s1p a.S16P a.ts',
      board: 'a.kicad_pcb',
      model: 'a.ibs a.cir',
      fabrication: 'a.gbr a.drl a.zip',
    }
    for (const [kind, names] of Object.entries(kinds)) {
      for (const name of names.split(' ')) expect(kindOf({ name }), name).toBe(kind)
    }
    expect(kindOf({ name: 'board-stackup.json' })).toBe('stackup')
    expect(kindOf({ name: 'layers.csv' })).toBe('table')
    expect(kindOf({ name: 'layers.csv', fileType: 'Stackup' })).toBe('stackup')
    expect(kindOf({ name: 'stackup.png' })).toBe('image')
  })

  test('fall back to text or a table, except an archive', () => {
    expect(fallbackOf('board', 'a.kicad_pcb')).toBe('text')
    expect(fallbackOf('stackup', 'stackup.csv')).toBe('table')
    expect(fallbackOf('fabrication', 'a.zip')).toBeNull()
    expect(fallbackOf('markdown', 'a.md')).toBe('text')
    expect(fallbackOf('image', 'a.png')).toBeNull()
    expect(tooLarge('board', 300 * 1_048_576)).toMatch(/larger than 256 MB/)
    expect(tooLarge('video', 300 * 1_048_576)).toBeNull()
    expect(tooLarge('markdown', 524_288)).toBeNull()
    expect(tooLarge('markdown', 524_289)).toMatch(/larger than 512 KB/)
  })

  test('that are not supported still have the name of their format', () => {
    expect(unshownFormat('case.STEP')).toBe('STEP (3D model)')
    expect(unshownFormat('board.xml.zst')).toBe('Zstandard archive')
    expect(unshownFormat('a.odd')).toBe('.odd')
    expect(unshownFormat('LICENSE')).toBe('unknown (no file extension)')
  })
})

test.each<[name: string, fileType: string, isBoard: boolean]>([
  ['board.kicad_pcb', 'other', true],
  ['job.tgz', 'layout', true],
  ['design.xml', 'Layout', true],
  ['design.cvg', 'layout', true],
  ['board.kicad_pcb.gz', 'layout', true],
  ['job_ODB++.zip', 'layout', true],
  ['fab.zip', 'layout', false],
  ['design.xml', 'other', false],
  ['board.gbr', 'layout', false],
  ['board.net', 'layout', false],
])('whether %s of the type %s is probably a board: %s', (name, fileType, isBoard) => {
  expect(isProbablyBoard({ name, fileType })).toBe(isBoard)
})

describe('the plot of a network', () => {
  const network = (more: Partial<plot.NetworkFacts> = {}): plot.NetworkFacts => ({
    format: 'Touchstone 1',
    parameter: 'S',
    ports: 4,
    frequencies: Float64Array.of(1e9, 2e9),
    references: [50, 50, 50, 50],
    modes: null,
    impedances: null,
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
    // Pairs that were not chosen follow the ports.
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
    // A form that the network does not have no longer matters.
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
    // Three ports have no pairs.
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
    [{ impedances: [50, 50, 50, 50].map((re) => ({ re, im: 0 })) }, ['S', 'Y', 'Z']],
    [{ impedances: [50, 50, 50, 50].map((re) => ({ re, im: 0.5 })) }, ['S']],
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

  test('has no mixed mode for an odd number of ports, other parameters, mixed data or different impedances', async () => {
    const impedances = [1, 1, 2, 1].map((re) => ({ re, im: 0 }))
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

describe('the view of a board', () => {
  const box = { left: 10, top: 20, right: 110, bottom: 70 }
  const size = { width: 500, height: 500 }

  test('fits the board, and keeps the point under the pointer when zooming and panning', () => {
    const whole = fitted(box, size)
    expect(whole).toEqual({ x: 60, y: 45, scale: expect.closeTo(4.7, 9) as number, isFlipped: false })
    const at = { x: 100, y: -50 }
    const before = { x: whole.x + at.x / whole.scale, y: whole.y + at.y / whole.scale }
    const near = zoomed(whole, 3, at)
    expect(near.x + at.x / near.scale).toBeCloseTo(before.x, 9)
    expect(near.y + at.y / near.scale).toBeCloseTo(before.y, 9)
    expect(panned(whole, 47, 0).x).toBeCloseTo(50, 9)
    expect(zoomed(whole, 1e9, at).scale).toBe(4000)
  })

  test('from below, left and right are swapped, and a part is shown with its surroundings', () => {
    const below = fitted(box, size, true)
    expect(toBoard(below, { x: 47, y: 47 })).toEqual({
      x: expect.closeTo(50, 9) as number,
      y: expect.closeTo(55, 9) as number,
    })
    expect(toView(below, { x: 50, y: 55 })).toEqual({
      x: expect.closeTo(47, 9) as number,
      y: expect.closeTo(47, 9) as number,
    })
    const at = { x: 100, y: -50 }
    expect(toBoard(zoomed(below, 3, at), at)).toEqual({
      x: expect.closeTo(toBoard(below, at).x, 9) as number,
      y: expect.closeTo(toBoard(below, at).y, 9) as number,
    })
    expect(panned(below, 47, 0).x).toBeCloseTo(70, 9)
    // A part of 4 × 1 mm with 8 mm on each side is 20 × 17 mm, of which the wider side fills 94% of 500 pixels.
    expect(closeUp({ left: 58, top: 44.5, right: 62, bottom: 45.5 }, size, true)).toEqual({
      x: 60,
      y: 45,
      scale: expect.closeTo(23.5, 9) as number,
      isFlipped: true,
    })
  })

  test('components are found by reference and value, in natural order', () => {
    const components = { references: ['R10', 'R2', 'C1', 'R1', 'TR1'], values: ['100n', '', '100n', '', ''] }
    const found = (query: string, limit = 9) =>
      findComponents(components, query, limit).map((index) => components.references[index])
    expect(found('r1')).toEqual(['R1', 'R10', 'TR1'])
    expect(found(' R')).toEqual(['R1', 'R2', 'R10', 'TR1'])
    expect(found('100N')).toEqual(['C1', 'R10'])
    expect(found('r', 2)).toEqual(['R1', 'R2'])
    expect(found(' ')).toEqual([])
  })

  test('lengths are given in mm and mil', () => {
    expect([0, 2.54, -0.00001, 1234.5678].map(inBothUnits)).toEqual([
      '0.000 mm (0.0 mil)',
      '2.540 mm (100.0 mil)',
      '0.000 mm (0.0 mil)',
      '1,234.568 mm (48,605.0 mil)',
    ])
  })

  const facts: board.BoardFacts = {
    format: 'KiCad board',
    copper: [{ name: 'F.Cu', userName: null }],
    nets: [{ name: 'GND', pins: 3 }],
    places: new Float64Array(),
    components: { references: [], values: [] },
    bounds: box,
    stackup: null,
    size: null,
    isYUp: false,
    counts: { tracks: 1, vias: 0, pads: 0, footprints: 0 },
    remarks: [],
  }
  const start = async (answer: () => Promise<board.BoardFacts>, addressed = wholeBoard) => {
    const actor = createActor(
      board.boardViewMachine.provide({ actors: { readBoard: fromPromise<board.BoardFacts>(answer) } }),
      { input: { highlighted: ['GND'], addressed } },
    ).start()
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))
    actor.send({ type: 'view.sized', size })
    return actor
  }

  test('fits until it is moved, highlights nets and hides layers', async () => {
    const actor = await start(async () => facts)
    actor.send({ type: 'view.sized', size: { width: 1000, height: 1000 } })
    expect(board.viewOf(actor.getSnapshot())?.scale).toBeCloseTo(9.4, 9)
    actor.send({ type: 'view.panned', dx: 10, dy: 0 })
    actor.send({ type: 'view.sized', size })
    expect(board.viewOf(actor.getSnapshot())?.scale).toBeCloseTo(9.4, 9)
    actor.send({ type: 'view.fitted' })
    expect(board.viewOf(actor.getSnapshot())?.scale).toBeCloseTo(4.7, 9)
    expect(board.highlightedOf(actor.getSnapshot())).toEqual(['GND'])
    actor.send({ type: 'net.toggled', name: 'GND' })
    actor.send({ type: 'layer.toggled', layer: 0 })
    expect(actor.getSnapshot().context).toMatchObject({ highlighted: [], hidden: [0] })
    actor.send({ type: 'layers.shown' })
    expect(board.hiddenOf(actor.getSnapshot())).toEqual([])
  })

  test('is flipped with its view, and shows one layer alone until it is chosen again', async () => {
    const copper = ['F.Cu', 'In1.Cu', 'B.Cu'].map((name) => ({ name, userName: null }))
    const actor = await start(async () => ({ ...facts, copper }))
    actor.send({ type: 'view.flipped' })
    expect(actor.getSnapshot().context).toMatchObject({ isFlipped: true, view: { isFlipped: true } })
    expect(board.visibleLayersOf(actor.getSnapshot())).toEqual([2, 1, 0])
    actor.send({ type: 'layer.isolated', layer: 1 })
    expect(board.visibleLayersOf(actor.getSnapshot())).toEqual([1])
    actor.send({ type: 'layer.isolated', layer: 1 })
    expect(board.hiddenOf(actor.getSnapshot())).toEqual([])
    actor.send({ type: 'view.flipped' })
    expect(actor.getSnapshot().context).toMatchObject({ isFlipped: false, view: { isFlipped: false } })
  })

  test('opens at the view of its URL, in a window of any size', async () => {
    const address = 'at-60_45_10*below*hide-F.Cu*hide-B.Cu*net-CLK*net-GND'
    const actor = await start(
      async () => ({ ...facts, nets: [...facts.nets, { name: 'CLK', pins: 2 }] }),
      viewIn(address),
    )
    const { context } = actor.getSnapshot()
    // 500 pixels show 10 mm. The board has no layer B.Cu.
    expect(context.view).toEqual({ x: 60, y: 45, scale: 50, isFlipped: true })
    expect(context).toMatchObject({ hidden: [0], highlighted: ['GND', 'CLK'] })
    actor.send({ type: 'view.sized', size: { width: 1000, height: 100 } })
    expect(addressOf(board.addressedViewOf(actor.getSnapshot(), 'CLK'))).toBe(
      'at-60_45_20*below*hide-F.Cu*net-GND*net-CLK',
    )
    actor.send({ type: 'view.fitted' })
    expect(addressOf(board.addressedViewOf(actor.getSnapshot(), null))).toBe('below*hide-F.Cu*net-GND*net-CLK')
  })

  test('has a URL for any names, and ignores what is wrong in a URL', () => {
    const view = {
      at: { x: -1.5, y: 0.001, width: 12.345 },
      isFlipped: false,
      hidden: ['In1.Cu*%2A', 'a-b'],
      nets: ['/CM5 ( Ethernet, GPIO)/TRD3_P', '+3V3', '~{RESET}', '*', '%25'],
    }
    expect(viewIn(addressOf(view))).toEqual(view)
    expect(addressOf(wholeBoard)).toBe('')
    for (const wrong of ['', 'at-1_2', 'at-1_2_0', 'at-a_b_c', 'at-1_2_1e9', 'at-__', 'zoom-3*net-*hide', '**-*']) {
      expect(viewIn(wrong), wrong).toEqual(wholeBoard)
    }
    const many = Array.from({ length: 30 }, (_, index) => `net-N${index}`).join('*')
    expect(viewIn(many).nets).toHaveLength(20)
  })

  test('of a broken board shows the reader’s error', async () => {
    const actor = await start(() => Promise.reject(new Error('KiCad board, line 2: expected a number, found "x".')))
    expect(board.unreadableOf(actor.getSnapshot())).toMatch(/line 2/)
  })
})

describe('the cross-section of a stackup', () => {
  const layer = (more: Partial<StackupLayer>): StackupLayer => ({
    name: '',
    type: 'copper',
    thickness: null,
    material: null,
    dk: null,
    df: null,
    copperWeight: null,
    ...more,
  })
  const stackup = {
    layers: [
      layer({ name: 'F.Paste', type: 'solderpaste', thickness: 0.1 }),
      layer({ name: 'F.Cu', thickness: 0.035 }),
      layer({ name: 'core', type: 'core', thickness: 1.2 }),
      layer({ name: 'B.Cu' }),
    ],
  }

  test('adds up the layers that are part of the board', () => {
    expect(totalThickness(stackup)).toBeCloseTo(1.235, 9)
    expect(totalThickness({ layers: [layer({})] })).toBeNull()
    expect([
      lengthText(1.235, 'mm'),
      lengthText(0.035, 'µm'),
      lengthText(0.0254, 'mil'),
      lengthText(null, 'mm'),
    ]).toEqual(['1.235', '35', '1', '–'])
  })

  test('draws thicker layers taller, and every layer below the previous one', () => {
    const { layers, height } = sectionOf(stackup)
    const [, copper, core, unknown] = layers
    expect(core!.height).toBeGreaterThan(copper!.height)
    expect(core!.top).toBe(copper!.top + copper!.height)
    expect(unknown!.top + unknown!.height).toBe(height)
  })
})
