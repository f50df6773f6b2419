import { assign, emit, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'

/** The operations with another network: connect it at one end, or remove it from one or both ends. */
export const chainOperations = ['append', 'prepend', 'remove-near', 'remove-far', 'remove-thru'] as const
export type ChainOperation = (typeof chainOperations)[number]

/** Which ports are the near ends: those suggested by the data, the first half, or every other one. */
export const portOrders = ['likely', 'halves', 'alternating'] as const
export type PortOrder = (typeof portOrders)[number]

/** Another network: a file of the project, or one that was opened from disk. */
export type ChainPartner = { id: string; name: string }

export type ChainWanted = {
  partner: ChainPartner | null
  operation: ChainOperation
  order: PortOrder
  partnerOrder: PortOrder
}

/** A computed network as a Touchstone file. */
export type MadeNetwork = { name: string; content: Blob }

type Context = Omit<ChainWanted, 'partner'> & {
  partners: ChainPartner[]
  partnerId: string | null
  /** Why the list does not contain the files of the project. */
  remark: string | null
  failure: string | null
}

const partnerIn = ({ partners, partnerId }: Context) => partners.find(({ id }) => id === partnerId) ?? null

/** Connects a network to another one, or removes a fixture from it. The result is a new network. */
export const networkChainMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'partner.chosen'; id: string }
      | { type: 'partner.opened'; partner: ChainPartner }
      | { type: 'chain.changed'; change: Partial<Omit<ChainWanted, 'partner'>> }
      | { type: 'chain.requested' },
    emitted: {} as { type: 'network.made'; network: MadeNetwork },
    tags: {} as 'busy',
  },
  actors: {
    listPartners: placeholderActor<ChainPartner[]>('listPartners'),
    computeChain: placeholderActor<MadeNetwork, ChainWanted>('computeChain'),
  },
  guards: { hasPartner: ({ context }) => partnerIn(context) !== null },
}).createMachine({
  id: 'networkChain',
  context: {
    partners: [],
    partnerId: null,
    operation: 'append',
    order: 'likely',
    partnerOrder: 'likely',
    remark: null,
    failure: null,
  },
  initial: 'listing',
  states: {
    listing: {
      tags: 'busy',
      invoke: {
        src: 'listPartners',
        onDone: {
          target: 'listed',
          actions: assign({
            partners: ({ event }) => event.output,
            partnerId: ({ event }) => event.output[0]?.id ?? null,
          }),
        },
        // A network can still be opened from disk.
        onError: {
          target: 'listed',
          actions: assign({
            remark: ({ event }) => messageOf(event.error, 'The networks of the project could not be listed.'),
          }),
        },
      },
    },
    listed: {
      initial: 'resting',
      // A change cancels the computation, whose result would not match the new choice.
      on: {
        'partner.chosen': {
          target: '.resting',
          actions: assign({ partnerId: ({ event }) => event.id, failure: null }),
        },
        'partner.opened': {
          target: '.resting',
          actions: assign({
            partners: ({ context, event }) => [...context.partners, event.partner],
            partnerId: ({ event }) => event.partner.id,
            failure: null,
          }),
        },
        'chain.changed': { target: '.resting', actions: assign(({ event }) => ({ ...event.change, failure: null })) },
      },
      states: {
        resting: {
          on: {
            'chain.requested': { guard: 'hasPartner', target: 'computing', actions: assign({ failure: null }) },
          },
        },
        computing: {
          tags: 'busy',
          invoke: {
            src: 'computeChain',
            input: ({ context }) => {
              const { operation, order, partnerOrder } = context
              return { partner: partnerIn(context), operation, order, partnerOrder }
            },
            onDone: {
              target: 'resting',
              actions: emit(({ event }) => ({ type: 'network.made' as const, network: event.output })),
            },
            onError: {
              target: 'resting',
              actions: assign({
                failure: ({ event }) => messageOf(event.error, 'The network could not be computed.'),
              }),
            },
          },
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof networkChainMachine>

export const chainOf = ({ context }: Snapshot) => context
export const isListingPartners = (snapshot: Snapshot) => snapshot.matches('listing')
export const isComputingChain = (snapshot: Snapshot) => snapshot.matches({ listed: 'computing' })

const withoutEnding = (name: string) => name.replace(/\.[^.]*$/, '')

/** The name of a computed network, without a file extension. */
export function chainName(name: string, partner: string, operation: ChainOperation): string {
  const [one, other] = [withoutEnding(name), withoutEnding(partner)]
  if (operation === 'append') return `${one} + ${other}`
  return operation === 'prepend' ? `${other} + ${one}` : `${one} without ${other}`
}
