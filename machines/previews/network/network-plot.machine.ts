import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import type { NetworkLine } from './eye-diagram'
import { asInFile, type NetworkForm, withoutFileOrder } from './network-form'

/** The two ports of a differential port, numbered from 1. */
export type PortPair = [positive: number, negative: number]

/** Single-ended, or the response and stimulus modes of a mixed-mode parameter: d differential, c common. */
export type CurveMode = 'single' | 'dd' | 'dc' | 'cd' | 'cc'

/**
 * A parameter versus frequency. `to` and `from` are port numbers, or pair numbers in mixed mode, both counted from 1.
 */
export type Curve = { mode: CurveMode; to: number; from: number }

/** S-, Y- and Z-parameters, and the hybrid parameters of a two-port. */
export type NetworkParameter = 'S' | 'Y' | 'Z' | 'H' | 'G'

/** The data of a network that is available before a curve is drawn. */
export type NetworkFacts = {
  /** The name of the file's format, such as "Touchstone 1". */
  format: string
  /** The parameters in the file, or S after a change to the reference or the frequencies. */
  parameter: NetworkParameter
  ports: number
  /** In Hz, ascending. */
  frequencies: Float64Array
  /** The reference resistance of each port, in ohms. */
  references: number[]
  /** The modes of the ports if the file contains mixed-mode data. */
  modes: string[] | null
  /**
   * The impedance of each port at the first frequency, in ohms, if the file states impedances that are not constant or
   * differ from the references. Only S-parameters refer to them.
   */
  impedances: { re: number; im: number }[] | null
  /** The noise parameters of a two-port: minimum noise figure in dB, optimum source reflection, resistance in ohms. */
  noise: { frequency: number; minimum: number; magnitude: number; angle: number; resistance: number }[]
  /** What the user needs to know about how the file is read, in sentences. */
  remarks: string[]
  /** The detected differential pairs. */
  pairs: PortPair[] | null
  /** The lines that can be analyzed. */
  lines: NetworkLine[]
}

/** The quantities of the second plot, in degrees or seconds. */
export const phaseQuantities = ['phase', 'unwrapped phase', 'group delay', 'phase delay'] as const
export type PhaseQuantity = (typeof phaseQuantities)[number]
export const quantityTitle = (quantity: PhaseQuantity) => `${quantity.charAt(0).toUpperCase()}${quantity.slice(1)}`

/**
 * The values of a parameter at each of the network's frequencies: its magnitude in the unit of the parameter, and the
 * quantity of the second plot. Values are NaN where the parameter does not exist.
 */
export type DrawnCurve = {
  curve: Curve
  parameter: NetworkParameter
  magnitude: Float64Array
  quantity: PhaseQuantity
  phase: Float64Array
}

/** The unit of a magnitude: Z in ohms, Y in siemens, others in dB (20 log10). */
export const magnitudeUnit = (parameter: NetworkParameter): 'dB' | 'Ω' | 'S' => {
  if (parameter === 'Z') return 'Ω'
  return parameter === 'Y' ? 'S' : 'dB'
}

/** A point on a curve, for example one with a comment: the name of the curve and a frequency in Hz. */
export type PlotPoint = { curve: string; x: number }

/** What the plot shows, for the address. Null stands for the initial choice for the network. */
export type PlotSettings = {
  parameter: NetworkParameter | null
  isMixed: boolean
  pairs: PortPair[] | null
  curves: Curve[] | null
  isLogarithmic: boolean
  quantity: PhaseQuantity
  /** The marked point; null if there is none. */
  point: PlotPoint | null
}

/** A network as it was read. If it does not have the form in the address, `refused` states the reason. */
export type ReadNetwork = NetworkFacts & { refused: string | null }

export type CurvesWanted = { parameter: NetworkParameter; curves: Curve[]; pairs: PortPair[]; quantity: PhaseQuantity }

/** The maximum number of curves; more could not be distinguished. */
export const maxCurves = 8

/** The maximum number of ports whose parameters can be selected. The matrix in which they are selected scrolls. */
export const maxPorts = 64

type PlotContext = {
  /** The settings in the address. */
  wanted: PlotSettings
  /** The form of the network that the facts and curves describe. */
  form: NetworkForm
  /**
   * The form that is being computed or, if none is, the one that was requested last, even if it could not be computed.
   */
  askedForm: NetworkForm
  /** The form that was chosen while another one was being computed. */
  nextForm: NetworkForm | null
  /** Why the network does not have the chosen form. */
  formFailure: string | null
  facts: NetworkFacts | null
  parameter: NetworkParameter
  isMixed: boolean
  pairs: PortPair[]
  /** The selections are stored per mode, so that switching modes does not lose them. */
  single: Curve[]
  mixed: Curve[]
  isLogarithmic: boolean
  quantity: PhaseQuantity
  point: PlotPoint | null
  drawn: DrawnCurve[]
  /** Why the file cannot be read at all. */
  unreadable: string | null
  /** Why the requested curves could not be computed. */
  failure: string | null
}

/**
 * Plots selected parameters of a network (S, Y, Z, H or G), single-ended or mixed-mode, versus frequency on a linear or
 * logarithmic axis. The file is read once. The curves are computed for each selection, and the previous plot stays
 * visible until they are ready, unless the order of the ports, their reference or the frequencies have changed.
 */
export const networkPlotMachine = setup({
  types: {
    input: {} as { plot: PlotSettings; form: NetworkForm },
    context: {} as PlotContext,
    events: {} as
      | { type: 'curve.toggled'; curve: Curve }
      | { type: 'parameter.chosen'; parameter: NetworkParameter }
      | { type: 'mode.chosen'; isMixed: boolean }
      | { type: 'pairs.chosen'; pairs: PortPair[] }
      | { type: 'axis.chosen'; isLogarithmic: boolean }
      | { type: 'phase.chosen'; quantity: PhaseQuantity }
      | { type: 'point.marked'; point: PlotPoint | null }
      | { type: 'form.chosen'; form: NetworkForm },
    emitted: {} as { type: 'network.formed' },
    tags: {} as 'busy',
  },
  actors: {
    readNetwork: placeholderActor<ReadNetwork, NetworkForm>('readNetwork'),
    formNetwork: placeholderActor<NetworkFacts, NetworkForm>('formNetwork'),
    computeCurves: placeholderActor<DrawnCurve[], CurvesWanted>('computeCurves'),
  },
  actions: {
    toggle: assign(({ context }, curve: Curve) => {
      const list = context.isMixed ? 'mixed' : 'single'
      const rest = context[list].filter((one) => !isSame(one, curve))
      return { [list]: rest.length < context[list].length ? rest : [...rest, curve] }
    }),
    chooseParameter: assign(({ context }, parameter: NetworkParameter) => ({
      parameter,
      isMixed: context.isMixed && parameter === 'S',
      // The name of a marked curve begins with its parameter, so no curve of another parameter has that name.
      point: parameter === context.parameter ? context.point : null,
    })),
    chooseMode: assign((_, isMixed: boolean) => ({ isMixed })),
    choosePairs: assign((_, pairs: PortPair[]) => ({ pairs })),
    chooseQuantity: assign((_, quantity: PhaseQuantity) => ({ quantity })),
    applyForm: assign(({ context }, facts: NetworkFacts) => ({
      ...plotOf(settingsOf(context) ?? context.wanted, facts, null),
      form: context.askedForm,
      // The values drawn so far belong to the frequencies of the previous form, so they are removed.
      drawn: [],
    })),
    askNextForm: assign(({ context }) => ({ askedForm: context.nextForm ?? context.askedForm, nextForm: null })),
  },
  guards: {
    hasNextForm: ({ context }) => context.nextForm !== null,
    hasRoom: ({ context }, curve: Curve) =>
      curvesOfMode(context).length < maxCurves || curvesOfMode(context).some((one) => isSame(one, curve)),
    canMix: ({ context: { facts, parameter } }, isMixed: boolean) =>
      !isMixed || (facts !== null && isMixable({ ...facts, parameter })),
    isOffered: ({ context: { facts } }, parameter: NetworkParameter) =>
      facts !== null && parametersOf(facts).includes(parameter),
  },
}).createMachine({
  id: 'networkPlot',
  context: ({ input: { plot, form } }) => ({
    wanted: plot,
    form: asInFile,
    askedForm: withoutFileOrder(form),
    nextForm: null,
    formFailure: null,
    facts: null,
    parameter: plot.parameter ?? 'S',
    isMixed: false,
    pairs: [],
    single: [],
    mixed: [],
    isLogarithmic: plot.isLogarithmic,
    quantity: plot.quantity,
    point: plot.point,
    drawn: [],
    unreadable: null,
    failure: null,
  }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        src: 'readNetwork',
        input: ({ context }) => context.askedForm,
        onDone: {
          target: 'known',
          actions: assign(({ context: { wanted, askedForm }, event: { output } }) => {
            const { refused, ...facts } = output
            const form = refused === null ? askedForm : asInFile
            return { ...plotOf(wanted, facts, wanted.point), form, formFailure: refused }
          }),
        },
        onError: {
          target: 'unreadable',
          actions: assign({ unreadable: ({ event }) => messageOf(event.error, 'The file could not be read.') }),
        },
      },
    },
    known: {
      initial: 'computing',
      on: {
        'curve.toggled': {
          guard: { type: 'hasRoom', params: ({ event }) => event.curve },
          target: '.computing',
          actions: { type: 'toggle', params: ({ event }) => event.curve },
        },
        'parameter.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event.parameter },
          target: '.computing',
          actions: { type: 'chooseParameter', params: ({ event }) => event.parameter },
        },
        'mode.chosen': {
          guard: { type: 'canMix', params: ({ event }) => event.isMixed },
          target: '.computing',
          actions: { type: 'chooseMode', params: ({ event }) => event.isMixed },
        },
        'pairs.chosen': {
          target: '.computing',
          actions: { type: 'choosePairs', params: ({ event }) => event.pairs },
        },
        'phase.chosen': {
          target: '.computing',
          actions: { type: 'chooseQuantity', params: ({ event }) => event.quantity },
        },
        'point.marked': { actions: assign({ point: ({ event }) => event.point }) },
        'axis.chosen': { actions: assign({ isLogarithmic: ({ event }) => event.isLogarithmic }) },
        'form.chosen': {
          target: '.forming',
          actions: assign({ askedForm: ({ event }) => withoutFileOrder(event.form), formFailure: null }),
        },
      },
      states: {
        computing: {
          tags: 'busy',
          invoke: {
            src: 'computeCurves',
            input: ({ context }) => ({
              parameter: context.parameter,
              curves: curvesOfMode(context),
              pairs: context.pairs,
              quantity: context.quantity,
            }),
            onDone: { target: 'drawn', actions: assign({ drawn: ({ event }) => event.output, failure: null }) },
            onError: {
              target: 'drawn',
              actions: assign({
                drawn: [],
                failure: ({ event }) => messageOf(event.error, 'The curves could not be computed.'),
              }),
            },
          },
        },
        drawn: {},
        /**
         * Converts the network to another form. Choices made in the meantime apply to the result. A form chosen in the
         * meantime waits: if it interrupted the conversion and then failed, the network would have neither form.
         */
        forming: {
          tags: 'busy',
          on: {
            'curve.toggled': {
              guard: { type: 'hasRoom', params: ({ event }) => event.curve },
              actions: { type: 'toggle', params: ({ event }) => event.curve },
            },
            'parameter.chosen': {
              guard: { type: 'isOffered', params: ({ event }) => event.parameter },
              actions: { type: 'chooseParameter', params: ({ event }) => event.parameter },
            },
            'mode.chosen': {
              guard: { type: 'canMix', params: ({ event }) => event.isMixed },
              actions: { type: 'chooseMode', params: ({ event }) => event.isMixed },
            },
            'pairs.chosen': { actions: { type: 'choosePairs', params: ({ event }) => event.pairs } },
            'phase.chosen': { actions: { type: 'chooseQuantity', params: ({ event }) => event.quantity } },
            'form.chosen': { actions: assign({ nextForm: ({ event }) => withoutFileOrder(event.form) }) },
          },
          invoke: {
            src: 'formNetwork',
            input: ({ context }) => context.askedForm,
            onDone: [
              {
                guard: 'hasNextForm',
                target: 'forming',
                reenter: true,
                actions: [
                  { type: 'applyForm', params: ({ event }) => event.output },
                  'askNextForm',
                  emit({ type: 'network.formed' }),
                ],
              },
              {
                target: 'computing',
                actions: [{ type: 'applyForm', params: ({ event }) => event.output }, emit({ type: 'network.formed' })],
              },
            ],
            onError: [
              { guard: 'hasNextForm', target: 'forming', reenter: true, actions: 'askNextForm' },
              {
                // The choice of curves may have changed in the meantime.
                target: 'computing',
                actions: assign({
                  formFailure: ({ event }) => messageOf(event.error, 'The network could not be converted.'),
                }),
              },
            ],
          },
        },
      },
    },
    unreadable: {},
  },
})

const isSame = (a: Curve, b: Curve) => a.mode === b.mode && a.to === b.to && a.from === b.from
const curvesOfMode = ({ isMixed, mixed, single }: { isMixed: boolean; mixed: Curve[]; single: Curve[] }) =>
  isMixed ? mixed : single

/**
 * The plot of a network with the requested settings, as far as they apply to it. If they contain no curves, the curve
 * of the point `opened` is added to the initial ones.
 */
function plotOf(wanted: PlotSettings, facts: NetworkFacts, opened: PlotPoint | null) {
  const first = firstPlotOf(facts)
  // The name of a marked curve begins with its parameter, so the address of a point need not contain the parameter.
  const named = wanted.parameter ?? wanted.point?.curve[0]
  const parameter = parametersOf(facts).find((one) => one === named) ?? facts.parameter
  const shown = { ...facts, parameter }
  const found = opened && !wanted.curves ? curveNamed(opened.curve, shown) : null
  const isMixed = found ? found.mode !== 'single' : wanted.isMixed && isMixable(shown)
  const pairs = (isMixed && wanted.pairs && fitting(wanted.pairs, facts)) || first.pairs
  if (found) return { facts, parameter, ...first, pairs, ...withCurve(first, found) }
  const curves = (wanted.curves ?? []).filter((curve) => isIn(curve, isMixed, facts)).slice(0, maxCurves)
  const chosen = wanted.curves && { [isMixed ? 'mixed' : 'single']: curves }
  return { facts, parameter, ...first, isMixed, pairs, ...chosen }
}

const firstPlotOf = (facts: NetworkFacts) => ({
  pairs: facts.pairs ?? adjacentPairs(facts.ports),
  single: firstCurves('single', Math.min(facts.ports, 4)),
  mixed: firstCurves('dd', Math.min(Math.floor(facts.ports / 2), 2)),
})

/** The pairs; null unless they contain each port of the network exactly once. */
function fitting(pairs: PortPair[], { ports }: NetworkFacts): PortPair[] | null {
  const used = pairs.flat()
  return new Set(used).size === used.length && used.length === ports && used.every((port) => port <= ports)
    ? pairs
    : null
}

/** Whether a curve has the selected mode, and the network has the ports of the curve. */
const isIn = ({ mode, to, from }: Curve, isMixed: boolean, { ports }: NetworkFacts) =>
  (mode !== 'single') === isMixed && Math.max(to, from) <= (isMixed ? Math.floor(ports / 2) : ports)

/** The curve with the given name; null if the network has none. */
export function curveNamed(
  name: string,
  facts: Pick<NetworkFacts, 'ports' | 'parameter' | 'modes' | 'impedances'>,
): Curve | null {
  const { ports, parameter, modes } = facts
  const kinds: [CurveMode, number][] = [['single', ports]]
  if (isMixable(facts)) for (const mode of ['dd', 'dc', 'cd', 'cc'] as const) kinds.push([mode, Math.floor(ports / 2)])
  for (const [mode, count] of kinds) {
    for (let to = 1; to <= count; to++) {
      for (let from = 1; from <= count; from++) {
        const curve = { mode, to, from }
        if (curveName(curve, parameter, mode === 'single' ? modes : null) === name) return curve
      }
    }
  }
  return null
}

/** The initial plot with a curve added. The curve replaces another one if there are too many. */
function withCurve({ single, mixed }: { single: Curve[]; mixed: Curve[] }, curve: Curve) {
  const isMixed = curve.mode !== 'single'
  const others = isMixed ? mixed : single
  const curves = others.some((one) => isSame(one, curve)) ? others : [...others.slice(0, maxCurves - 1), curve]
  return { isMixed, [isMixed ? 'mixed' : 'single']: curves }
}

/** The responses of the first `count` ports to a signal at the first port: S11, S21 and so on. */
const firstCurves = (mode: CurveMode, count: number): Curve[] =>
  Array.from({ length: count }, (_, index) => ({ mode, to: index + 1, from: 1 }))

/** Pairs adjacent ports: (1, 2), (3, 4) and so on. */
export const adjacentPairs = (ports: number): PortPair[] =>
  Array.from({ length: Math.floor(ports / 2) }, (_, index) => [2 * index + 1, 2 * index + 2])

/** Pairs odd with odd and even with even ports in each group of four: (1, 3), (2, 4), then (5, 7), (6, 8). */
export const oddEvenPairs = (ports: number): PortPair[] =>
  Array.from({ length: Math.floor(ports / 4) }, (_, index) => 4 * index).flatMap((at): PortPair[] => [
    [at + 1, at + 3],
    [at + 2, at + 4],
  ])

/**
 * The parameters that can be plotted: those of the file, and S, Y and Z, which can be computed unless the file's ports
 * are modes or the file states impedances that differ from the references. For S-parameters that refer to the
 * references at all frequencies, `impedances` is null.
 */
export function parametersOf({
  parameter,
  references,
  modes,
  impedances,
}: Pick<NetworkFacts, 'parameter' | 'references' | 'modes' | 'impedances'>): NetworkParameter[] {
  const isKnown =
    impedances === null ||
    (parameter !== 'S' && impedances.every(({ re, im }, port) => re === references[port] && im === 0))
  if (modes !== null || !isKnown) return [parameter]
  const others = (['S', 'Y', 'Z'] as const).filter((one) => one !== parameter)
  return parameter === 'H' || parameter === 'G' ? [parameter, ...others] : ['S', 'Y', 'Z']
}

/**
 * Whether mixed-mode curves can be computed. They require single-ended S-parameters that refer to the references, not
 * to other impedances, and an even number of ports.
 */
export const isMixable = ({
  parameter,
  ports,
  modes,
  impedances,
}: Pick<NetworkFacts, 'parameter' | 'ports' | 'modes' | 'impedances'>) =>
  parameter === 'S' && ports >= 2 && ports % 2 === 0 && modes === null && impedances === null

/**
 * The name of a curve in the usual notation, such as S21 or SDD21, with a comma if a port number has two digits. In
 * mixed-mode data, parameters are named by the modes of their ports: with D1,2 C1,2, the parameter to port 1 from port
 * 2 is SDC11.
 */
export function curveName({ mode, to, from }: Curve, parameter: string, modes: string[] | null = null): string {
  const [response, stimulus] = [modes?.[to - 1], modes?.[from - 1]]
  if (modes && response && stimulus) {
    const numbers = [pairNumber(response, modes), pairNumber(stimulus, modes)]
    return `${parameter}${response[0]}${stimulus[0]}${numbers.join(Math.max(...numbers) > 9 ? ',' : '')}`
  }
  const indices = to > 9 || from > 9 ? `${to},${from}` : `${to}${from}`
  return `${parameter}${mode === 'single' ? '' : mode.toUpperCase()}${indices}`
}

/** The number of a mode's port or pair, in file order. The differential and common modes of a pair share it. */
function pairNumber(mode: string, modes: string[]): number {
  const ports = [...new Set(modes.map((one) => one.slice(1)))]
  return ports.indexOf(mode.slice(1)) + 1
}

export type NetworkPlotActor = ActorRefFrom<typeof networkPlotMachine>
type Snapshot = SnapshotFrom<typeof networkPlotMachine>

export const factsOf = ({ context }: Snapshot) => context.facts
export const parameterOf = ({ context }: Snapshot) => context.parameter
export const drawnOf = ({ context }: Snapshot) => context.drawn
export const chosenCurves = ({ context }: Snapshot) => curvesOfMode(context)
export const isMixedMode = ({ context }: Snapshot) => context.isMixed
export const pairsOf = ({ context }: Snapshot) => context.pairs
export const isLogarithmic = ({ context }: Snapshot) => context.isLogarithmic
export const phaseQuantityOf = ({ context }: Snapshot) => context.quantity
/** The settings of the plot, for the address; null until the file has been read. Initial choices are omitted. */
export const plotSettingsOf = ({ context }: Snapshot): PlotSettings | null => settingsOf(context)

function settingsOf(context: PlotContext): PlotSettings | null {
  const { facts, parameter, isMixed, pairs, isLogarithmic, quantity, point } = context
  if (!facts) return null
  const first = firstPlotOf(facts)
  const curves = curvesOfMode(context)
  return {
    parameter: parameter === facts.parameter ? null : parameter,
    isMixed,
    pairs: isMixed && !isSameText(pairs, first.pairs) ? pairs : null,
    curves: isSameText(curves, isMixed ? first.mixed : first.single) ? null : curves,
    isLogarithmic,
    quantity,
    point,
  }
}

const isSameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const formOf = ({ context }: Snapshot) => context.form
/**
 * The form that was chosen last, even if the network does not have it yet; after a failed conversion, the form that the
 * network has.
 */
export const chosenFormOf = (snapshot: Snapshot) => {
  const { form, askedForm, nextForm } = snapshot.context
  return isForming(snapshot) ? (nextForm ?? askedForm) : form
}
export const formFailureOf = ({ context }: Snapshot) => context.formFailure
export const isForming = (snapshot: Snapshot) => snapshot.matches({ known: 'forming' })
export const pointOf = ({ context }: Snapshot) => context.point
export const unreadableOf = ({ context }: Snapshot) => context.unreadable
export const curveFailureOf = ({ context }: Snapshot) => context.failure
