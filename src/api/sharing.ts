import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import { allPages } from './pages'
import { unwrap } from './unwrap'

type Role = components['schemas']['Role']
type Assignment = { projectId: string; email: string; role: Role }

/** Calls for the members of a project and the share links of a file. `within` adds a timeout to a signal. */
export const sharingCalls = (v1: Client<paths>, within: (signal: AbortSignal) => AbortSignal) => ({
  listMembers: (uid: string, projectId: string, signal: AbortSignal) =>
    allPages((from) =>
      v1.GET('/v1/projects/{id}/members', {
        params: { path: { id: projectId }, query: { uid, ...from } },
        signal: within(signal),
      }),
    ),

  /** Adds a member, or changes the role of an existing member. */
  assignRole: ({ projectId, email, role }: Assignment, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/users/assign-role', { body: { project_id: projectId, email, role }, signal: within(signal) })),

  /** The open invitations of a project, newest first. */
  listInvitations: (projectId: string, signal: AbortSignal) =>
    allPages((query) =>
      v1.GET('/v1/projects/{id}/invitations', { params: { path: { id: projectId }, query }, signal: within(signal) }),
    ),

  inviteMember: ({ projectId, email, role }: Assignment, signal: AbortSignal) =>
    unwrap(
      v1.POST('/v1/projects/{id}/invitations', {
        params: { path: { id: projectId } },
        body: { email, role },
        signal: within(signal),
      }),
    ),

  resendInvitation: (projectId: string, invitationId: string, signal: AbortSignal) =>
    unwrap(
      v1.POST('/v1/projects/{id}/invitations/{invitationId}/sending', {
        params: { path: { id: projectId, invitationId } },
        signal: within(signal),
      }),
    ),

  revokeInvitation: (projectId: string, invitationId: string, signal: AbortSignal) =>
    unwrap(
      v1.DELETE('/v1/projects/{id}/invitations/{invitationId}', {
        params: { path: { id: projectId, invitationId } },
        signal: within(signal),
      }),
    ),

  /** Joins a project with the token of an invitation's link. */
  acceptInvitation: (token: string, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/invitations/acceptance', { body: { token }, signal: within(signal) })),

  removeMember: (projectId: string, memberId: string, signal: AbortSignal) =>
    unwrap(
      v1.DELETE('/v1/projects/{id}/members/{memberId}', {
        params: { path: { id: projectId, memberId } },
        signal: within(signal),
      }),
    ),

  listShares: (fileId: string, signal: AbortSignal) =>
    allPages((query) =>
      v1.GET('/v1/files/{id}/share', { params: { path: { id: fileId }, query }, signal: within(signal) }),
    ),

  shareFile: (fileId: string, { days, password }: { days: number; password: string | null }, signal: AbortSignal) =>
    unwrap(
      v1.POST('/v1/files/{id}/share', {
        params: { path: { id: fileId } },
        body: { expires_in_days: days, ...(password !== null && { password }) },
        signal: within(signal),
      }),
    ),

  revokeShare: (fileId: string, shareId: string, signal: AbortSignal) =>
    unwrap(
      v1.DELETE('/v1/files/{id}/share/{shareId}', {
        params: { path: { id: fileId, shareId } },
        signal: within(signal),
      }),
    ),
})
