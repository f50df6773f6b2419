// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import {
  type CommentChange,
  fileCommentsMachine,
  type Thread,
  type ThreadList,
  type ThreadsWanted,
} from '../../../machines/comments/file-comments.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import { CommentedPreview, hasCommentDraft } from '../../../src/workspace/previews/commented-preview'
import { FilePreview } from '../../../src/workspace/previews/file-preview'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const file: ProjectFile = {
  id: 'f1',
  name: 'board.kicad_pcb',
  project_id: 'p1',
  size: 1,
  sha256: '',
  folderId: 'inputs',
  fileType: 'layout',
  modified_at: '2026-01-01T00:00:00Z',
  uploaded_at: '2026-01-01T00:00:00Z',
  metadata: { file_type: 'layout' },
}
const by = { author_name: 'Uma Serrano', is_own: false, mentions: [], edited: null, deleted: false }
const thread: Thread = {
  ...{ id: 't1', file_id: 'f1', anchor: null, resolved: null, resolved_by_name: null },
  comments: [{ ...by, id: 't1', text: 'Too long', created: '2026-01-02T03:04:05Z' }],
}

const fileComments = fileCommentsMachine.provide({
  actors: {
    loadThreads: fromPromise<ThreadList, ThreadsWanted>(async () => ({
      threads: [thread],
      members: [],
      isCut: false,
    })),
    sendChange: fromPromise<Thread | null, { change: CommentChange | null }>(async () => thread),
    followChanges: fromCallback(() => {}),
  },
})
const comments = { openId: null, onOpen: () => {}, onCount: () => {}, onSeen: () => {} }

const show = (shown: ProjectFile) =>
  renderWorkspace(
    <CommentedPreview file={shown} comments={comments} isShown onOpen={() => {}}>
      The preview
    </CommentedPreview>,
    { ...machinesOver({}), fileComments },
  )

/** The previews of these files, from the first one on. */
function Previews({ files: [first, ...others] }: { files: [ProjectFile, ...ProjectFile[]] }) {
  const files = [first, ...others]
  const [id, setId] = useState(first.id)
  return (
    <FilePreview
      files={files}
      file={files.find((one) => one.id === id) ?? first}
      onGo={setId}
      onDownload={null}
      onRevisions={null}
      comments={comments}
      onClose={() => {}}
    />
  )
}
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

test('unsent comments are kept when the preview is left, also in a new revision of the file, until they are sent', async () => {
  const user = show(file)
  await screen.findByRole('textbox', { name: 'New comment' })
  expect(hasCommentDraft(file)).toBe(false)
  type('New comment', 'The gap is too narrow')
  await user.click(screen.getByRole('button', { name: 'Reply' }))
  type('Your reply', 'Measured again')
  expect(hasCommentDraft(file)).toBe(true)
  cleanup()

  const again = show({ ...file, id: 'f2' })
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toHaveValue('The gap is too narrow')
  expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Measured again')
  await again.click(screen.getByRole('button', { name: 'Save' }))
  await again.click(await screen.findByRole('button', { name: 'Comment' }))
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toHaveValue('')
  expect(hasCommentDraft(file)).toBe(false)
})

test('the comments on another file have their own draft', async () => {
  show(file)
  await screen.findByRole('textbox', { name: 'New comment' })
  type('New comment', 'The gap is too narrow')
  cleanup()
  show({ ...file, id: 'f3', name: 'stackup.csv' })
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toHaveValue('')
  cleanup()
  show({ ...file, id: 'f4', folderId: 'reports' })
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toHaveValue('')
  cleanup()
  show(file)
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toHaveValue('The gap is too narrow')
})

test('the comments of a file with an unsent comment are open when the user goes to it from another file', async () => {
  show(file)
  await screen.findByRole('textbox', { name: 'New comment' })
  type('New comment', 'The gap is too narrow')
  cleanup()
  // jsdom has no layout, and therefore no media queries.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const files: [ProjectFile, ProjectFile] = [{ ...file, id: 'f3', name: 'board.bin' }, file]
  const user = renderWorkspace(<Previews files={files} />, { ...machinesOver({}), fileComments })
  expect(screen.getByRole('button', { name: 'Comments' })).toHaveAttribute('aria-pressed', 'false')
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toHaveValue('The gap is too narrow')
  cleanup()
  vi.unstubAllGlobals()
})
