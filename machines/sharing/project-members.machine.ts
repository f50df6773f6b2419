import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf, messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { type Role, roleName } from './member-roles'

export type Member = components['schemas']['Member']
export type Invitation = components['schemas']['Invitation']
export type SentInvitation = components['schemas']['SentInvitation']

export type People = { members: Member[]; invitations: Invitation[] }

/** An e-mail address that was typed but not submitted, so that it can be restored. */
export type TypedEmail = { projectId: string; email: string }

type InvitationOf = { projectId: string; invitationId: string }
type Assignment = { projectId: string; email: string; role: Role }

/**
 * Manages the members of a project: lists them, adds them by e-mail, changes their roles, and removes them after
 * confirmation. People who have not signed in here yet get an invitation, which can be sent again or revoked while it
 * is open. Changes run one at a time. After a failed change, the input is kept and the list shows the saved state.
 * Other users' changes are loaded without interrupting the user.
 */
export const projectMembersMachine = setup({
  types: {
    input: {} as TypedEmail & { mayInvite: boolean },
    context: {} as {
      projectId: string
      /** Whether the user can see the open invitations. */
      mayInvite: boolean
      members: Member[]
      /** The open invitations, newest first. */
      invitations: Invitation[]
      email: string
      role: Role
      /** The member whose removal awaits confirmation. */
      leaving: Member | null
      assigned: Assignment | null
      /** The invitation that is being sent again or revoked. */
      chosen: Invitation | null
      /**
       * The address and the link of the last invitation, if the server sends no e-mail and the user has to pass on the
       * link.
       */
      link: { email: string; url: string } | null
      failure: string | null
      refusal: string | null
      /** A sentence about the most recent completed change. */
      notice: string | null
      /** Whether the project has changed elsewhere since its members were loaded. */
      isOutdated: boolean
    },
    events: {} as
      | { type: 'members.reload' }
      | { type: 'members.outdated' }
      | { type: 'email.typed'; email: string }
      | { type: 'role.chosen'; role: Role }
      | { type: 'member.submitted' }
      | { type: 'member.roleChosen'; member: Member; role: Role }
      | { type: 'removal.requested'; member: Member }
      | { type: 'removal.confirmed' }
      | { type: 'removal.cancelled' }
      | { type: 'invitation.sentAgain'; invitation: Invitation }
      | { type: 'invitation.revoked'; invitation: Invitation },
    tags: {} as 'busy',
  },
  actors: {
    loadMembers: placeholderActor<People, { projectId: string; mayInvite: boolean }>('loadMembers'),
    /** Reports members.outdated. */
    followChanges: placeholderCallback<{ projectId: string }>('followChanges'),
    assignRole: placeholderActor<Member, { assignment: Assignment | null }>('assignRole'),
    inviteMember: placeholderActor<SentInvitation, { assignment: Assignment | null }>('inviteMember'),
    resendInvitation: placeholderActor<SentInvitation, InvitationOf>('resendInvitation'),
    revokeInvitation: placeholderActor<void, InvitationOf>('revokeInvitation'),
    removeMember: placeholderActor<void, { projectId: string; memberId: string }>('removeMember'),
  },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    hasEmail: ({ context }) => context.email.trim() !== '',
  },
  actions: {
    show: assign((_, { members, invitations }: People) => ({ members, invitations })),
    choose: assign((_, chosen: Invitation) => ({ chosen })),
    refuse: assign((_, refusal: string) => ({ refusal })),
    beginChange: assign({ refusal: null, notice: null, link: null }),
    showSent: assign(({ context: { invitations, email } }, { url, ...invitation }: SentInvitation) => ({
      invitations: withInvitation(invitations, invitation),
      link: url === null ? null : { email: invitation.email, url },
      notice: sentNotice(invitation.email, url),
      chosen: null,
      // Clears the input only if it still contains this address.
      ...(invitation.email.toLowerCase() === email.trim().toLowerCase() && { email: '' }),
    })),
  },
  delays: { updatePause: 30_000 },
}).createMachine({
  id: 'projectMembers',
  context: ({ input: { projectId, mayInvite, email } }) => ({
    projectId,
    mayInvite,
    members: [],
    invitations: [],
    email,
    role: 'project_manager',
    leaving: null,
    assigned: null,
    chosen: null,
    link: null,
    failure: null,
    refusal: null,
    notice: null,
    isOutdated: false,
  }),
  invoke: { src: 'followChanges', input: ({ context: { projectId } }) => ({ projectId }) },
  initial: 'loading',
  // Handled in every state: the next address can be typed while the previous member is being added.
  on: {
    'email.typed': { actions: assign({ email: ({ event }) => event.email, refusal: null, notice: null }) },
    'members.outdated': { actions: assign({ isOutdated: true }) },
  },
  states: {
    loading: {
      tags: 'busy',
      // Reset now, not in `onDone`, because the response may lack changes that are reported from now on.
      entry: assign({ isOutdated: false }),
      invoke: {
        src: 'loadMembers',
        input: ({ context: { projectId, mayInvite } }) => ({ projectId, mayInvite }),
        onDone: {
          target: 'listed',
          actions: [{ type: 'show', params: ({ event }) => event.output }, assign({ failure: null })],
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The members could not be loaded.') }),
        },
      },
    },
    failed: { on: { 'members.reload': 'loading' } },
    listed: {
      initial: 'current',
      states: {
        current: { always: { guard: 'isOutdated', target: 'updating' } },
        updating: {
          on: { 'members.outdated': { target: 'updating', reenter: true } },
          invoke: {
            src: 'loadMembers',
            input: ({ context: { projectId, mayInvite } }) => ({ projectId, mayInvite }),
            onDone: {
              target: 'current',
              actions: [{ type: 'show', params: ({ event }) => event.output }, assign({ isOutdated: false })],
            },
            // Keep the displayed list. The user did not request this update, so no error is shown.
            onError: 'outdated',
          },
        },
        outdated: { after: { updatePause: 'updating' }, on: { 'members.outdated': 'updating' } },
      },
      on: {
        'role.chosen': { actions: assign({ role: ({ event }) => event.role }) },
        'member.submitted': [
          {
            guard: 'hasEmail',
            target: 'assigning',
            actions: assign({
              assigned: ({ context: { projectId, email, role } }) => ({ projectId, email: email.trim(), role }),
            }),
          },
          { actions: assign({ refusal: 'Enter the person’s e-mail address.' }) },
        ],
        'member.roleChosen': {
          target: 'assigning',
          actions: assign({
            assigned: ({ context: { projectId }, event: { member, role } }) => ({
              projectId,
              email: member.email,
              role,
            }),
          }),
        },
        'removal.requested': { target: 'asking', actions: assign({ leaving: ({ event }) => event.member }) },
        'invitation.sentAgain': {
          target: 'resending',
          actions: { type: 'choose', params: ({ event }) => event.invitation },
        },
        'invitation.revoked': {
          target: 'revoking',
          actions: { type: 'choose', params: ({ event }) => event.invitation },
        },
      },
    },
    assigning: {
      tags: 'busy',
      entry: 'beginChange',
      invoke: {
        src: 'assignRole',
        input: ({ context }) => ({ assignment: context.assigned }),
        onDone: {
          target: 'listed',
          actions: assign(({ context, event: { output } }) => ({
            members: withMember(context.members, output),
            notice: `${output.name} now has the role ${roleName(output.role)}.`,
            // Clears the input only if it still contains the address of this member.
            ...(context.assigned?.email === context.email.trim() && { email: '' }),
          })),
        },
        onError: [
          { guard: ({ event }) => isUnknownPerson(event.error), target: 'inviting' },
          {
            target: 'listed',
            actions: { type: 'refuse', params: messageOr('The role could not be assigned.') },
          },
        ],
      },
    },
    inviting: {
      tags: 'busy',
      invoke: {
        src: 'inviteMember',
        input: ({ context }) => ({ assignment: context.assigned }),
        onDone: { target: 'listed', actions: { type: 'showSent', params: ({ event }) => event.output } },
        onError: {
          target: 'listed',
          actions: { type: 'refuse', params: messageOr('The invitation could not be sent.') },
        },
      },
    },
    resending: {
      tags: 'busy',
      entry: 'beginChange',
      invoke: {
        src: 'resendInvitation',
        input: ({ context: { projectId, chosen } }) => ({ projectId, invitationId: chosen?.id ?? '' }),
        onDone: { target: 'listed', actions: { type: 'showSent', params: ({ event }) => event.output } },
        onError: {
          target: 'listed',
          // The invitation may have been accepted or revoked, so the list is loaded again.
          actions: [
            assign({ isOutdated: true, chosen: null }),
            { type: 'refuse', params: messageOr('The invitation could not be sent.') },
          ],
        },
      },
    },
    revoking: {
      tags: 'busy',
      entry: 'beginChange',
      invoke: {
        src: 'revokeInvitation',
        input: ({ context: { projectId, chosen } }) => ({ projectId, invitationId: chosen?.id ?? '' }),
        onDone: {
          target: 'listed',
          actions: assign(({ context: { invitations, chosen } }) => ({
            invitations: invitations.filter(({ id }) => id !== chosen?.id),
            notice: `The invitation for ${chosen?.email ?? 'the person'} was revoked. Its link no longer works.`,
            chosen: null,
          })),
        },
        onError: {
          target: 'listed',
          actions: [
            assign({ isOutdated: true, chosen: null }),
            { type: 'refuse', params: messageOr('The invitation could not be revoked.') },
          ],
        },
      },
    },
    asking: {
      on: {
        'removal.cancelled': { target: 'listed', actions: assign({ leaving: null }) },
        'removal.confirmed': 'removing',
      },
    },
    removing: {
      tags: 'busy',
      entry: 'beginChange',
      invoke: {
        src: 'removeMember',
        input: ({ context: { projectId, leaving } }) => ({ projectId, memberId: leaving?.id ?? '' }),
        onDone: {
          target: 'listed',
          actions: assign(({ context: { members, leaving } }) => ({
            members: members.filter(({ id }) => id !== leaving?.id),
            notice: `${leaving?.name ?? 'The person'} is no longer a member.`,
            leaving: null,
          })),
        },
        onError: {
          target: 'listed',
          // The person may no longer be a member, so the list is loaded again.
          actions: assign({
            leaving: null,
            isOutdated: true,
            refusal: ({ event }) => messageOf(event.error, 'The member could not be removed.'),
          }),
        },
      },
    },
  },
})

const withMember = (members: Member[], member: Member) =>
  members.some(({ id }) => id === member.id)
    ? members.map((one) => (one.id === member.id ? member : one))
    : [...members, member]

const withInvitation = (invitations: Invitation[], sent: Invitation) =>
  invitations.some(({ id }) => id === sent.id)
    ? invitations.map((one) => (one.id === sent.id ? sent : one))
    : [sent, ...invitations]

/** Whether the link of an invitation no longer works. */
export const isExpired = ({ expires_at: expires }: Invitation, now = Date.now()) => Date.parse(expires) <= now

const sentNotice = (email: string, url: string | null) =>
  url === null
    ? `An invitation was sent to ${email}. Its link is valid for 7 days.`
    : `${email} was invited, but this server does not send e-mail. Send them the link yourself.`

/** Whether the API has responded that no user has this e-mail address. */
const isUnknownPerson = (error: unknown): boolean => {
  const { status, errors } = (error ?? {}) as { status?: unknown; errors?: { field: string }[] }
  return status === 404 && (errors ?? []).some(({ field }) => field === 'email')
}

export type ProjectMembersActor = ActorRefFrom<typeof projectMembersMachine>
type Snapshot = SnapshotFrom<typeof projectMembersMachine>

export const membersOf = ({ context }: Snapshot) => context.members
export const invitationsOf = ({ context }: Snapshot) => context.invitations
export const linkOf = ({ context }: Snapshot) => context.link
export const emailOf = ({ context }: Snapshot) => context.email
export const roleOf = ({ context }: Snapshot) => context.role
export const leavingOf = ({ context }: Snapshot) => context.leaving
export const membersFailureOf = ({ context }: Snapshot) => context.failure
export const refusalOf = ({ context }: Snapshot) => context.refusal
export const noticeOf = ({ context }: Snapshot) => context.notice
export const isMembersBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isLoading = (snapshot: Snapshot) => snapshot.matches('loading')

export const typedEmailOf = ({ context: { projectId, email } }: Snapshot): TypedEmail | null =>
  email.trim() === '' ? null : { projectId, email }

export const isTypedEmail = (kept: unknown): kept is TypedEmail =>
  typeof kept === 'object' &&
  kept !== null &&
  'projectId' in kept &&
  'email' in kept &&
  typeof kept.projectId === 'string' &&
  typeof kept.email === 'string'
