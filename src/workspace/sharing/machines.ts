import { type EventObject, fromCallback } from 'xstate'

import { concerns } from '../../../machines/live/changes'
import { fileSharesMachine, type Share, type ShareEntry } from '../../../machines/sharing/file-shares.machine'
import type { Role } from '../../../machines/sharing/member-roles'
import {
  type Member,
  type People,
  projectMembersMachine,
  type SentInvitation,
} from '../../../machines/sharing/project-members.machine'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { followChanges } from '../live/running-changes'

type Assignment = { projectId: string; email: string; role: Role }
type InvitationOf = { projectId: string; invitationId: string }

/** Connects the machines for members and share links to the product API. */
export const connectSharing = (api: ProductApi, currentUser: () => CallingUser) => ({
  projectMembers: projectMembersMachine.provide({
    actors: {
      loadMembers: fromCall<People, { projectId: string; mayInvite: boolean }>(async ({ input, signal }) => {
        const calls = await api.sharing()
        const [members, invitations] = await Promise.all([
          calls.listMembers(currentUser().uid, input.projectId, signal),
          input.mayInvite ? calls.listInvitations(input.projectId, signal) : [],
        ])
        return { members, invitations }
      }),
      followChanges: fromCallback<EventObject, { projectId: string }>(({ input: { projectId }, sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, projectId, 'project')) sendBack({ type: 'members.outdated' })
        }),
      ),
      assignRole: fromCall<Member, { assignment: Assignment | null }>(async ({ input: { assignment }, signal }) => {
        if (!assignment) throw new Error('There is no role to assign.')
        return (await api.sharing()).assignRole(assignment, signal)
      }),
      inviteMember: fromCall<SentInvitation, { assignment: Assignment | null }>(
        async ({ input: { assignment }, signal }) => {
          if (!assignment) throw new Error('There is nobody to invite.')
          return (await api.sharing()).inviteMember(assignment, signal)
        },
      ),
      resendInvitation: fromCall<SentInvitation, InvitationOf>(async ({ input, signal }) =>
        (await api.sharing()).resendInvitation(input.projectId, input.invitationId, signal),
      ),
      revokeInvitation: fromCall<void, InvitationOf>(async ({ input, signal }) =>
        (await api.sharing()).revokeInvitation(input.projectId, input.invitationId, signal),
      ),
      removeMember: fromCall<void, { projectId: string; memberId: string }>(async ({ input, signal }) =>
        (await api.sharing()).removeMember(input.projectId, input.memberId, signal),
      ),
    },
  }),

  fileShares: fileSharesMachine.provide({
    actors: {
      loadShares: fromCall<ShareEntry[], { fileId: string }>(async ({ input, signal }) =>
        (await api.sharing()).listShares(input.fileId, signal),
      ),
      makeShare: fromCall<Share, { fileId: string; days: number; password: string }>(async ({ input, signal }) =>
        (await api.sharing()).shareFile(input.fileId, { days: input.days, password: input.password || null }, signal),
      ),
      revokeShare: fromCall<void, { fileId: string; shareId: string }>(async ({ input, signal }) =>
        (await api.sharing()).revokeShare(input.fileId, input.shareId, signal),
      ),
    },
  }),
})

export const useSharingMachines = machinesHook(connectSharing)
