// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  emptyCommentDraft,
  fileCommentsMachine,
  type Thread,
  type ThreadList,
  type ThreadsWanted,
} from '../../../machines/comments/file-comments.machine'
import { CommentMarkButton } from '../../../src/workspace/comments/comment-mark'
import { FileComments } from '../../../src/workspace/comments/file-comments'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const by = { author_name: 'Uma Serrano', is_own: false, mentions: [], edited: null, deleted: false }
const comment = { ...by, id: 't1', text: 'Too long', created: '2026-01-02T03:04:05Z' }
const thread: Thread = {
  ...{ id: 't1', file_id: 'f1', anchor: null, resolved: null, resolved_by_name: null },
  comments: [comment],
}

async function show(folderId: string | null) {
  const machine = fileCommentsMachine.provide({
    actors: {
      loadThreads: fromPromise<ThreadList, ThreadsWanted>(async () => ({
        threads: [thread],
        members: [],
        isCut: false,
      })),
      followChanges: fromCallback(() => {}),
    },
  })
  const actor = createActor(machine, {
    input: { fileId: 'f1', projectId: 'p1', draft: emptyCommentDraft, isWanted: true, linkedId: null },
  }).start()
  await waitFor(actor, (snapshot) => snapshot.matches('listed'))
  const onOpen = vi.fn()
  const file = { id: 'f1', name: 'report.pdf', project_id: 'p1', folderId }
  const user = renderWorkspace(
    <FileComments file={file} actor={actor} openId={null} onOpen={onOpen} view="" onView={() => {}} />,
    machinesOver({}),
  )
  return { user, onOpen, link: screen.getByRole('link', { name: 'Link to this comment' }) }
}

test.each([
  ['an input', 'inputs', 'file=f1&comment=t1'],
  ['a report', 'reports', 'folder=reports&file=f1&comment=t1'],
  ['a file without a folder', null, 'file=f1&comment=t1'],
])('the link to a comment on %s leads to the folder that lists the file', async (_, folderId, search) => {
  const { link } = await show(folderId)
  expect(link).toHaveAttribute('href', `/workspace/projects/p1/files?${search}`)
})

test('the link to a comment opens it in this page', async () => {
  const { user, onOpen, link } = await show('inputs')
  await user.click(link)
  expect(onOpen).toHaveBeenCalledWith('t1')
})

test.each([
  ['Uma Serrano', 'US'],
  ['Ada', 'A'],
  ['ana maria de la cruz', 'AC'],
])('the mark of a comment by %s has the initials %s', (author, initials) => {
  renderWorkspace(
    <CommentMarkButton
      mark={{ id: 't1', of: 'comment', anchor: { kind: 'net', net: 'CLK' }, author, text: 'Too long' }}
      isOpen={false}
      onOpen={() => {}}
      left={0}
      top={0}
    />,
    machinesOver({}),
  )
  expect(screen.getByRole('button', { name: `Comment by ${author}, Net CLK: Too long` })).toHaveAttribute(
    'data-initials',
    initials,
  )
})
