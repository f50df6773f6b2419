// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  emptyCommentDraft,
  fileCommentsMachine,
  type Thread,
  type ThreadList,
  type ThreadsWanted,
} from '../../../machines/comments/file-comments.machine'
import { FileComments } from '../../../src/workspace/comments/file-comments'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const threads = Array.from({ length: 45 }, (_, at): Thread => {
  const by = { author_name: 'Uma Serrano', is_own: false, mentions: [], edited: null, deleted: false }
  const comment = { ...by, id: `t${at}`, text: `Remark ${at}`, created: '2026-01-02T03:04:05Z' }
  return { id: `t${at}`, file_id: 'f1', anchor: null, resolved: null, resolved_by_name: null, comments: [comment] }
})

async function show(openId: string | null) {
  const machine = fileCommentsMachine.provide({
    actors: {
      loadThreads: fromPromise<ThreadList, ThreadsWanted>(async () => ({ threads, members: [], isCut: false })),
      followChanges: fromCallback(() => {}),
    },
  })
  const input = { fileId: 'f1', projectId: 'p1', draft: emptyCommentDraft, isWanted: true, linkedId: openId }
  const actor = createActor(machine, { input }).start()
  await waitFor(actor, (snapshot) => snapshot.matches('listed'))
  const file = { id: 'f1', name: 'board.kicad_pcb', project_id: 'p1' }
  const nothing = () => {}
  return renderWorkspace(
    <FileComments file={file} actor={actor} openId={openId} onOpen={nothing} view="" onView={nothing} />,
    machinesOver({}),
  )
}
const items = () => within(screen.getByRole('list', { name: 'Comments' })).getAllByRole('listitem')

test('of many threads the newest are listed, and older ones on request', async () => {
  const user = await show(null)
  expect(items()).toHaveLength(20)
  expect(screen.getByText('The newest 20 of 45 threads are listed.')).toBeVisible()
  const more = screen.getByRole('button', { name: 'Show older threads' })
  await user.click(more)
  expect(items()).toHaveLength(40)
  await user.click(more)
  expect(items()).toHaveLength(45)
  expect(items().at(-1)).toHaveTextContent('Remark 44')
  expect(more).not.toBeInTheDocument()
})

test('a link to an old thread lists all newer ones, and the thread has the focus', async () => {
  await show('t30')
  expect(items()).toHaveLength(31)
  expect(items().at(-1)).toHaveFocus()
})
