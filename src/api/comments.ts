import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import { allPages } from './pages'
import { unwrap } from './unwrap'

type Anchor = components['schemas']['CommentAnchor']
/** The maximum number of items on a page that the API sends. */
const largestPage = 100

type Written = { text: string; mentions: string[] }

/** Calls for the comments on files. `within` adds a timeout to a signal. */
export const commentCalls = (v1: Client<paths>, within: (signal: AbortSignal) => AbortSignal) => ({
  /** The threads of a file, newest first: all if `most` is null, otherwise about as many as `most`. */
  listComments: (fileId: string, most: number | null, signal: AbortSignal) =>
    allPages(
      (from) =>
        v1.GET('/v1/files/{id}/comments', {
          params: { path: { id: fileId }, query: { limit: most ?? largestPage, ...from } },
          signal: within(signal),
        }),
      most ?? undefined,
    ),

  /** Records that the user has seen everything new in a file up to the time `until`. */
  markSeen: (fileId: string, until: string, signal: AbortSignal) =>
    unwrap(
      v1.PUT('/v1/files/{id}/seen', {
        params: { path: { id: fileId } },
        body: { until },
        signal: within(signal),
      }),
    ),

  /** Starts a thread. A repeated call with the same id does not add another one. */
  addComment: (
    { fileId, id, anchor, text, mentions }: Written & { fileId: string; id: string; anchor: Anchor | null },
    signal: AbortSignal,
  ) =>
    unwrap(
      v1.POST('/v1/files/{id}/comments', {
        params: { path: { id: fileId } },
        body: { id, text, mentions, ...(anchor && { anchor }) },
        signal: within(signal),
      }),
    ),

  /** Adds a reply. A repeated call with the same id does not add another one. */
  replyToComment: ({ threadId, id, text, mentions }: Written & { threadId: string; id: string }, signal: AbortSignal) =>
    unwrap(
      v1.POST('/v1/comments/{id}/replies', {
        params: { path: { id: threadId } },
        body: { id, text, mentions },
        signal: within(signal),
      }),
    ),

  changeComment: ({ commentId, text, mentions }: Written & { commentId: string }, signal: AbortSignal) =>
    unwrap(
      v1.PUT('/v1/comments/{id}', {
        params: { path: { id: commentId } },
        body: { text, mentions },
        signal: within(signal),
      }),
    ),

  deleteComment: (commentId: string, signal: AbortSignal) =>
    unwrap(v1.DELETE('/v1/comments/{id}', { params: { path: { id: commentId } }, signal: within(signal) })),

  resolveComment: ({ threadId, resolved }: { threadId: string; resolved: boolean }, signal: AbortSignal) =>
    unwrap(
      v1.PUT('/v1/comments/{id}/resolution', {
        params: { path: { id: threadId } },
        body: { resolved },
        signal: within(signal),
      }),
    ),
})
