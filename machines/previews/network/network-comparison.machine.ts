import { assign, type SnapshotFrom, setup, type ActorRefFrom } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import type { ChainPartner } from './network-chain.machine'
import {
  type ComparedCurve,
  comparedCurves,
  type ComparedNetwork,
  comparedNames,
  type Comparison,
  type ComparisonWanted,
  type NetworkComparisonView,
  maxCompared,
} from './network-comparison'
import type { PortForm } from './network-form'

/** A remark about networks that are not compared. */
export type ComparisonRemark = {
  /** The key of the network that the remark is about, or another key that no other remark has. */
  key: string
  text: string
  /**
   * The name of the added network that the remark is about, if another attempt to read it could succeed; otherwise
   * null.
   */
  added: string | null
}

/** The networks that could be read, those that can be added, and remarks about others. */
export type ReadForComparison = {
  networks: ComparedNetwork[]
  /** The ids of the added networks, except those that cannot be compared. */
  added: string[]
  /** Whether it is worth reading the missing networks again. */
  isIncomplete: boolean
  offered: ChainPartner[]
  /** The ids of the networks in the previewed file's set that can be added without exceeding the maximum total size. */
  set: string[]
  /** How many networks of the set are neither added nor known to be unreadable, including those that are too large. */
  setSize: number
  remarks: ComparisonRemark[]
}

type Context = {
  view: NetworkComparisonView
  networks: ComparedNetwork[]
  offered: ChainPartner[]
  set: string[]
  setSize: number
  remarks: ComparisonRemark[]
  isIncomplete: boolean
  shown: Comparison | null
  failure: string | null
}

/** Which parameter is compared, and how. Absent properties stay unchanged. */
export type NetworkComparisonChoice = Partial<
  Pick<NetworkComparisonView, 'curve' | 'quantity' | 'difference' | 'reference'>
>

/**
 * How many networks can still be added. Added networks count even if they could not be read, because another attempt
 * may succeed.
 */
const roomIn = ({ networks, view }: Context) =>
  maxCompared - networks.filter((one) => !one.isAdded).length - view.added.length

/** The networks of the set for which there is room. */
const addableIn = (context: Context) => context.set.slice(0, Math.max(0, roomIn(context)))

/** The parameter chosen in the view or, if no network has it, the first one that can be compared. */
const curveIn = ({ networks, view }: Context) => {
  const names = comparedNames(networks, view.forms)
  return names.find((name) => name === view.curve) ?? names[0] ?? ''
}

/** The key of the chosen reference or, if that network does not have the parameter, of the first network that does. */
const referenceIn = (curves: ComparedCurve[], { view }: Context) =>
  (curves.find(({ key }) => key === view.reference) ?? curves[0])?.key ?? ''

const wantedOf = (context: Context): ComparisonWanted => {
  const curve = curveIn(context)
  const { networks, view } = context
  const curves = comparedCurves(networks, curve, view.forms)
  const { quantity, difference } = view
  return { networks, curves, shown: { curve, quantity, difference, reference: referenceIn(curves, context) } }
}

/** Compares one parameter of several networks. Networks of the project can be added. */
export const networkComparisonMachine = setup({
  types: {
    input: {} as NetworkComparisonView,
    context: {} as Context,
    events: {} as
      | { type: 'choice.changed'; change: NetworkComparisonChoice }
      | { type: 'ports.chosen'; key: string; form: PortForm }
      | { type: 'network.added'; id: string }
      | { type: 'set.added' }
      | { type: 'network.removed'; key: string }
      | { type: 'comparison.retry' },
    tags: {} as 'busy',
  },
  actors: {
    readNetworks: placeholderActor<ReadForComparison, { added: string[] }>('readNetworks'),
    compare: placeholderActor<Comparison, ComparisonWanted>('compare'),
  },
  actions: {
    change: assign(({ context }, change: Partial<NetworkComparisonView>) => ({
      view: { ...context.view, ...change },
      failure: null,
    })),
    shape: assign(({ context: { view } }, { key, form }: { key: string; form: PortForm }) => {
      const { [key]: _, ...others } = view.forms
      const isAsInFile = form.order === null && form.reference === null
      return { view: { ...view, forms: isAsInFile ? others : { ...others, [key]: form } }, failure: null }
    }),
  },
  guards: {
    canAdd: ({ context }, id: string) => roomIn(context) > 0 && context.offered.some((one) => one.id === id),
    canAddSet: ({ context }) => addableIn(context).length > 0,
    isAdded: ({ context }, key: string) => context.view.added.includes(key),
    isIncomplete: ({ context }) => context.isIncomplete,
    hasNetworks: ({ context }) => context.networks.length > 0,
  },
}).createMachine({
  id: 'networkComparison',
  context: ({ input }) => ({
    view: input,
    networks: [],
    offered: [],
    set: [],
    setSize: 0,
    remarks: [],
    isIncomplete: false,
    shown: null,
    failure: null,
  }),
  initial: 'reading',
  on: {
    'choice.changed': {
      guard: 'hasNetworks',
      target: '.computing',
      actions: { type: 'change', params: ({ event }) => event.change },
    },
    'ports.chosen': {
      guard: 'hasNetworks',
      target: '.computing',
      actions: { type: 'shape', params: ({ event: { key, form } }) => ({ key, form }) },
    },
    'network.added': {
      guard: { type: 'canAdd', params: ({ event }) => event.id },
      target: '.reading',
      actions: {
        type: 'change',
        // The network is already in `added` if an earlier attempt to read all networks failed.
        params: ({ context: { view }, event: { id } }) => ({ added: [...new Set([...view.added, id])] }),
      },
    },
    /** Adds as many networks of the set as there is room for. */
    'set.added': {
      guard: 'canAddSet',
      target: '.reading',
      actions: {
        type: 'change',
        // Some of the networks are already in `added` if an earlier attempt to read all networks failed.
        params: ({ context }) => ({ added: [...new Set([...context.view.added, ...addableIn(context)])] }),
      },
    },
    'comparison.retry': { guard: 'isIncomplete', target: '.reading', actions: assign({ failure: null }) },
    'network.removed': {
      guard: { type: 'isAdded', params: ({ event }) => event.key },
      target: '.reading',
      actions: {
        type: 'change',
        params: ({ context: { view }, event: { key } }) => {
          const { [key]: _, ...forms } = view.forms
          return { added: view.added.filter((id) => id !== key), forms }
        },
      },
    },
  },
  states: {
    /** Reads the networks that have not been read yet. Choices made in the meantime are compared afterwards. */
    reading: {
      tags: 'busy',
      on: {
        'choice.changed': { actions: { type: 'change', params: ({ event }) => event.change } },
        'ports.chosen': { actions: { type: 'shape', params: ({ event: { key, form } }) => ({ key, form }) } },
        'comparison.retry': {},
      },
      invoke: {
        src: 'readNetworks',
        input: ({ context }) => ({ added: context.view.added }),
        onDone: {
          target: 'deciding',
          actions: assign(({ context: { view }, event: { output } }) => {
            const { added, ...read } = output
            // Files that cannot be compared are removed from the view, so that the address does not contain them.
            return { ...read, view: { ...view, added } }
          }),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The networks could not be read.') }),
        },
      },
    },
    deciding: { always: [{ guard: 'hasNetworks', target: 'computing' }, { target: 'empty' }] },
    /** The previous comparison stays visible until the next one is computed. */
    computing: {
      tags: 'busy',
      invoke: {
        src: 'compare',
        input: ({ context }) => wantedOf(context),
        onDone: { target: 'shown', actions: assign({ shown: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({
            shown: null,
            failure: ({ event }) => messageOf(event.error, 'The networks could not be compared.'),
          }),
        },
      },
    },
    shown: {},
    /** None of the networks could be read. */
    empty: { entry: assign({ shown: null }) },
    failed: { on: { 'comparison.retry': { target: 'reading', actions: assign({ failure: null }) } } },
  },
})

export type NetworkComparisonActor = ActorRefFrom<typeof networkComparisonMachine>
type Snapshot = SnapshotFrom<typeof networkComparisonMachine>

export const comparisonOf = ({ context }: Snapshot) => context.shown
export const comparisonViewOf = ({ context }: Snapshot) => context.view
export const comparedNetworksOf = ({ context }: Snapshot) => context.networks
export const offeredNetworksOf = ({ context }: Snapshot) => context.offered
export const comparisonRemarksOf = ({ context }: Snapshot) => context.remarks
/**
 * The networks of the previewed file's set that can be added at once. Every call returns a new array, so selectors have
 * to compare its items.
 */
export const offeredSetOf = ({ context }: Snapshot) => addableIn(context)
/** The number of networks of the set that could be added if there were room for all of them. */
export const offeredSetSizeOf = ({ context }: Snapshot) => context.setSize
export const comparisonRoomOf = ({ context }: Snapshot) => roomIn(context)
export const isReadingCompared = (snapshot: Snapshot) => snapshot.matches('reading')
/** Whether it is worth reading the missing networks again. */
export const isComparisonIncomplete = ({ context }: Snapshot) => context.isIncomplete
export const hasNoneToCompare = (snapshot: Snapshot) => snapshot.matches('empty')
export const comparisonFailureOf = ({ context }: Snapshot) => context.failure
/** The chosen parameter and reference, or the initial ones. */
export const comparedChoiceOf = ({ context }: Snapshot) => wantedOf(context).shown
