import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import type { Receipt } from './transfer'
import { allPages } from './pages'
import { type Reply, unwrap } from './unwrap'

type ActivityPageWanted = {
  projectId: string
  kind: components['schemas']['ActivityKind'] | null
  person: string | null
  cursor: string | null
}

/** Receives the body of a response, which can take longer than a JSON call. */
export type Receive = (
  call: Promise<Reply<Receipt['body']>>,
  receiving: { onProgress: (received: number) => void; signal: AbortSignal },
) => Promise<{ bytes: Blob; name: string | null }>

/**
 * Calls for the activity of a project, the revisions of a file, and deleted items. `within` adds a timeout to a signal.
 */
export const historyCalls = (v1: Client<paths>, within: (signal: AbortSignal) => AbortSignal, receive: Receive) => ({
  /** One page of the activity of a project, newest first. */
  listActivity: ({ projectId, kind, person, cursor }: ActivityPageWanted, signal: AbortSignal) =>
    unwrap(
      v1.GET('/v1/projects/{id}/activity', {
        params: {
          path: { id: projectId },
          query: { ...(kind && { kind }), ...(person && { person }), ...(cursor !== null && { cursor }) },
        },
        signal: within(signal),
      }),
    ),

  /** The complete activity of a project as CSV, with the suggested file name. */
  exportActivity: (projectId: string, signal: AbortSignal) => {
    const options = { params: { path: { id: projectId } }, parseAs: 'stream', signal } as const
    return receive(v1.GET('/v1/projects/{id}/activity/export/csv', options), { onProgress: () => {}, signal })
  },

  /** All revisions of a file, newest upload first. `fileId` can be the id of any revision. */
  listRevisions: (fileId: string, signal: AbortSignal) =>
    allPages((query) =>
      v1.GET('/v1/files/{id}/revisions', { params: { path: { id: fileId }, query }, signal: within(signal) }),
    ),

  changeRevision: (fileId: string, revisionId: string, note: string | null, signal: AbortSignal) =>
    unwrap(
      v1.PUT('/v1/files/{id}/revisions/{revisionId}', {
        params: { path: { id: fileId, revisionId } },
        body: { note },
        signal: within(signal),
      }),
    ),

  /** Makes an earlier revision the current one, and returns the updated file. */
  restoreRevision: (fileId: string, revisionId: string, signal: AbortSignal) =>
    unwrap(
      v1.POST('/v1/files/{id}/revisions/{revisionId}/restore', {
        params: { path: { id: fileId, revisionId } },
        signal: within(signal),
      }),
    ),

  /** Undoes the deletion of a file. Has no effect on a file that is not deleted. */
  restoreFile: (fileId: string, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/files/{id}/restore', { params: { path: { id: fileId } }, signal: within(signal) })),

  /** Undoes the deletion of a project. Has no effect on a project that is not deleted. */
  restoreProject: (projectId: string, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/projects/{id}/restore', { params: { path: { id: projectId } }, signal: within(signal) })),

  deleteRevision: (fileId: string, revisionId: string, signal: AbortSignal) =>
    unwrap(
      v1.DELETE('/v1/files/{id}/revisions/{revisionId}', {
        params: { path: { id: fileId, revisionId } },
        signal: within(signal),
      }),
    ),
})
