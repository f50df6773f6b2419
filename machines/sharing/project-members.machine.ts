import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'

export type Member = components['schemas']['Member']
export type Role = components['schemas']['Role']

/** The roles in display order. The default role comes first. */
export const roles: { role: Role; name: string; allows: string }[] = [
  {
    role: 'project_manager',
    name: 'Project manager',
    allows:
      'Works on files, edits the project, orders simulations, invites and removes members, and deletes the project.',
  },
  { role: 'user', name: 'User', allows: 'Works on files, edits the project and orders simulations.' },
  {
    role: 'organization_admin',
    name: 'Organization admin',
    allows: 'Can do everything a project manager can in every project that is not private, and can assign roles.',
  },
  {
    role: 'sysadmin',
    name: 'System admin',
    allows: 'Can do everything a project manager can in every project that is not private, and can assign roles.',
  },
]

/** The roles a user can assign when inviting. A project manager cannot assign a role above their own. */
export const rolesToInvite = (mayAssign: boolean) =>
  mayAssign ? roles : roles.filter(({ role }) => role === 'project_manager' || role === 'user')

/** A sentence that describes the permissions of a role. */
export const allowedTo = (role: Role) => roles.find((one) => one.role === role)?.allows ?? ''

export const roleName = (role: Role) => roles.find((one) => one.role === role)?.name ?? role

/** The e-mail address that was typed but not sent, so that it can be restored. */
export type Invitation = { projectId: string; email: string }

type Assignment = { projectId: string; email: string; role: Role }

/**
 * Manages the members of a project: lists them, adds them by e-mail, changes their roles, and removes them after
 * confirmation. Changes run one at a time. After a failed change the input is kept and the list shows the saved state.
 * Other users' changes are loaded without interrupting the user.
 */
export const projectMembersMachine = setup({
  types: {
    input: {} as Invitation,
    context: {} as {
      projectId: string
      members: Member[]
      email: string
      role: Role
      /** The member whose removal awaits confirmation. */
      leaving: Member | null
      assigned: Assignment | null
      failure: string | null
      refusal: string | null
      /** A sentence about the last completed change. */
      notice: string | null
      /** Another user has changed the project since its members were loaded. */
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
      | { type: 'removal.cancelled' },
    tags: {} as 'busy',
  },
  actors: {
    loadMembers: placeholderActor<Member[], { projectId: string }>('loadMembers'),
    /** Reports members.outdated. */
    followChanges: placeholderCallback<{ projectId: string }>('followChanges'),
    assignRole: placeholderActor<Member, { assignment: Assignment | null }>('assignRole'),
    removeMember: placeholderActor<void, { projectId: string; memberId: string }>('removeMember'),
  },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    hasEmail: ({ context }) => context.email.trim() !== '',
  },
  delays: { updatePause: 30_000 },
}).createMachine({
  id: 'projectMembers',
  context: ({ input: { projectId, email } }) => ({
    projectId,
    members: [],
    email,
    role: 'project_manager',
    leaving: null,
    assigned: null,
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
      invoke: {
        src: 'loadMembers',
        input: ({ context: { projectId } }) => ({ projectId }),
        onDone: { target: 'listed', actions: assign({ members: ({ event }) => event.output, failure: null }) },
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
            input: ({ context: { projectId } }) => ({ projectId }),
            onDone: { target: 'current', actions: assign({ members: ({ event }) => event.output, isOutdated: false }) },
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
      },
    },
    assigning: {
      tags: 'busy',
      entry: assign({ refusal: null, notice: null }),
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
        onError: {
          target: 'listed',
          actions: assign({ refusal: ({ event }) => messageOf(event.error, 'The role could not be assigned.') }),
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
      entry: assign({ refusal: null, notice: null }),
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
          actions: assign({
            leaving: null,
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

export type ProjectMembersActor = ActorRefFrom<typeof projectMembersMachine>
type Snapshot = SnapshotFrom<typeof projectMembersMachine>

export const membersOf = ({ context }: Snapshot) => context.members
export const emailOf = ({ context }: Snapshot) => context.email
export const roleOf = ({ context }: Snapshot) => context.role
export const leavingOf = ({ context }: Snapshot) => context.leaving
export const membersFailureOf = ({ context }: Snapshot) => context.failure
export const refusalOf = ({ context }: Snapshot) => context.refusal
export const noticeOf = ({ context }: Snapshot) => context.notice
export const isMembersBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isLoading = (snapshot: Snapshot) => snapshot.matches('loading')

export const invitationOf = ({ context: { projectId, email } }: Snapshot): Invitation | null =>
  email.trim() === '' ? null : { projectId, email }

export const isInvitation = (kept: unknown): kept is Invitation =>
  typeof kept === 'object' &&
  kept !== null &&
  'projectId' in kept &&
  'email' in kept &&
  typeof kept.projectId === 'string' &&
  typeof kept.email === 'string'
