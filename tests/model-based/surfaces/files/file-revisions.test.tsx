// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { doubtedIdOf, fileRevisionsMachine, type Revision } from '../../../../machines/files/file-revisions.machine'
import { FileRevisionsDialog } from '../../../../src/workspace/files/file-revisions-dialog'
import { projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = typeof fileRevisionsMachine
type Snapshot = SnapshotFrom<Machine>

const revision = (fields: Partial<Revision>): Revision => ({
  id: 'f2',
  name: 'board.kicad_pcb',
  size: 2048,
  sha256: 'b'.repeat(64),
  note: null,
  uploaded_at: '2026-01-02T03:04:00Z',
  uploaded_by_name: 'Uma Serrano',
  current: true,
  pinned: false,
  ...fields,
})
const now = revision({})
const before = revision({ id: 'f1', current: false, uploaded_at: '2026-01-01T03:04:00Z', note: 'First' })
const ordered = revision({ id: 'f0', current: false, uploaded_at: '2025-12-31T03:04:00Z', pinned: true })
const needed = 'A simulation request needs this revision of “board.kicad_pcb”, so it cannot be deleted.'
const inList = 'A simulation request needs this revision, so it cannot be deleted.'

/** The payloads of events about the revisions that match. */
const ids = (revisions: Revision[], match: (revision: Revision) => boolean) =>
  revisions.filter(match).map(({ id }) => ({ id }))

const on = { onPreview: vi.fn(), onDownload: vi.fn(), onRestored: vi.fn(), onDeleted: vi.fn(), onClose: vi.fn() }
const beforeText = 'the revision from Jan 1, 2026, 3:04 AM'
const find = (name: string) => screen.queryByRole('button', { name })
const button = (name: string) => screen.getByRole('button', { name })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const field = () => screen.queryByRole('textbox')

function expectRevisions({ context }: Snapshot, doing: 'nothing' | 'something' | 'asking') {
  const items = within(screen.getByRole('list', { name: 'Revisions' })).getAllByRole('listitem')
  expect(items).toHaveLength(context.revisions.length)
  context.revisions.forEach(({ current, pinned }, index) => {
    const item = within(items[index] ?? document.body)
    expect(item.queryByText('Current') !== null).toBe(current)
    expect(item.queryByText(inList) !== null).toBe(pinned && !current)
    expect(item.queryByRole('button', { name: /^Restore/ }) !== null).toBe(!current)
    expect(item.getByRole('button', { name: /^Preview/ })).toBeEnabled()
    expect(item.getByText('2 KB', { exact: false })).toHaveTextContent('Uma Serrano · 2 KB')
  })
  for (const restore of screen.queryAllByRole('button', { name: /^Restore/ }))
    expect(restore).toHaveProperty('disabled', doing === 'something')
  if (context.note) {
    expect(field()).toHaveValue(context.note.text)
    expect(button('Save note')).toHaveProperty('disabled', doing === 'something')
  } else expect(field()).toBeNull()
  const question = doing === 'asking' ? ['Permanently delete this revision?Delete revisionKeep it'] : []
  expect(alerts()).toEqual([...(context.refusal === null ? [] : [context.refusal]), ...question])
}

const fileRevisions: Surface<Machine> = {
  situations: { 'a file with three revisions': { input: { fileId: 'f2' } } },
  events: {
    'revisions.reload': [{}],
    'note.begun': ({ context: { note, revisions } }) => (note ? [] : ids(revisions, ({ id }) => id === 'f1')),
    'note.typed': ({ context: { note } }) => (note ? [{ text: 'Longer traces' }] : []),
    'note.dropped': ({ context: { note } }) => (note ? [{}] : []),
    'note.submitted': ({ context: { note } }) => (note ? [{}] : []),
    'revision.restored': ({ context: { revisions } }) => ids(revisions, ({ id, current }) => id === 'f1' && !current),
    // While the user is asked to confirm a deletion, there is no such button.
    'deletion.requested': (snapshot) =>
      ids(snapshot.context.revisions, ({ id, current }) => id === 'f1' && !current && doubtedIdOf(snapshot) === null),
    'deletion.confirmed': [{}],
    'deletion.cancelled': [{}],
  },
  done: {
    loadRevisions: (snapshot) => [
      [now, before, ordered],
      ...(snapshot.matches('checkingRestoration')
        ? [[{ ...now, current: false }, { ...before, current: true }, ordered]]
        : []),
    ],
    saveNote: ({ context: { note } }) => [{ ...before, note: note?.text ?? null }],
    restoreRevision: [projectFile({ id: 'f1' })],
    deleteRevision: [undefined],
  },
  failed: {
    loadRevisions: [failure()],
    saveNote: [failure()],
    restoreRevision: [failure()],
    deleteRevision: [failure(needed)],
  },
  mount: ({ machine }) => {
    vi.clearAllMocks()
    const file = { id: 'f2', name: 'board.kicad_pcb' }
    renderWorkspace(<FileRevisionsDialog file={file} isGone={false} {...on} />, {
      ...machinesOver({}),
      fileRevisions: machine,
    })
  },
  states: {
    loading: (_, { context }) => {
      expect(screen.getByRole('dialog', { name: 'Revisions of board.kicad_pcb' })).toBeVisible()
      if (context.failure === null) expect(screen.getByText('Loading revisions...')).toBeVisible()
      else expect(isUsable(within(screen.getByRole('alert')).getByRole('button'))).toBe(false)
    },
    failed: () => expect(alerts()).toEqual(['The revisions could not be loaded.Retry']),
    'resting.current': (_, snapshot) => {
      expectRevisions(snapshot, 'nothing')
      const restored = snapshot.context.fileId === 'f1'
      if (restored) expect(on.onRestored).toHaveBeenCalledExactlyOnceWith(projectFile({ id: 'f1' }), 'f2')
      else expect(on.onRestored).not.toHaveBeenCalled()
      expect(on.onDeleted).toHaveBeenCalledTimes(snapshot.context.revisions.length === 3 ? 0 : 1)
    },
    savingNote: (_, snapshot) => expectRevisions(snapshot, 'something'),
    restoring: (_, snapshot) => expectRevisions(snapshot, 'something'),
    'resting.confirmingDeletion': (_, snapshot) => expectRevisions(snapshot, 'asking'),
    checking: (_, snapshot) => expectRevisions(snapshot, 'something'),
    checkingRestoration: (_, snapshot) => expectRevisions(snapshot, 'something'),
    deleting: (_, snapshot) => {
      expectRevisions(snapshot, 'something')
      expect(find('Delete revision')).toBeNull()
    },
  },
  perform: {
    'revisions.reload': async (_, { user }) => user.click(button('Retry')),
    'note.begun': async (_, { user }) => user.click(button(`Edit: Note on ${beforeText}`)),
    'note.typed': async ({ text }, { user }) => {
      await user.clear(screen.getByRole('textbox'))
      await user.paste(text)
    },
    'note.dropped': async (_, { user }) => user.click(button('Cancel')),
    'note.submitted': async (_, { user }) => user.click(button('Save note')),
    'revision.restored': async (_, { user }) => user.click(button(`Restore ${beforeText}`)),
    'deletion.requested': async (_, { user }) => user.click(button(`Delete ${beforeText}`)),
    'deletion.confirmed': async (_, { user }) => user.click(button('Delete revision')),
    'deletion.cancelled': async (_, { user }) => user.click(button('Keep it')),
  },
}

testSurface('File revisions', fileRevisionsMachine, fileRevisions)
