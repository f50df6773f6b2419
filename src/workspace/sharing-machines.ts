import { fromPromise } from 'xstate'

import { fileSharesMachine, type Share, type ShareEntry } from '../../machines/workspace/file-shares.machine'
import { type Member, projectMembersMachine, type Role } from '../../machines/workspace/project-members.machine'
import type { Actor, ProductApi } from '../api/product'

/** Where members and share links meet the product API. */
export const connectSharing = (api: ProductApi, who: () => Actor) => ({
  projectMembers: projectMembersMachine.provide({
    actors: {
      loadMembers: fromPromise<Member[], { projectId: string }>(async ({ input, signal }) =>
        (await api.sharing()).listMembers(who().uid, input.projectId, signal),
      ),
      assignRole: fromPromise<Member, { assignment: { projectId: string; email: string; role: Role } | null }>(
        async ({ input: { assignment }, signal }) => {
          if (!assignment) throw new Error('No person was named.')
          return (await api.sharing()).assignRole(assignment, signal)
        },
      ),
      removeMember: fromPromise<void, { projectId: string; memberId: string }>(async ({ input, signal }) =>
        (await api.sharing()).removeMember(input.projectId, input.memberId, signal),
      ),
    },
  }),

  fileShares: fileSharesMachine.provide({
    actors: {
      loadShares: fromPromise<ShareEntry[], { fileId: string }>(async ({ input, signal }) =>
        (await api.sharing()).listShares(input.fileId, signal),
      ),
      makeShare: fromPromise<Share, { fileId: string; days: number; password: string }>(async ({ input, signal }) =>
        (await api.sharing()).shareFile(input.fileId, { days: input.days, password: input.password || null }, signal),
      ),
      revokeShare: fromPromise<void, { fileId: string; shareId: string }>(async ({ input, signal }) =>
        (await api.sharing()).revokeShare(input.fileId, input.shareId, signal),
      ),
    },
  }),
})
