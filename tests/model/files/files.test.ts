import { describe, expect, test } from 'vitest'
import { createActor, type EventFrom, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'

import * as manager from '../../../machines/files/project-files.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import { projectsMachine } from '../../../machines/projects/projects.machine'
import { covers } from '../../spec-coverage/covers'
import { projectFile, projectsInput } from '../samples'

/** Records the events that the machine sends to a neighboring actor. `report` sends events back. */
function neighbor<News>() {
  return { told: [] as News[], report: (_event: { type: string } & Record<string, unknown>) => {} }
}

describe('project files', () => {
  const files = [
    projectFile({ name: 'L10.gbr', size: 3 }),
    projectFile({ id: 'f2', name: 'L2.gbr', folderId: null, size: 1 }),
    projectFile({ id: 'f3', name: 'result.pdf', folderId: 'reports', fileType: 'report' }),
    projectFile({ id: 'f4', name: 'stack.csv', fileType: 'stackup', size: 2 }),
  ]
  const listing: manager.FileListing = { files, total: 4, types: [{ id: 1, name: 'layout' }], usedMb: 1 }
  type World = {
    load?: (limit: number | null) => Promise<manager.FileListing>
    save?: () => Promise<ProjectFile[]>
    remove?: () => Promise<void>
  }
  const start = (world: World = {}) => {
    const calls: string[] = []
    const clock = new SimulatedClock()
    const uploads = neighbor<manager.UploadNews>()
    const projects = neighbor<manager.ProjectNews>()
    const actor = createActor(
      manager.projectFilesMachine.provide({
        actors: {
          loadFiles: fromPromise<manager.FileListing, { projectId: string; limit: number | null }>(({ input }) => {
            calls.push(input.limit === null ? 'load' : `load ${input.limit}`)
            return (world.load ?? (async () => listing))(input.limit)
          }),
          followUploads: fromCallback<manager.UploadNews, { projectId: string }>(({ receive, sendBack }) => {
            uploads.report = sendBack
            receive((news) => uploads.told.push(news))
          }),
          followProject: fromCallback<manager.ProjectNews, { projectId: string; projects: manager.ProjectsBeside }>(
            ({ receive, sendBack }) => {
              projects.report = sendBack
              receive((news) => projects.told.push(news))
            },
          ),
          saveFileType: fromPromise<ProjectFile[], { ids: string[]; fileType: string }>(({ input }) => {
            calls.push(`save ${input.ids.join()} ${input.fileType}`)
            return (world.save ?? (async () => []))()
          }),
          deleteFiles: fromPromise<void, { ids: string[] }>(({ input }) => {
            calls.push(`delete ${input.ids.join()}`)
            return (world.remove ?? (async () => {}))()
          }),
        },
      }),
      { input: { projectId: 'p1', projects: createActor(projectsMachine, { input: projectsInput() }) }, clock },
    ).start()
    const shown = () => manager.shownFiles(actor.getSnapshot()).map(({ id }) => id)
    return {
      actor,
      calls,
      clock,
      uploads,
      projects,
      shown,
      quiet: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')),
    }
  }

  test('show Inputs first, including files without a folder', async () => {
    covers('2-files-without-folder')
    const { actor, quiet, shown } = start()
    await quiet()
    expect(shown()).toEqual(['f1', 'f2', 'f4'])
    actor.send({ type: 'folder.chosen', folder: 'reports' })
    expect(shown()).toEqual(['f3'])
  })

  test('a file that was replaced while its comments were counted is not listed again', async () => {
    const answers: ((listing: manager.FileListing) => void)[] = []
    const { actor, clock, quiet } = start({ load: () => new Promise((resolve) => answers.push(resolve)) })
    answers[0]?.(listing)
    await quiet()
    const count = (id: string) => manager.filesOf(actor.getSnapshot()).find((file) => file.id === id)?.open_comments
    actor.send({ type: 'file.updated', id: 'f1', change: { open_comments: 2 } })
    expect([count('f1'), answers.length]).toEqual([2, 1])
    actor.send({ type: 'files.reload' })
    actor.send({ type: 'file.updated', id: 'f1', change: { open_comments: 3 } })
    expect(count('f1')).toBe(3)
    const replaced = { ...listing, files: [projectFile({ id: 'new', name: 'L10.gbr' }), ...files.slice(1)] }
    answers[1]?.(replaced)
    await quiet()
    expect(manager.filesOf(actor.getSnapshot()).map(({ id }) => id)).toEqual(['new', 'f2', 'f3', 'f4'])
    // The response may be older than the change, so the list is loaded again.
    clock.increment(400)
    answers[2]?.(replaced)
    await quiet()
    actor.send({ type: 'file.updated', id: 'f1', change: { news: null } })
    expect(manager.filesOf(actor.getSnapshot()).map(({ id }) => id)).toEqual(['new', 'f2', 'f3', 'f4'])
  })

  test('can be searched by name and type', async () => {
    const { actor, quiet, shown } = start()
    await quiet()
    actor.send({ type: 'search.changed', search: ' GBR' })
    expect(shown()).toEqual(['f1', 'f2'])
    actor.send({ type: 'search.changed', search: 'stackup' })
    expect(shown()).toEqual(['f4'])
  })

  test('are sorted ascending, descending or not at all, with numbers in names by value', async () => {
    const { actor, quiet, shown } = start()
    await quiet()
    actor.send({ type: 'order.chosen', by: 'name' })
    expect(shown()).toEqual(['f2', 'f1', 'f4'])
    actor.send({ type: 'order.chosen', by: 'name' })
    expect(shown()).toEqual(['f4', 'f1', 'f2'])
    actor.send({ type: 'order.chosen', by: 'name' })
    expect(shown()).toEqual(['f1', 'f2', 'f4'])
    actor.send({ type: 'order.chosen', by: 'size' })
    expect(shown()).toEqual(['f2', 'f4', 'f1'])
  })

  test('load the newest files first, then all', async () => {
    const newest = { ...listing, files: files.slice(0, 1) }
    const { actor, calls, quiet } = start({ load: async (limit) => (limit === null ? listing : newest) })
    const first = await waitFor(actor, (snapshot) => snapshot.hasTag('loaded'))
    expect([manager.shownFiles(first).length, manager.isComplete(first)]).toEqual([1, false])
    expect(manager.isComplete(await quiet())).toBe(true)
    expect(calls).toEqual(['load 200', 'load'])
  })

  test('save a new type, then reload the list', async () => {
    covers('4-file-type-saved')
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'file.typeChosen', ids: ['f1'], fileType: 'stackup' })
    expect(manager.changeOf(actor.getSnapshot())).toEqual({ ids: ['f1'], fileType: 'stackup' })
    await quiet()
    expect(calls).toEqual(['load 200', 'save f1 stackup', 'load'])
    expect(manager.changeOf(actor.getSnapshot())).toBeNull()
  })

  test('a reload does not interrupt a change that is being saved', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'file.typeChosen', ids: ['f1'], fileType: 'stackup' })
    actor.send({ type: 'files.reload' })
    actor.send({ type: 'file.typeChosen', ids: ['f2'], fileType: 'other' })
    expect(actor.getSnapshot().matches({ loaded: { change: 'savingType' } })).toBe(true)
    await quiet()
    expect(calls).toEqual(['load 200', 'save f1 stackup', 'load', 'load'])
  })

  test.each([
    ['saved', async () => [{ ...files[0]!, fileType: 'stackup' }]],
    ['refused', () => Promise.reject(new Error(''))],
  ])('a deletion requested while a type is saved is confirmed once the type is %s', async (_, save) => {
    const { actor, quiet } = start({ save })
    await quiet()
    actor.send({ type: 'file.typeChosen', ids: ['f1'], fileType: 'stackup' })
    actor.send({ type: 'deletion.requested', ids: ['f2'] })
    expect(manager.isAsking(actor.getSnapshot())).toBe(false)
    expect(manager.isAsking(await quiet())).toBe(true)
    expect(manager.filesToDeleteOf(actor.getSnapshot())).toEqual(['f2'])
    actor.send({ type: 'deletion.cancelled' })
    expect(manager.isAsking(actor.getSnapshot())).toBe(false)
  })

  test('a type that cannot be saved shows an error and keeps the list', async () => {
    covers('8-type-failed')
    const { actor, calls, quiet, shown } = start({ save: () => Promise.reject(new Error('')) })
    await quiet()
    actor.send({ type: 'file.typeChosen', ids: ['f1'], fileType: 'stackup' })
    expect(manager.refusalOf(await quiet())).toBe('Failed to update file type')
    expect([shown().length, calls.at(-1)]).toEqual([3, 'load'])
    actor.send({ type: 'refusal.dismissed' })
    expect(manager.refusalOf(actor.getSnapshot())).toBeNull()
  })

  test('a list that cannot be loaded shows an error, and Retry loads it', async () => {
    covers('8-files-failed')
    let isDown = true
    const { actor, quiet } = start({ load: async () => (isDown ? Promise.reject(new Error('')) : listing) })
    expect(manager.filesFailureOf(await quiet())).toBe('Failed to load project files. Please try again.')
    isDown = false
    actor.send({ type: 'files.reload' })
    expect(manager.filesFailureOf(await quiet())).toBeNull()
  })

  test('are deleted only when confirmed', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'deletion.requested', ids: [] })
    expect(manager.isAsking(actor.getSnapshot())).toBe(false)
    actor.send({ type: 'deletion.requested', ids: ['f1', 'f2'] })
    expect(manager.filesToDeleteOf(actor.getSnapshot())).toEqual(['f1', 'f2'])
    actor.send({ type: 'deletion.cancelled' })
    actor.send({ type: 'deletion.confirmed' })
    expect(calls).toEqual(['load 200'])
    actor.send({ type: 'deletion.requested', ids: ['f1', 'f2'] })
    actor.send({ type: 'deletion.confirmed' })
    expect(manager.isDeleting(actor.getSnapshot())).toBe(true)
    await quiet()
    expect(calls).toEqual(['load 200', 'delete f1,f2'])
    expect(manager.filesOf(actor.getSnapshot()).map(({ id }) => id)).toEqual(['f3', 'f4'])
    expect(manager.filesToDeleteOf(actor.getSnapshot())).toEqual([])
  })

  test('a failed deletion shows the reason, and the list is reloaded', async () => {
    const { actor, calls, quiet } = start({ remove: () => Promise.reject(new Error('The server is being restarted.')) })
    await quiet()
    actor.send({ type: 'deletion.requested', ids: ['f1'] })
    actor.send({ type: 'deletion.confirmed' })
    expect(manager.refusalOf(await quiet())).toBe('The server is being restarted.')
    expect(calls.at(-1)).toBe('load')
  })

  test('can be selected one by one, all at once, or not at all; another folder clears the selection', async () => {
    const { actor, quiet } = start()
    await quiet()
    const chosen = () => [...manager.chosenOf(actor.getSnapshot())]
    actor.send({ type: 'file.toggled', id: 'f1' })
    expect(chosen()).toEqual(['f1'])
    actor.send({ type: 'files.allToggled' })
    expect(chosen()).toEqual(['f1', 'f2', 'f4'])
    actor.send({ type: 'file.toggled', id: 'f2' })
    expect(chosen()).toEqual(['f1', 'f4'])
    actor.send({ type: 'files.allToggled' })
    actor.send({ type: 'files.allToggled' })
    expect(chosen()).toEqual([])
    actor.send({ type: 'files.allToggled' })
    actor.send({ type: 'folder.chosen', folder: 'reports' })
    expect(chosen()).toEqual([])
  })

  test('ignore events that do not apply in the current state', async () => {
    let isDown = false
    const { actor, calls, clock, quiet } = start({
      load: async () => (isDown ? Promise.reject(new Error('')) : listing),
    })
    const expectRest = async () => {
      await quiet()
      const before = calls.length
      clock.increment(60_000)
      expect(calls).toHaveLength(before)
    }
    await expectRest()
    actor.send({ type: 'files.reload' })
    expect(calls).toEqual(['load 200', 'load'])
    await expectRest()
    actor.send({ type: 'deletion.requested', ids: ['f1'] })
    actor.send({ type: 'deletion.cancelled' })
    await expectRest()
    actor.send({ type: 'file.typeChosen', ids: [], fileType: 'other' })
    await expectRest()
    expect(calls).toEqual(['load 200', 'load'])
    actor.send({ type: 'files.arrived', files: [], gone: [] })
    clock.increment(400)
    await expectRest()
    isDown = true
    actor.send({ type: 'files.reload' })
    await expectRest()
    expect(manager.filesFailureOf(actor.getSnapshot())).toBe('Failed to load project files. Please try again.')
  })

  test('a list that could not be loaded is requested again when a file is uploaded', async () => {
    let isDown = true
    const { actor, quiet, shown } = start({ load: async () => (isDown ? Promise.reject(new Error('')) : listing) })
    await quiet()
    isDown = false
    actor.send({ type: 'files.arrived', files: [projectFile({ id: 'f9' })], gone: [] })
    await quiet()
    expect(shown()).toHaveLength(3)
  })

  test('several uploads with unknown records cause one reload, and those that finish during it another', async () => {
    const { actor, calls, clock, quiet } = start()
    await quiet()
    const unknown: EventFrom<typeof manager.projectFilesMachine> = { type: 'files.arrived', files: [], gone: [] }
    actor.send(unknown)
    actor.send(unknown)
    clock.increment(400)
    expect(calls).toEqual(['load 200', 'load'])
    actor.send(unknown)
    await quiet()
    clock.increment(400)
    expect(calls).toEqual(['load 200', 'load', 'load'])
  })

  test('3,000 uploads are inserted, newest first, without reloading the list', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    const MB = 1_048_576
    for (let index = 0; index < 3000; index++) {
      actor.send({ type: 'files.arrived', files: [projectFile({ id: `n${index}`, size: MB })], gone: [] })
    }
    const snapshot = await quiet()
    expect(
      manager
        .filesOf(snapshot)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['n2999', 'n2998'])
    expect([manager.filesOf(snapshot).length, snapshot.context.total, manager.usedMbOf(snapshot)]).toEqual([
      3004, 3004, 3001,
    ])
    expect(calls).toEqual(['load 200'])
  })

  test('a deleted file frees the storage of all its revisions', async () => {
    const MB = 1_048_576
    const revised = projectFile({ id: 'f5', size: MB, total_size: 3 * MB })
    const { actor, quiet } = start({
      load: async () => ({ ...listing, files: [...files, revised], total: 5, usedMb: 4 }),
    })
    await quiet()
    actor.send({ type: 'files.arrived', files: [], gone: ['f5'] })
    expect(manager.usedMbOf(await quiet())).toBe(1)
  })

  test('an upload that replaces a file takes its place, and the old file is deselected', async () => {
    const { actor, quiet, shown } = start()
    await quiet()
    actor.send({ type: 'file.toggled', id: 'f1' })
    actor.send({ type: 'files.arrived', files: [projectFile({ id: 'new' })], gone: ['f1'] })
    expect(shown()).toEqual(['new', 'f2', 'f4'])
    expect([...manager.chosenOf(actor.getSnapshot())]).toEqual([])
  })

  /** Starts a file manager and loads its list a second time. The test answers the second call. */
  const startHeld = async (world: World = {}) => {
    const answers: ((listing: manager.FileListing) => void)[] = []
    const load = (limit: number | null) =>
      limit === null
        ? new Promise<manager.FileListing>((answer) => void answers.push(answer))
        : Promise.resolve(listing)
    const started = start({ load, ...world })
    await waitFor(started.actor, (snapshot) => snapshot.hasTag('loaded'))
    started.actor.send({ type: 'files.reload' })
    return { ...started, answers }
  }

  test('a list requested before a deletion and received after it does not restore the file', async () => {
    const { actor, answers, shown } = await startHeld()
    actor.send({ type: 'deletion.requested', ids: ['f1'] })
    actor.send({ type: 'deletion.confirmed' })
    await waitFor(actor, (snapshot) => !manager.isAsking(snapshot))
    expect(shown()).toEqual(['f2', 'f4'])
    answers[0]?.(listing)
    await waitFor(actor, (snapshot) => snapshot.matches({ loaded: { list: 'resting' } }))
    expect(shown()).toEqual(['f2', 'f4'])
  })

  test('a late list does not remove a file that was uploaded in the meantime', async () => {
    const { actor, answers, shown } = await startHeld()
    actor.send({ type: 'files.arrived', files: [projectFile({ id: 'new' })], gone: [] })
    answers[0]?.(listing)
    await waitFor(actor, (snapshot) => snapshot.matches({ loaded: { list: 'resting' } }))
    expect(shown()).toEqual(['new', 'f1', 'f2', 'f4'])
  })

  test('an open question does not interrupt the loading of a long list', async () => {
    const { actor, answers } = await startHeld()
    actor.send({ type: 'deletion.requested', ids: ['f1'] })
    actor.send({ type: 'deletion.cancelled' })
    answers[0]?.({ ...listing, files: [...files, projectFile({ id: 'f5' })], total: 5 })
    const snapshot = await waitFor(actor, ({ value }) => JSON.stringify(value).includes('"list":"resting"'))
    expect(manager.isComplete(snapshot)).toBe(true)
    expect(manager.filesOf(snapshot)).toHaveLength(5)
  })

  test('the delete confirmation closes if another user has deleted the files', async () => {
    const { actor, answers } = await startHeld()
    actor.send({ type: 'deletion.requested', ids: ['f1'] })
    answers[0]?.({ ...listing, files: files.slice(1), total: 3 })
    await waitFor(actor, (snapshot) => !manager.isAsking(snapshot))
    expect(manager.filesToDeleteOf(actor.getSnapshot())).toEqual([])
  })

  const upload = projectFile({ id: 'new', name: 'new.brd', size: 1_048_576, uploaded_at: '2026-03-04T05:06:07.000Z' })

  test('uploads receive the whole list, with the remaining space once the limit is known', async () => {
    const { quiet, uploads, projects } = start()
    await quiet()
    expect(uploads.told).toEqual([{ type: 'files.listed', files, leftBytes: null }])
    projects.report({ type: 'limit.known', storageLimitBytes: 3 * 1_048_576 })
    expect(uploads.told[1]).toEqual({ type: 'files.listed', files, leftBytes: 2 * 1_048_576 })
  })

  test('uploads do not receive a list of only the newest files', async () => {
    const { actor, answers, uploads } = await startHeld()
    expect(uploads.told).toHaveLength(1)
    actor.send({ type: 'files.reload' })
    answers.at(-1)?.({ ...listing, total: 5 })
    await waitFor(actor, (snapshot) => snapshot.matches({ loaded: { list: 'resting' } }))
    expect(uploads.told).toHaveLength(1)
  })

  test('the list of projects receives the number of files after uploads and deletions', async () => {
    const { actor, quiet, uploads, projects } = start()
    await quiet()
    const count = { type: 'files.counted', projectId: 'p1' }
    const before = '2026-01-02T03:04:05.000Z'
    expect(projects.told).toEqual([{ ...count, fileCount: 4, usedBytes: 1_048_576, lastActivity: before }])
    uploads.report({ type: 'files.arrived', files: [upload], gone: [] })
    const arrived = { ...count, fileCount: 5, usedBytes: 2 * 1_048_576, lastActivity: upload.uploaded_at }
    expect(projects.told.slice(1)).toEqual([arrived])
    actor.send({ type: 'deletion.requested', ids: ['new'] })
    actor.send({ type: 'deletion.confirmed' })
    await quiet()
    expect(projects.told.slice(2)).toEqual([
      { ...count, fileCount: 4, usedBytes: 1_048_576, lastActivity: before },
      { type: 'files.changed' },
    ])
    expect(uploads.told.at(-1)).toMatchObject({ type: 'files.listed', files })
  })

  test('uploads are notified when the list fails, and it is requested again when one waits for it', async () => {
    let isDown = true
    const load = () => (isDown ? Promise.reject(new Error('It restarts.')) : Promise.resolve(listing))
    const { quiet, uploads, calls } = start({ load })
    await quiet()
    expect(uploads.told).toMatchObject([{ type: 'files.unlisted', error: { message: 'It restarts.' } }])
    isDown = false
    uploads.report({ type: 'files.wanted' })
    await quiet()
    expect(uploads.told[1]).toMatchObject({ type: 'files.listed', files })
    expect(calls).toEqual(['load 200', 'load 200'])
  })

  test('an upload that waits for the list does not request another one', async () => {
    const { quiet, uploads, calls } = start()
    uploads.report({ type: 'files.wanted' })
    await quiet()
    expect(calls).toEqual(['load 200'])
  })

  test('a saved type is shown before the list is reloaded', async () => {
    const { actor, answers } = await startHeld({ save: async () => [{ ...files[0]!, fileType: 'stackup' }] })
    actor.send({ type: 'file.typeChosen', ids: ['f1'], fileType: 'stackup' })
    await waitFor(actor, (snapshot) => snapshot.matches({ loaded: { change: 'none' } }))
    expect(manager.filesOf(actor.getSnapshot())[0]?.fileType).toBe('stackup')
    expect(answers).toHaveLength(2)
  })
})
