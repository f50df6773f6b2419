import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

export type Share = components['schemas']['Share']
export type ShareEntry = components['schemas']['ShareEntry']

/** The lifetimes offered for a link, in days. The default is 7. */
export const lifetimes = [1, 7, 30, 90]

/** The minimum password length; a shorter password would not protect a file. */
export const minPasswordLength = 6

type NewShare = { fileId: string; days: number; password: string }

/**
 * Creates, lists and revokes the share links of a file. A link has an expiry date and an optional password. The URL of
 * a link is available only from its creation until the dialog closes, because the server does not store it.
 */
export const fileSharesMachine = setup({
  types: {
    input: {} as { fileId: string },
    context: {} as {
      fileId: string
      shares: ShareEntry[]
      days: number
      password: string
      created: Share | null
      revoking: string | null
      failure: string | null
      refusal: string | null
    },
    events: {} as
      | { type: 'shares.reload' }
      | { type: 'days.chosen'; days: number }
      | { type: 'password.typed'; password: string }
      | { type: 'link.requested' }
      | { type: 'link.revoked'; id: string },
    tags: {} as 'busy',
  },
  actors: {
    loadShares: placeholderActor<ShareEntry[], { fileId: string }>('loadShares'),
    makeShare: placeholderActor<Share, NewShare>('makeShare'),
    revokeShare: placeholderActor<void, { fileId: string; shareId: string }>('revokeShare'),
  },
  guards: {
    isPasswordShort: ({ context: { password } }) => password !== '' && password.length < minPasswordLength,
  },
}).createMachine({
  id: 'fileShares',
  context: ({ input: { fileId } }) => ({
    fileId,
    shares: [],
    days: 7,
    password: '',
    created: null,
    revoking: null,
    failure: null,
    refusal: null,
  }),
  initial: 'loading',
  // Handled in every state, so that input during a call is not lost.
  on: {
    'days.chosen': { actions: assign({ days: ({ event }) => event.days }) },
    'password.typed': { actions: assign({ password: ({ event }) => event.password, refusal: null }) },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadShares',
        input: ({ context: { fileId } }) => ({ fileId }),
        onDone: { target: 'listed', actions: assign({ shares: ({ event }) => event.output, failure: null }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The links could not be loaded.') }),
        },
      },
    },
    failed: { on: { 'shares.reload': 'loading' } },
    listed: {
      on: {
        'link.requested': [
          {
            guard: 'isPasswordShort',
            actions: assign({ refusal: `A password needs at least ${minPasswordLength} characters.` }),
          },
          { target: 'making', actions: assign({ refusal: null }) },
        ],
        'link.revoked': {
          target: 'revoking',
          actions: assign({ revoking: ({ event }) => event.id, refusal: null }),
        },
      },
    },
    making: {
      tags: 'busy',
      invoke: {
        src: 'makeShare',
        input: ({ context: { fileId, days, password } }) => ({ fileId, days, password }),
        onDone: { target: 'loading', actions: assign({ created: ({ event }) => event.output, password: '' }) },
        onError: {
          target: 'listed',
          actions: assign({ refusal: ({ event }) => messageOf(event.error, 'The link could not be created.') }),
        },
      },
    },
    revoking: {
      tags: 'busy',
      invoke: {
        src: 'revokeShare',
        input: ({ context: { fileId, revoking } }) => ({ fileId, shareId: revoking ?? '' }),
        onDone: {
          target: 'listed',
          actions: assign(({ context: { shares, created, revoking } }) => ({
            shares: shares.filter(({ id }) => id !== revoking),
            created: created?.id === revoking ? null : created,
            revoking: null,
          })),
        },
        onError: {
          target: 'loading',
          actions: assign({
            revoking: null,
            refusal: ({ event }) => messageOf(event.error, 'The link could not be revoked.'),
          }),
        },
      },
    },
  },
})

export type FileSharesActor = ActorRefFrom<typeof fileSharesMachine>
type Snapshot = SnapshotFrom<typeof fileSharesMachine>

export const sharesOf = ({ context }: Snapshot) => context.shares
export const daysOf = ({ context }: Snapshot) => context.days
export const passwordOf = ({ context }: Snapshot) => context.password
export const createdOf = ({ context }: Snapshot) => context.created
export const sharesFailureOf = ({ context }: Snapshot) => context.failure
export const refusalOf = ({ context }: Snapshot) => context.refusal
export const isSharesBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isMaking = (snapshot: Snapshot) => snapshot.matches('making')
