import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'

export type AccountingMonth = components['schemas']['AccountingMonth']

/**
 * The months with invoices or credit notes. The documents can be saved as CSV, one month at a time; the list stays
 * usable during the download.
 */
export const accountingMachine = setup({
  types: {
    context: {} as {
      /** The newest month first; null until the months are loaded. */
      months: AccountingMonth[] | null
      failure: string | null
      /** The month whose file is being downloaded, such as "2026-11". */
      savedMonth: string | null
      saveFailure: string | null
    },
    events: {} as { type: 'months.retry' } | { type: 'month.saved'; month: string },
  },
  actors: {
    loadMonths: placeholderActor<AccountingMonth[], void>('loadMonths'),
    /** Downloads the documents of a month as a CSV file. */
    saveMonth: placeholderActor<void, { month: string }>('saveMonth'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    failToSave: assign({ saveFailure: (_, message: string) => message }),
  },
}).createMachine({
  id: 'accounting',
  context: { months: null, failure: null, savedMonth: null, saveFailure: null },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          entry: assign({ failure: null }),
          invoke: {
            src: 'loadMonths',
            onDone: { target: 'loaded', actions: assign({ months: ({ event }) => event.output }) },
            onError: {
              target: 'failed',
              actions: { type: 'fail', params: messageOr('The months could not be loaded.') },
            },
          },
        },
        failed: { on: { 'months.retry': 'loading' } },
        loaded: {},
      },
    },
    saving: {
      initial: 'none',
      states: {
        none: {
          on: {
            'month.saved': {
              target: 'saving',
              actions: assign({ savedMonth: ({ event }) => event.month, saveFailure: null }),
            },
          },
        },
        saving: {
          exit: assign({ savedMonth: null }),
          invoke: {
            src: 'saveMonth',
            input: ({ context: { savedMonth } }) => ({ month: savedMonth ?? '' }),
            onDone: 'none',
            onError: {
              target: 'none',
              actions: { type: 'failToSave', params: messageOr('The file could not be downloaded.') },
            },
          },
        },
      },
    },
  },
})

export type AccountingActor = ActorRefFrom<typeof accountingMachine>
type Snapshot = SnapshotFrom<typeof accountingMachine>

export const monthsOf = ({ context }: Snapshot) => context.months
export const monthsFailureOf = ({ context }: Snapshot) => context.failure
export const saveFailureOf = ({ context }: Snapshot) => context.saveFailure

export const savingMonthOf = ({ context }: Snapshot) => context.savedMonth
