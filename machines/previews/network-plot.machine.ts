import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

/** The two ports of a differential port, from 1. */
export type PortPair = [positive: number, negative: number]

/** Single-ended, or the answer's and the drive's mode of a mixed-mode parameter: d differential, c common. */
export type CurveMode = 'single' | 'dd' | 'dc' | 'cd' | 'cc'

/** A parameter over frequency: to port from port, in mixed mode to pair from pair; both from 1. */
export type Curve = { mode: CurveMode; to: number; from: number }

/** What is known of a network before a curve is drawn. */
export type NetworkFacts = {
  version: 1 | 2
  /** S, Y, Z, H or G. */
  parameter: string
  ports: number
  /** Hz, rising. */
  frequencies: Float64Array
  /** Reference resistance of each port, in ohms. */
  references: number[]
  /** The modes of the ports, where the file's own data are mixed-mode. */
  modes: string[] | null
  /** The pairs that the network seems to have. */
  pairs: PortPair[] | null
}

/** Values over the network's frequencies: 20 log10 of the magnitude, and degrees. */
export type DrawnCurve = { curve: Curve; decibels: Float64Array; phase: Float64Array }

export type CurvesWanted = { curves: Curve[]; pairs: PortPair[]; unwrapped: boolean }

/** More lines than this cannot be told apart. */
export const mostCurves = 8

/** More ports than this are not offered to choose from; files of the field end at 16. */
export const mostPorts = 16

/**
 * The plot of a network's parameters: which of them, single-ended or mixed-mode, over a linear or logarithmic frequency.
 * The file is read once; each choice asks for the values of its curves, and the last picture stays until they are there.
 */
export const networkPlotMachine = setup({
  types: {
    context: {} as {
      facts: NetworkFacts | null
      isMixed: boolean
      pairs: PortPair[]
      /** Chosen of each kind, so that going to the other and back loses nothing. */
      single: Curve[]
      mixed: Curve[]
      isLogarithmic: boolean
      isUnwrapped: boolean
      drawn: DrawnCurve[]
      /** Why the file cannot be read at all. */
      unreadable: string | null
      /** Why the curves that were asked for cannot be had. */
      failure: string | null
    },
    events: {} as
      | { type: 'curve.toggled'; curve: Curve }
      | { type: 'mode.chosen'; isMixed: boolean }
      | { type: 'pairs.chosen'; pairs: PortPair[] }
      | { type: 'axis.chosen'; isLogarithmic: boolean }
      | { type: 'phase.chosen'; isUnwrapped: boolean },
    tags: {} as 'busy',
  },
  actors: {
    readNetwork: placeholderActor<NetworkFacts>('readNetwork'),
    computeCurves: placeholderActor<DrawnCurve[], CurvesWanted>('computeCurves'),
  },
  actions: {
    toggle: assign(({ context }, curve: Curve) => {
      const list = context.isMixed ? 'mixed' : 'single'
      const rest = context[list].filter((one) => !isSame(one, curve))
      return { [list]: rest.length < context[list].length ? rest : [...rest, curve] }
    }),
  },
  guards: {
    hasRoom: ({ context }, curve: Curve) =>
      curvesOfMode(context).length < mostCurves || curvesOfMode(context).some((one) => isSame(one, curve)),
    canMix: ({ context: { facts } }, isMixed: boolean) => !isMixed || (facts !== null && isMixable(facts)),
  },
}).createMachine({
  id: 'networkPlot',
  context: {
    facts: null,
    isMixed: false,
    pairs: [],
    single: [],
    mixed: [],
    isLogarithmic: false,
    isUnwrapped: false,
    drawn: [],
    unreadable: null,
    failure: null,
  },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        src: 'readNetwork',
        onDone: {
          target: 'known',
          actions: assign(({ event: { output: facts } }) => ({
            facts,
            pairs: facts.pairs ?? neighbours(facts.ports),
            single: firstCurves('single', Math.min(facts.ports, 4)),
            mixed: firstCurves('dd', Math.min(Math.floor(facts.ports / 2), 2)),
          })),
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
        'mode.chosen': {
          guard: { type: 'canMix', params: ({ event }) => event.isMixed },
          target: '.computing',
          actions: assign({ isMixed: ({ event }) => event.isMixed }),
        },
        'pairs.chosen': { target: '.computing', actions: assign({ pairs: ({ event }) => event.pairs }) },
        'phase.chosen': { target: '.computing', actions: assign({ isUnwrapped: ({ event }) => event.isUnwrapped }) },
        'axis.chosen': { actions: assign({ isLogarithmic: ({ event }) => event.isLogarithmic }) },
      },
      states: {
        computing: {
          tags: 'busy',
          invoke: {
            src: 'computeCurves',
            input: ({ context }) => ({
              curves: curvesOfMode(context),
              pairs: context.pairs,
              unwrapped: context.isUnwrapped,
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
      },
    },
    unreadable: {},
  },
})

const isSame = (a: Curve, b: Curve) => a.mode === b.mode && a.to === b.to && a.from === b.from
const curvesOfMode = ({ isMixed, mixed, single }: { isMixed: boolean; mixed: Curve[]; single: Curve[] }) =>
  isMixed ? mixed : single

/** How all of the first port's answers look: S11, S21 and so on. */
const firstCurves = (mode: CurveMode, count: number): Curve[] =>
  Array.from({ length: count }, (_, index) => ({ mode, to: index + 1, from: 1 }))

/** (1, 2), (3, 4) and so on. */
export const neighbours = (ports: number): PortPair[] =>
  Array.from({ length: Math.floor(ports / 2) }, (_, index) => [2 * index + 1, 2 * index + 2])

/** (1, 3), (2, 4) of four: each port and the one half of all further on. */
export const oddAndEven = (ports: number): PortPair[] =>
  Array.from({ length: Math.floor(ports / 4) }, (_, index) => 4 * index).flatMap((at): PortPair[] => [
    [at + 1, at + 3],
    [at + 2, at + 4],
  ])

/** Mixed mode is made of single-ended S parameters of an even number of ports. */
export const isMixable = ({ parameter, ports, modes }: NetworkFacts) =>
  parameter === 'S' && ports >= 2 && ports % 2 === 0 && modes === null

/** How engineers write it: S21, SDD21; with a comma where a port has two digits. */
export function curveName({ mode, to, from }: Curve, parameter: string): string {
  const places = to > 9 || from > 9 ? `${to},${from}` : `${to}${from}`
  return `${parameter}${mode === 'single' ? '' : mode.toUpperCase()}${places}`
}

export type NetworkPlotActor = ActorRefFrom<typeof networkPlotMachine>
type Snapshot = SnapshotFrom<typeof networkPlotMachine>

export const factsOf = ({ context }: Snapshot) => context.facts
export const drawnOf = ({ context }: Snapshot) => context.drawn
export const chosenCurves = ({ context }: Snapshot) => curvesOfMode(context)
export const isMixedMode = ({ context }: Snapshot) => context.isMixed
export const pairsOf = ({ context }: Snapshot) => context.pairs
export const isLogarithmic = ({ context }: Snapshot) => context.isLogarithmic
export const isUnwrapped = ({ context }: Snapshot) => context.isUnwrapped
export const unreadableOf = ({ context }: Snapshot) => context.unreadable
export const curveFailureOf = ({ context }: Snapshot) => context.failure
