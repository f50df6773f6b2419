import { type EventObject, fromCallback } from 'xstate'

import {
  type CommentChange,
  fileCommentsMachine,
  type Thread,
  type ThreadList,
  type ThreadsWanted,
} from '../../../machines/comments/file-comments.machine'
import { concerns } from '../../../machines/live/changes'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { followChanges } from '../live/running-changes'

async function send(api: ProductApi, change: CommentChange, signal: AbortSignal): Promise<Thread | null> {
  const calls = await api.comments()
  switch (change.kind) {
    case 'begin':
      return calls.addComment(change, signal)
    case 'reply':
      return calls.replyToComment(change, signal)
    case 'edit':
      return calls.changeComment(change, signal)
    case 'resolve':
      return calls.resolveComment(change, signal)
    case 'delete':
      await calls.deleteComment(change.commentId, signal)
      return null
  }
}

/** Connects the comments on files to the product API. */
export const connectComments = (api: ProductApi, currentUser: () => CallingUser) => ({
  fileComments: fileCommentsMachine.provide({
    actors: {
      loadThreads: fromCall<ThreadList, ThreadsWanted>(async ({ input: { fileId, projectId, limit }, signal }) => {
        const [calls, sharing] = await Promise.all([api.comments(), api.sharing()])
        const [threads, members] = await Promise.all([
          calls.listComments(fileId, limit, signal),
          sharing.listMembers(currentUser().uid, projectId, signal),
        ])
        return {
          threads,
          members: members.map(({ id, name }) => ({ id, name })),
          isCut: limit !== null && threads.length >= limit,
        }
      }),
      sendChange: fromCall<Thread | null, { change: CommentChange | null }>(async ({ input: { change }, signal }) => {
        if (!change) throw new Error('There is nothing to send.')
        return send(api, change, signal)
      }),
      followChanges: fromCallback<EventObject, { projectId: string }>(({ input: { projectId }, sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, projectId, 'comments', 'project')) sendBack({ type: 'comments.outdated' })
        }),
      ),
    },
  }),
})

export const useCommentMachines = machinesHook(connectComments)
