import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { Project } from '../projects/project-list'
import { defaultPrices, type PriceTable } from './rows/interfaces'

/**
 * The start page for a user without projects: the steps from a board to a report, with the prices, and a sample project
 * to try out. The sample is opened only once, however often the button is clicked.
 */
export const firstStepsMachine = setup({
  types: {
    context: {} as { prices: PriceTable | null; failure: string | null },
    events: {} as { type: 'sample.requested' },
    tags: {} as 'busy',
  },
  actors: {
    loadPrices: placeholderActor<PriceTable>('loadPrices'),
    openSample: placeholderActor<Project>('openSample'),
  },
  actions: { tellOpening: () => {}, tellOpened: (_, _sample: Project) => {}, tellFailed: () => {} },
}).createMachine({
  id: 'firstSteps',
  context: { prices: null, failure: null },
  type: 'parallel',
  states: {
    prices: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'loadPrices',
            onDone: { target: 'known', actions: assign({ prices: ({ event }) => event.output }) },
            onError: { target: 'known', actions: assign({ prices: defaultPrices }) },
          },
        },
        known: {},
      },
    },
    sample: {
      initial: 'offered',
      states: {
        offered: { on: { 'sample.requested': 'opening' } },
        opening: {
          tags: 'busy',
          entry: [assign({ failure: null }), 'tellOpening'],
          invoke: {
            src: 'openSample',
            onDone: { target: 'opened', actions: { type: 'tellOpened', params: ({ event }) => event.output } },
            onError: {
              target: 'offered',
              actions: [
                assign({ failure: ({ event }) => messageOf(event.error, 'The sample project could not be opened.') }),
                'tellFailed',
              ],
            },
          },
        },
        opened: { tags: 'busy' },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof firstStepsMachine>

/** Null while the prices are being loaded. */
export const pricesOf = ({ context }: Snapshot) => context.prices
export const isOpeningSample = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const sampleFailureOf = ({ context }: Snapshot) => context.failure
