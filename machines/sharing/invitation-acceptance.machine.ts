import { assign, type SnapshotFrom, setup } from 'xstate'

import { isRefusal } from '../lib/refusal'
import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { Project } from '../projects/project-list'

const noToken = 'This invitation link is incomplete. Open the link in the e-mail again, or copy all of it.'

/**
 * Accepts an invitation with the token in its link, and opens the project. If the API rejects the invitation, the
 * person sees the reason and what to do: ask for a new invitation, or use another account. After any other failure,
 * they can try again.
 */
export const invitationAcceptanceMachine = setup({
  types: {
    input: {} as { token: string },
    context: {} as { token: string; reason: string | null },
    events: {} as { type: 'acceptance.retry' },
  },
  actors: { acceptInvitation: placeholderActor<Project, { token: string }>('acceptInvitation') },
  actions: { tellJoined: (_, _project: Project) => {} },
  guards: {
    hasNoToken: ({ context }) => context.token === '',
  },
}).createMachine({
  id: 'invitationAcceptance',
  context: ({ input: { token } }) => ({ token, reason: null }),
  initial: 'opened',
  states: {
    opened: {
      always: [{ guard: 'hasNoToken', target: 'refused', actions: assign({ reason: noToken }) }, { target: 'joining' }],
    },
    joining: {
      invoke: {
        src: 'acceptInvitation',
        input: ({ context: { token } }) => ({ token }),
        onDone: { target: 'joined', actions: { type: 'tellJoined', params: ({ event }) => event.output } },
        onError: [
          {
            guard: ({ event }) => statusOf(event.error) === 403,
            target: 'otherAccount',
            actions: assign({
              reason: ({ event }) => messageOf(event.error, 'This invitation is for another account.'),
            }),
          },
          {
            guard: ({ event }) => isRefusal(event.error),
            target: 'refused',
            actions: assign({ reason: ({ event }) => messageOf(event.error, 'This invitation is not valid.') }),
          },
          {
            target: 'failed',
            actions: assign({ reason: ({ event }) => messageOf(event.error, 'The invitation could not be accepted.') }),
          },
        ],
      },
    },
    joined: { type: 'final' },
    otherAccount: {},
    refused: {},
    failed: { on: { 'acceptance.retry': 'joining' } },
  },
})

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : null

type Snapshot = SnapshotFrom<typeof invitationAcceptanceMachine>

/** Why the person could not join; null while they are joining. */
export const reasonOf = (snapshot: Snapshot) => (snapshot.matches('joining') ? null : snapshot.context.reason)
export const isOtherAccount = (snapshot: Snapshot) => snapshot.matches('otherAccount')
export const mayRetry = (snapshot: Snapshot) => snapshot.matches('failed')
