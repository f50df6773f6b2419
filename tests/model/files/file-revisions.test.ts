import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import * as revisions from '../../../machines/files/file-revisions.machine'
import { projectFile } from '../samples'

const revision = (id: string, current = false): revisions.Revision => ({
  id,
  name: 'board.kicad_pcb',
  size: 2048,
  sha256: 'a'.repeat(64),
  note: null,
  uploaded_at: '2026-01-02T03:04:05Z',
  uploaded_by_name: 'Uma Serrano',
  current,
  pinned: false,
})

async function started() {
  const restored: string[] = []
  const actor = createActor(
    revisions.fileRevisionsMachine.provide({
      actors: {
        loadRevisions: fromPromise(async () => [revision('f3', true), revision('f2'), revision('f1')]),
        restoreRevision: fromPromise<ReturnType<typeof projectFile>, revisions.RevisionNamed>(async ({ input }) => {
          restored.push(input.revisionId)
          return projectFile({ id: input.revisionId })
        }),
      },
    }),
    { input: { fileId: 'f3' } },
  ).start()
  await waitFor(actor, revisions.areListed)
  actor.send({ type: 'deletion.requested', id: 'f1' })
  expect(revisions.doubtedIdOf(actor.getSnapshot())).toBe('f1')
  return { actor, restored }
}

test('a note can be written while the deletion of a revision waits for confirmation', async () => {
  const { actor } = await started()
  actor.send({ type: 'note.begun', id: 'f2' })
  actor.send({ type: 'note.typed', text: 'Longer traces' })
  expect(revisions.noteOf(actor.getSnapshot())).toEqual({ id: 'f2', text: 'Longer traces' })
  expect(revisions.doubtedIdOf(actor.getSnapshot())).toBe('f1')
})

test('another revision can be chosen for deletion, or restored, instead of the one that is asked about', async () => {
  const { actor, restored } = await started()
  actor.send({ type: 'deletion.requested', id: 'f2' })
  expect(revisions.doubtedIdOf(actor.getSnapshot())).toBe('f2')
  actor.send({ type: 'revision.restored', id: 'f1' })
  await waitFor(actor, (snapshot) => snapshot.context.fileId === 'f1')
  expect(restored).toEqual(['f1'])
  expect(revisions.doubtedIdOf(actor.getSnapshot())).toBeNull()
})

test('a revision that was deleted by somebody else, or by a call whose response was lost, is no longer listed', async () => {
  let listed = [revision('f3', true), revision('f2'), revision('f1')]
  let told = 0
  const actor = createActor(
    revisions.fileRevisionsMachine.provide({
      actors: {
        loadRevisions: fromPromise(async () => listed),
        deleteRevision: fromPromise<void, revisions.RevisionNamed>(async () => {
          listed = listed.slice(0, 2)
          throw new Error('There is no such revision of this file.')
        }),
      },
    }),
    { input: { fileId: 'f3' } },
  ).start()
  actor.on('revision.deleted', () => (told += 1))
  await waitFor(actor, revisions.areListed)
  actor.send({ type: 'note.begun', id: 'f1' })
  actor.send({ type: 'note.typed', text: 'Longer traces' })
  actor.send({ type: 'deletion.requested', id: 'f1' })
  actor.send({ type: 'deletion.confirmed' })
  const checked = await waitFor(actor, (snapshot) => snapshot.context.revisions.length === 2)
  expect([revisions.areListed(checked), told]).toEqual([true, 1])
  // The deletion was wanted, so it is no failure. Nobody can see its note any more.
  expect([revisions.refusalOf(checked), revisions.noteOf(checked), revisions.isNoteUnsent(checked)]).toEqual([
    null,
    null,
    false,
  ])
})

/** A file whose revision f1 is restored. `lost` is the number of responses to this that are lost. */
async function restoring(lost: number, after: revisions.Revision[]) {
  let listed = [revision('f3', true), revision('f2'), revision('f1')]
  let calls = 0
  const told: object[] = []
  const actor = createActor(
    revisions.fileRevisionsMachine.provide({
      actors: {
        loadRevisions: fromPromise(async () => listed),
        restoreRevision: fromPromise<ReturnType<typeof projectFile>, revisions.RevisionNamed>(async ({ input }) => {
          listed = after
          calls += 1
          if (calls <= lost) throw new Error('The connection was lost.')
          return projectFile({ id: input.revisionId })
        }),
      },
    }),
    { input: { fileId: 'f3' } },
  ).start()
  actor.on('file.restored', (event) => told.push(event))
  actor.on('revision.deleted', (event) => told.push(event))
  await waitFor(actor, revisions.areListed)
  actor.send({ type: 'note.begun', id: 'f1' })
  actor.send({ type: 'revision.restored', id: 'f1' })
  const { context } = await waitFor(actor, (snapshot) => !revisions.isRevisionsBusy(snapshot))
  const { refusal, fileId, note } = context
  return {
    calls,
    told,
    refusal,
    fileId,
    note,
    current: context.revisions.filter((one) => one.current).map(({ id }) => id),
  }
}

test('a revision that was restored by a call whose response was lost is restored', async () => {
  const { calls, told, refusal, fileId, current } = await restoring(1, [
    revision('f3'),
    revision('f2'),
    revision('f1', true),
  ])
  // The second call returns the file without changing it.
  expect([calls, refusal, fileId, current]).toEqual([2, null, 'f1', ['f1']])
  expect(told).toEqual([{ type: 'file.restored', file: projectFile({ id: 'f1' }), gone: 'f3' }])
})

test('a restoration whose responses are always lost is not repeated without end', async () => {
  const { calls, told, refusal, current } = await restoring(9, [revision('f3'), revision('f1', true)])
  expect([calls, refusal, current]).toEqual([2, 'The connection was lost.', ['f1']])
  expect(told).toEqual([])
})

test('after a restoration that failed, the list shows what others have changed', async () => {
  const { calls, told, refusal, fileId, note, current } = await restoring(1, [revision('f4', true), revision('f3')])
  expect([calls, refusal, fileId, note, current]).toEqual([1, 'The connection was lost.', 'f3', null, ['f4']])
  expect(told).toEqual([{ type: 'revision.deleted' }])
})
