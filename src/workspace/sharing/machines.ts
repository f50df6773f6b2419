import { type EventObject, fromCallback } from 'xstate'

import { concerns } from '../../../machines/live/changes'
import { fileSharesMachine, type Share, type ShareEntry } from '../../../machines/sharing/file-shares.machine'
import { type Member, projectMembersMachine, type Role } from '../../../machines/sharing/project-members.machine'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { followChanges } from '../live/running-changes'

/** Connects the machines for members and share links to the product API. */
export const connectSharing = (api: ProductApi, currentUser: () => CallingUser) => ({
  projectMembers: projectMembersMachine.provide({
    actors: {
      loadMembers: fromCall<Member[], { projectId: string }>(async ({ input, signal }) =>
        (await api.sharing()).listMembers(currentUser().uid, input.projectId, signal),
      ),
      followChanges: fromCallback<EventObject, { projectId: string }>(({ input: { projectId }, sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, projectId, 'project')) sendBack({ type: 'members.outdated' })
        }),
      ),
      assignRole: fromCall<Member, { assignment: { projectId: string; email: string; role: Role } | null }>(
        async ({ input: { assignment }, signal }) => {
          if (!assignment) throw new Error('There is no role to assign.')
          return (await api.sharing()).assignRole(assignment, signal)
        },
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
