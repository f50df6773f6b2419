import { assign, setup, type SnapshotFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor, placeholderCallback } from '../../lib/placeholder-actor'

export type Customer = components['schemas']['Customer']
export type CustomerMonth = components['schemas']['CustomerMonth']

type CustomerWanted = { customerId: string }

/**
 * A customer, as the staff see them. When a request changes, the customer is loaded again without interrupting the
 * user. Nothing about a customer who has deleted their data remains on the page.
 */
export const customerMachine = setup({
  types: {
    input: {} as CustomerWanted,
    context: {} as CustomerWanted & {
      /** Null until the customer is loaded, and if there is no such customer. */
      customer: Customer | null
      failure: string | null
      /** Whether a request has changed since the customer was loaded. */
      isOutdated: boolean
    },
    events: {} as { type: 'customer.retry' } | { type: 'customer.outdated' },
  },
  actors: {
    loadCustomer: placeholderActor<Customer, CustomerWanted>('loadCustomer'),
    /** Reports customer.outdated. */
    followRequests: placeholderCallback('followRequests'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    show: assign({ customer: (_, customer: Customer) => customer }),
    /**
     * Resets `isOutdated` before the call, because a change that is reported during the call may be missing from the
     * response.
     */
    beginLoading: assign({ failure: null, isOutdated: false }),
    clear: assign({ customer: null }),
  },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    isMissing: (_, { error }: { error: unknown }) => (error as { status?: unknown } | null)?.status === 404,
  },
  delays: { updatePause: 30_000 },
}).createMachine({
  id: 'customer',
  context: ({ input }) => ({ ...input, customer: null, failure: null, isOutdated: false }),
  invoke: { src: 'followRequests' },
  initial: 'loading',
  on: { 'customer.outdated': { actions: assign({ isOutdated: true }) } },
  states: {
    loading: {
      entry: 'beginLoading',
      invoke: {
        src: 'loadCustomer',
        input: ({ context: { customerId } }) => ({ customerId }),
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) }, target: 'missing' },
          { target: 'failed', actions: { type: 'fail', params: messageOr('The customer could not be loaded.') } },
        ],
      },
    },
    failed: { on: { 'customer.retry': 'loading' } },
    /** The customer never existed, or their data was deleted, and their requests now belong to a pseudonym. */
    missing: { entry: 'clear' },
    shown: {
      initial: 'current',
      states: {
        current: { always: { guard: 'isOutdated', target: 'updating' } },
        updating: {
          entry: 'beginLoading',
          on: { 'customer.outdated': { target: 'updating', reenter: true } },
          invoke: {
            src: 'loadCustomer',
            input: ({ context: { customerId } }) => ({ customerId }),
            onDone: { target: 'current', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                target: '#customer.missing',
              },
              // Keep the displayed customer. The user did not request this update, so no error is shown.
              { target: 'outdated' },
            ],
          },
        },
        outdated: { after: { updatePause: 'updating' }, on: { 'customer.outdated': 'updating' } },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof customerMachine>

export const customerOf = ({ context }: Snapshot) => context.customer
export const customerFailureOf = ({ context }: Snapshot) => context.failure
export const isCustomerLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isCustomerMissing = (snapshot: Snapshot) => snapshot.matches('missing')

/** A customer's spending in a year, and in each of its months. */
export type CustomerYear = Omit<CustomerMonth, 'month'> & { year: string; months: CustomerMonth[] }

/** The months grouped by year, in the given order. */
export function spendingByYear(months: readonly CustomerMonth[]): CustomerYear[] {
  const years: CustomerYear[] = []
  for (const one of months) {
    const year = one.month.slice(0, 4)
    const last = years.at(-1)
    if (last?.year !== year) {
      const { paid_cents, refunded_cents } = one
      years.push({ year, paid_cents, refunded_cents, months: [one] })
      continue
    }
    last.months.push(one)
    last.paid_cents += one.paid_cents
    last.refunded_cents += one.refunded_cents
  }
  return years
}
