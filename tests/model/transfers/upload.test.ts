import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { UnreadableFile } from '../../../machines/transfers/dropped-files'
import type { ProjectFile } from '../../../machines/files/file-order'
import {
  isSending,
  leftOutOf,
  isUnsentFiles,
  itemsOf,
  noticeOf,
  type UnsentFiles,
  unsentOf,
  uploadMachine,
} from '../../../machines/transfers/upload.machine'
import type { Sending } from '../../../machines/transfers/upload-slots'
import { itemProgress, type UploadTarget, summaryOf, totalProgress } from '../../../machines/transfers/upload-rules'
import { covers } from '../../spec-coverage/covers'

const MB = 1_048_576

const chosen = (id: string, name = `${id}.brd`) => ({ id, name, size: MB, modified: 1000 })

/**
 * Starts an upload machine whose transfers and lists are controlled by the test. The project is listed unless specified
 * otherwise.
 */
function start(interrupted: UnsentFiles['files'] = [], { listed = true } = {}) {
  const clock = new SimulatedClock()
  const under = new Map<string, (event: { type: string }) => void>()
  const sent: Sending[] = []
  const aborted: string[] = []
  const kept: { projectId: string; kept: ProjectFile[]; gone: string[] }[] = []
  const released: string[] = []
  const asked: { projectId: string; answer: (room: UploadTarget) => void; refuse: (error: unknown) => void }[] = []
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        listProject: fromPromise<UploadTarget, { projectId: string }>(
          ({ input: { projectId } }) => new Promise((answer, refuse) => void asked.push({ projectId, answer, refuse })),
        ),
        sendFile: fromCallback<{ type: string }, Sending>(({ input, sendBack }) => {
          if (input.id === 'gone') throw new Error('The file is no longer at hand.')
          under.set(input.id, sendBack)
          sent.push(input)
          return () => {
            under.delete(input.id)
            aborted.push(input.id)
          }
        }),
      },
    }),
    { input: { interrupted }, clock },
  )
  const left: string[] = []
  actor.on('parts.left', ({ addresses }) => left.push(...addresses))
  actor.on('file.kept', ({ type: _, ...arrival }) => kept.push(arrival))
  actor.on('files.released', ({ ids }) => released.push(...ids))
  actor.start()
  if (listed) actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 100 * MB })
  const choose = (...names: string[]) =>
    actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: names.map((name) => ({ ...chosen(name), size: 100 })),
      unreadable: [],
    })
  const report = (id: string, event: { type: string } & Record<string, unknown>) =>
    under.get(id)?.({ id, ...event } as { type: string })
  return {
    actor,
    clock,
    asked,
    kept,
    left,
    released,
    sent,
    aborted,
    choose,
    report,
    finish: (id: string) => report(id, { type: 'upload.finished', kept: [], gone: [], note: null }),
    sending: () => [...under.keys()],
    item: (id: string) => itemsOf(actor.getSnapshot()).find((one) => one.id === id),
    statuses: () => Object.fromEntries(itemsOf(actor.getSnapshot()).map(({ id, status }) => [id, status])),
  }
}

describe('upload', () => {
  test('sends two at a time, in the order of choice', () => {
    const upload = start()
    upload.choose('a', 'b', 'c', 'd')
    expect(upload.sending()).toEqual(['a', 'b'])
    upload.finish('b')
    expect(upload.sending()).toEqual(['a', 'c'])
    expect(upload.kept).toEqual([{ projectId: 'p1', isOpen: false, kept: [], gone: [] }])
    for (const id of ['a', 'c', 'd']) upload.finish(id)
    expect(upload.kept).toHaveLength(4)
    // Finished uploads ignore further events.
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    upload.actor.send({ type: 'upload.retried', id: 'b' })
    expect(upload.statuses()).toMatchObject({ a: 'done', b: 'done' })
    expect(upload.statuses()).toEqual({ a: 'done', b: 'done', c: 'done', d: 'done' })
    expect(isSending(upload.actor.getSnapshot())).toBe(false)
  })

  test('counts what was sent, how fast, and how long the rest takes', () => {
    const upload = start()
    upload.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: [{ ...chosen('a'), size: 10 * MB }],
      unreadable: [],
    })
    upload.report('a', { type: 'upload.progressed', sent: 0, at: 0 })
    upload.report('a', { type: 'upload.progressed', sent: MB, at: 500 })
    expect(upload.item('a')).toMatchObject({ sent: MB, status: 'sending', speed: null })
    upload.report('a', { type: 'upload.progressed', sent: 2 * MB, at: 1000 })
    const progress = { sent: 2 * MB, size: 10 * MB, speed: 2 * MB, secondsLeft: 4 }
    expect(itemProgress(upload.item('a')!)).toEqual(progress)
    upload.choose('b')
    expect(totalProgress(itemsOf(upload.actor.getSnapshot()))).toEqual({
      sent: 2 * MB,
      size: 10 * MB + 100,
      speed: 2 * MB,
      secondsLeft: 5,
    })
  })

  test('a failure names its reason, the others go on, and Retry sends it again', () => {
    covers('8-upload-failed')
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.report('a', { type: 'upload.failed', error: new Error('The project is full.') })
    expect(upload.item('a')).toMatchObject({
      status: 'failed',
      failure: 'Failed to upload files: The project is full.',
    })
    expect(upload.sending()).toEqual(['b', 'c'])
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(upload.statuses()['a']).toBe('waiting')
    upload.finish('b')
    expect(upload.sending()).toEqual(['c', 'a'])
  })

  test('a file whose bytes are gone fails alone', () => {
    const upload = start()
    upload.choose('gone', 'b')
    expect(upload.statuses()).toEqual({ gone: 'failed', b: 'sending' })
    const other = start()
    other.choose('b', 'gone')
    expect(other.statuses()).toEqual({ b: 'sending', gone: 'failed' })
  })

  test('cancelling aborts a transfer under way and frees its slot', () => {
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect(upload.aborted).toEqual(['a'])
    expect(upload.statuses()).toEqual({ a: 'cancelled', b: 'sending', c: 'sending' })
  })

  test('cancelling a waiting file keeps it from being sent', () => {
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.actor.send({ type: 'upload.cancelled', id: 'c' })
    upload.finish('a')
    expect(upload.sending()).toEqual(['b'])
  })

  test('an empty choice asks for a file', () => {
    covers('5-upload-one')
    const upload = start()
    upload.choose()
    expect(noticeOf(upload.actor.getSnapshot())).toBe('Choose at least one file to upload.')
    upload.choose('a')
    expect(noticeOf(upload.actor.getSnapshot())).toBeNull()
  })

  test('what a reload cut off is in the list again, and gives way to the same file chosen anew', () => {
    const first = start()
    first.choose('a', 'b')
    first.finish('a')
    const unsent = unsentOf(first.actor.getSnapshot())
    expect(unsent).toEqual({
      files: [{ id: 'b', projectId: 'p1', name: 'b.brd', size: 100, modified: 1000, address: null }],
    })
    expect(isUnsentFiles(unsent)).toBe(true)
    expect(isUnsentFiles({ files: [{ id: 'b' }] })).toBe(false)

    const second = start(unsent?.files)
    expect(second.item('b')).toMatchObject({
      status: 'interrupted',
      failure: 'This upload was interrupted. Choose the file again.',
    })
    expect(second.sending()).toEqual([])
    second.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: [{ ...chosen('new', 'b.brd'), size: 100 }],
      unreadable: [],
    })
    expect(second.statuses()).toEqual({ new: 'sending' })
  })

  test('the list is cleared of what is over', () => {
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.finish('a')
    upload.actor.send({ type: 'list.cleared', projectId: 'p1' })
    expect(upload.statuses()).toEqual({ b: 'sending', c: 'sending' })
    upload.actor.send({ type: 'upload.cancelled', id: 'c' })
    upload.actor.send({ type: 'list.cleared', projectId: 'p2' })
    expect(upload.statuses()).toEqual({ b: 'sending', c: 'cancelled' })
  })
})

describe('room in the project', () => {
  test('what does not fit is refused before it is sent, with what is left', () => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 3 * MB })
    const files = [2, 2, 1].map((size, index) => ({ ...chosen(`f${index}`), size: size * MB }))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    expect(upload.statuses()).toEqual({ f0: 'sending', f1: 'failed', f2: 'sending' })
    expect(upload.item('f1')?.failure).toBe(
      'Failed to upload files: this needs 2 MB, and the project has 1 MB left. ' +
        'Delete files that are no longer needed, then try again.',
    )
    upload.actor.send({ type: 'upload.retried', id: 'f1' })
    expect(upload.statuses()['f1']).toBe('failed')
    upload.actor.send({ type: 'upload.cancelled', id: 'f0' })
    upload.actor.send({ type: 'upload.retried', id: 'f1' })
    expect(upload.statuses()['f1']).toBe('sending')
  })

  test('a file that replaces another one needs no more than that one gives back', () => {
    const startFull = (size: number) => {
      const upload = start()
      const there = { id: 'old', name: 'a.brd', fileType: 'layout', size: 2 * MB }
      upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [there], leftBytes: MB })
      upload.actor.send({ type: 'files.chosen', projectId: 'p1', files: [{ ...chosen('a'), size }], unreadable: [] })
      return upload
    }
    expect(startFull(3 * MB + 1).item('a')).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^Failed to upload files: this needs 1 MB, and the project has 1 MB left\./),
    })
    const upload = startFull(3 * MB)
    expect(upload.statuses()).toEqual({ a: 'asking' })
    upload.choose('b')
    expect(upload.statuses()).toEqual({ a: 'asking', b: 'failed' })
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'replace' })
    upload.report('a', {
      type: 'upload.finished',
      kept: [{ id: 'a', name: 'a.brd', size: 3 * MB }],
      gone: ['old'],
      note: null,
    })
    upload.actor.send({ type: 'upload.retried', id: 'b' })
    expect(upload.statuses()).toEqual({ a: 'done', b: 'failed' })

    const both = startFull(3 * MB)
    both.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'keep both' })
    expect(both.item('a')?.failure).toMatch(/this needs 3 MB, and the project has 1 MB left/)
  })

  test('what has arrived counts before the project is listed again', () => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 150 })
    upload.choose('a')
    upload.finish('a')
    upload.choose('b')
    expect(upload.statuses()).toEqual({ a: 'done', b: 'failed' })
  })
})

describe('a name that is taken', () => {
  const there = { id: 'old', name: 'A.brd', fileType: 'layout', size: 1 }
  const startWith = (...files: { id: string; name: string; fileType: string; size: number }[]) => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files, leftBytes: MB })
    return upload
  }

  test('is asked about, and the others go on', () => {
    covers('decisions-same-name')
    const upload = startWith(there)
    upload.choose('a', 'b')
    expect(upload.statuses()).toEqual({ a: 'asking', b: 'sending' })
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'skip' })
    expect(upload.statuses()['a']).toBe('cancelled')
  })

  test('replace: the new file takes the type, and the place once it has arrived', () => {
    const upload = startWith(there)
    upload.choose('a')
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'replace' })
    expect(upload.sent).toMatchObject([{ id: 'a', projectId: 'p1', name: 'a.brd', address: null, replaces: there }])
  })

  test('keep both: the new file is numbered, past numbers that are taken', () => {
    const upload = startWith(there, { ...there, id: 'second', name: 'a (2).brd' })
    upload.choose('a')
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'keep both' })
    expect(upload.sent.map(({ name, replaces }) => [name, replaces])).toEqual([['a (3).brd', null]])
  })

  test('is asked about within one choice too, and replaced in its turn', () => {
    const upload = start()
    const files = ['x', 'y'].map((id) => chosen(id, 'same.brd'))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    expect(upload.statuses()).toEqual({ x: 'sending', y: 'asking' })
    upload.actor.send({ type: 'conflict.answered', ids: ['y'], answer: 'replace' })
    expect(upload.statuses()).toEqual({ x: 'sending', y: 'waiting' })
    const kept = { id: 'new', name: 'same.brd', fileType: 'layout', size: 1 }
    upload.report('x', { type: 'upload.finished', kept: [kept], gone: [], note: null })
    expect(upload.sent.at(-1)).toMatchObject({ id: 'y', replaces: kept })
  })

  test('many are answered at once', () => {
    const upload = startWith(there, { ...there, id: 'b', name: 'b.brd' })
    upload.choose('a', 'b')
    upload.actor.send({ type: 'conflict.answered', ids: ['a', 'b'], answer: 'keep both' })
    expect(upload.sent.map(({ name }) => name)).toEqual(['a (2).brd', 'b (2).brd'])
  })
})

/** An error as thrown by the API client. */
const fault = (status: number) => Object.assign(new Error(), { status })

describe.each(['first', 'second'])('a large file, in the %s slot', (slot) => {
  const large = (id: string) => ({ ...chosen(id), size: 100 * MB })
  const startLarge = () => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 2048 * MB })
    if (slot === 'second') upload.choose('busy')
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files: [large('a')], unreadable: [] })
    upload.report('a', { type: 'upload.begun', address: '/uploads/a' })
    upload.report('a', { type: 'upload.progressed', sent: 30 * MB, at: 0 })
    return upload
  }
  const addresses = (upload: ReturnType<typeof start>) =>
    upload.sent.filter(({ id }) => id !== 'busy').map(({ address }) => address)
  /** The files that would be restored after a reload. */
  const unsent = () => unsentOf(startLarge().actor.getSnapshot())?.files.filter(({ id }) => id === 'a') ?? []

  test.each([
    [0, 'The connection was lost. The upload will resume automatically.'],
    [401, 'The sign-in has expired. The upload will resume automatically.'],
    [500, 'The server could not process the file. The upload will resume automatically.'],
  ])('pauses at a failure with status %i and continues from where it stands', (status, failure) => {
    const upload = startLarge()
    upload.report('a', { type: 'upload.failed', error: fault(status) })
    expect(upload.item('a')).toMatchObject({ status: 'paused', sent: 30 * MB, failure })
    expect(isSending(upload.actor.getSnapshot())).toBe(true)
    upload.clock.increment(1000)
    expect(addresses(upload)).toEqual([null, '/uploads/a'])
    expect(upload.item('a')).toMatchObject({ status: 'sending', failure: null })
    upload.finish('a')
    expect(upload.item('a')).toMatchObject({ status: 'done', address: null })
  })

  test('tries again after longer and longer pauses, and begins with short ones again once more has arrived', () => {
    const upload = startLarge()
    const failAndWait = (ms: number) => {
      upload.report('a', { type: 'upload.failed', error: fault(0) })
      upload.clock.increment(ms - 1)
      expect(upload.item('a')?.status).toBe('paused')
      upload.clock.increment(1)
      expect(upload.item('a')?.status).toBe('sending')
    }
    for (const ms of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) failAndWait(ms)
    upload.report('a', { type: 'upload.progressed', sent: 30 * MB, at: 0 })
    failAndWait(30_000)
    upload.report('a', { type: 'upload.progressed', sent: 31 * MB, at: 0 })
    failAndWait(1000)
  })

  test('is given up after many tries in vain, and Retry continues it', () => {
    const upload = startLarge()
    for (let n = 0; upload.item('a')?.status === 'sending' && n < 100; n++) {
      upload.report('a', { type: 'upload.failed', error: fault(0) })
      upload.clock.increment(30_000)
    }
    expect(upload.item('a')).toMatchObject({
      status: 'failed',
      failure: 'Failed to upload files: the connection was lost',
    })
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(addresses(upload).at(-1)).toBe('/uploads/a')
  })

  test('continues at once when the network is back, and when its person wants it', () => {
    const upload = startLarge()
    for (const event of [{ type: 'network.returned' }, { type: 'upload.retried', id: 'a' }] as const) {
      upload.report('a', { type: 'upload.failed', error: fault(0) })
      expect(upload.item('a')?.status).toBe('paused')
      upload.actor.send({ type: 'upload.retried', id: 'another' })
      expect(upload.item('a')?.status).toBe('paused')
      upload.actor.send(event)
      expect(upload.item('a')?.status).toBe('sending')
    }
  })

  test('fails where the server refuses it', () => {
    const upload = startLarge()
    upload.report('a', { type: 'upload.failed', error: Object.assign(fault(413), { message: 'The project is full.' }) })
    expect(upload.item('a')).toMatchObject({
      status: 'failed',
      failure: 'Failed to upload files: The project is full.',
    })
  })

  test('cancelled, its part goes from the server, and Retry begins anew', () => {
    const upload = startLarge()
    upload.report('a', { type: 'upload.failed', error: fault(0) })
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect(upload.left).toEqual(['/uploads/a'])
    expect(upload.statuses()['a']).toBe('cancelled')
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(addresses(upload)).toEqual([null, null])
  })

  test('that has arrived has its name in the project at once', () => {
    const upload = startLarge()
    const kept = [{ id: 'kept', name: 'a.brd', fileType: 'layout', size: 1 }]
    upload.report('a', { type: 'upload.finished', kept, gone: [], note: null })
    upload.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: [{ ...large('again'), name: 'a.brd' }],
      unreadable: [],
    })
    expect(upload.item('again')?.status).toBe('asking')
  })

  test('that failed leaves no part behind when the list is cleared', () => {
    const upload = startLarge()
    upload.report('a', { type: 'upload.failed', error: fault(413) })
    expect(upload.left).toEqual([])
    upload.actor.send({ type: 'list.cleared', projectId: 'p1' })
    expect(upload.left).toEqual(['/uploads/a'])
  })

  test('cut off by a reload continues where it stood when the same file is chosen again', () => {
    const files = unsent()
    const upload = start(files)
    expect(upload.item('a')).toMatchObject({
      status: 'interrupted',
      failure: 'This upload was interrupted. Choose the file again to resume where it stopped.',
    })
    upload.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: [{ ...large('new'), name: 'a.brd' }],
      unreadable: [],
    })
    expect(upload.statuses()).toEqual({ new: 'sending' })
    expect(addresses(upload)).toEqual(['/uploads/a'])
  })

  test('that was changed since it was cut off begins anew, and under another name continues where it stood', () => {
    const files = unsent()
    const again = { ...large('new'), name: 'a.brd' }
    const changed = start(files)
    changed.actor.send({ type: 'files.chosen', projectId: 'p1', files: [{ ...again, modified: 2000 }], unreadable: [] })
    expect(addresses(changed)).toEqual([null])

    const renamed = start(files)
    const taken = { id: 'old', name: 'a.brd', fileType: 'layout', size: 1 }
    renamed.actor.send({ type: 'project.listed', projectId: 'p1', files: [taken], leftBytes: 2048 * MB })
    renamed.actor.send({ type: 'files.chosen', projectId: 'p1', files: [again], unreadable: [] })
    renamed.actor.send({ type: 'conflict.answered', ids: ['new'], answer: 'keep both' })
    expect(renamed.sent).toMatchObject([{ name: 'a (2).brd', address: '/uploads/a' }])
  })

  test('cut off can be given up', () => {
    const upload = start(unsent())
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect([upload.statuses(), upload.left]).toEqual([{ a: 'cancelled' }, ['/uploads/a']])
  })
})

test('a small file that the connection loses is sent again at a wish alone', () => {
  const upload = start()
  upload.choose('a')
  upload.report('a', { type: 'upload.failed', error: fault(0) })
  expect(upload.statuses()).toEqual({ a: 'failed' })
})

describe('files chosen before the project is listed', () => {
  const there = { id: 'old', name: 'A.brd', fileType: 'layout', size: 1 }

  test('wait for its list, and are asked about as any others', async () => {
    const upload = start([], { listed: false })
    upload.choose('a', 'b')
    expect(upload.statuses()).toEqual({ a: 'listing', b: 'listing' })
    expect(upload.sending()).toEqual([])
    expect(isSending(upload.actor.getSnapshot())).toBe(true)
    expect(upload.asked.map(({ projectId }) => projectId)).toEqual(['p1'])
    upload.asked[0]?.answer({ files: [there], leftBytes: Infinity })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'asking', b: 'sending' }))
  })

  test('take the list of the file manager where that is quicker', () => {
    const upload = start([], { listed: false })
    upload.choose('a')
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [there], leftBytes: MB })
    expect(upload.statuses()).toEqual({ a: 'asking' })
    expect(upload.actor.getSnapshot().value).toMatchObject({ listing: 'resting' })
  })

  test('do not trust what was known before the project was opened again', () => {
    const upload = start()
    upload.actor.send({ type: 'project.opened', projectId: 'p1' })
    upload.choose('a')
    expect(upload.statuses()).toEqual({ a: 'listing' })
  })

  test('fail where the list cannot be had, and Retry asks for it again', async () => {
    const upload = start([], { listed: false })
    upload.choose('a')
    upload.asked[0]?.refuse(fault(0))
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'failed' }))
    expect(upload.item('a')?.failure).toBe(
      'Failed to upload files: the list of the project’s files could not be loaded',
    )
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(upload.statuses()).toEqual({ a: 'listing' })
    expect(upload.asked).toHaveLength(2)
  })

  test('can be given up, and two projects are listed one after the other', async () => {
    const upload = start([], { listed: false })
    upload.choose('a')
    upload.actor.send({ type: 'files.chosen', projectId: 'p2', files: [chosen('b')], unreadable: [] })
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect(upload.asked.map(({ projectId }) => projectId)).toEqual(['p1', 'p2'])
    // The files of p1 say nothing about p2.
    upload.asked[0]?.answer({ files: [{ ...there, name: 'b.brd' }], leftBytes: Infinity })
    upload.asked[1]?.answer({ files: [], leftBytes: Infinity })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'cancelled', b: 'sending' }))
  })
})

describe('uploads into a project whose files are open', () => {
  const startOpen = () => {
    const upload = start([], { listed: false })
    const wanted: string[] = []
    upload.actor.on('list.wanted', ({ projectId }) => wanted.push(`wanted ${projectId}`))
    upload.actor.on('list.outdated', ({ projectId }) => wanted.push(`outdated ${projectId}`))
    upload.actor.send({ type: 'project.opened', projectId: 'p1' })
    return { ...upload, wanted }
  }
  const list = (upload: ReturnType<typeof start>, files: UploadTarget['files'] = []) =>
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files, leftBytes: 100 * MB })

  test('wait for its list, which nobody asks for twice', () => {
    const upload = startOpen()
    upload.choose('a')
    expect([upload.asked, upload.wanted]).toEqual([[], ['wanted p1']])
    list(upload)
    expect(upload.sending()).toEqual(['a'])
    upload.choose('b')
    expect(upload.wanted).toHaveLength(1)
    upload.finish('a')
    expect(upload.kept).toMatchObject([{ projectId: 'p1', isOpen: true }])
  })

  test('are listed here once it is closed', async () => {
    const upload = startOpen()
    upload.choose('a')
    upload.actor.send({ type: 'project.closed', projectId: 'p1' })
    expect(upload.asked.map(({ projectId }) => projectId)).toEqual(['p1'])
    upload.asked[0]?.answer({ files: [], leftBytes: MB })
    await vi.waitFor(() => expect(upload.sending()).toEqual(['a']))
  })

  test('that have asked for the list themselves leave it to the one who opens it', () => {
    const upload = start([], { listed: false })
    upload.choose('a')
    upload.actor.send({ type: 'project.opened', projectId: 'p1' })
    expect(upload.actor.getSnapshot().value).toMatchObject({ listing: 'resting' })
    list(upload)
    expect([upload.sending(), upload.asked.length]).toEqual([['a'], 1])
  })

  test('fail where the list cannot be had, and Retry asks for it again', () => {
    const upload = startOpen()
    upload.choose('a')
    upload.actor.send({ type: 'project.unlisted', projectId: 'p1', error: fault(0) })
    expect(upload.item('a')?.failure).toBe(
      'Failed to upload files: the list of the project’s files could not be loaded',
    )
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect([upload.statuses(), upload.wanted]).toEqual([{ a: 'listing' }, ['wanted p1', 'wanted p1']])
  })

  test('show the file that has taken a name meanwhile before they ask', () => {
    const upload = startOpen()
    list(upload)
    upload.choose('a')
    upload.report('a', { type: 'upload.failed', error: fault(409) })
    expect([upload.asked, upload.wanted]).toEqual([[], ['outdated p1']])
    expect(upload.statuses()).toEqual({ a: 'listing' })
    list(upload, [{ id: 'theirs', name: 'a.brd', fileType: 'layout', size: 1 }])
    expect(upload.statuses()).toEqual({ a: 'asking' })
  })
})

describe('a name that somebody else has taken meanwhile', () => {
  test('is asked about when the server refuses it, with the list as it is now', async () => {
    const upload = start()
    upload.choose('a')
    upload.report('a', { type: 'upload.failed', error: fault(409) })
    expect(upload.statuses()).toEqual({ a: 'listing' })
    upload.asked[0]?.answer({ files: [{ id: 'theirs', name: 'a.brd', fileType: 'layout', size: 1 }], leftBytes: MB })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'asking' }))
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'replace' })
    expect(upload.sent.at(-1)).toMatchObject({ id: 'a', replaces: { id: 'theirs' } })
  })

  test('says so in the server’s words until it is answered, and nothing that has arrived is sent again', async () => {
    const upload = start()
    const large = { ...chosen('a'), size: 20 * MB }
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files: [large], unreadable: [] })
    upload.report('a', { type: 'upload.begun', address: '/uploads/a' })
    const message = 'A file named "a.brd" is already in Inputs.'
    upload.report('a', { type: 'upload.failed', error: Object.assign(fault(409), { message }) })
    const theirs = { id: 'theirs', name: 'A.brd', fileType: 'layout', size: 1 }
    upload.asked[0]?.answer({ files: [theirs], leftBytes: 100 * MB })
    await vi.waitFor(() => expect(upload.item('a')).toMatchObject({ status: 'asking', failure: message }))
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'replace' })
    expect(upload.item('a')).toMatchObject({ status: 'sending', failure: null })
    expect(upload.sent.at(-1)).toMatchObject({ address: '/uploads/a', replaces: theirs })
  })

  test('once skipped says nothing more, and can be taken up again', async () => {
    const upload = start()
    upload.choose('a')
    upload.report('a', { type: 'upload.failed', error: Object.assign(fault(409), { message: 'It is taken.' }) })
    upload.asked[0]?.answer({ files: [{ id: 'theirs', name: 'a.brd', fileType: 'layout', size: 1 }], leftBytes: MB })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'asking' }))
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'skip' })
    expect(upload.item('a')).toMatchObject({ status: 'cancelled', failure: null })
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(upload.statuses()).toEqual({ a: 'asking' })
  })

  test('is free where only a report has it', () => {
    const upload = start()
    const report = { id: 'report', name: 'a.brd', fileType: 'report', size: 1, folderId: 'reports' } as const
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [report], leftBytes: MB })
    upload.choose('a')
    expect(upload.sent).toMatchObject([{ id: 'a', replaces: null }])
  })

  test('is asked about also where the list does not show it', async () => {
    const upload = start()
    upload.choose('a')
    upload.report('a', { type: 'upload.failed', error: fault(409) })
    upload.asked[0]?.answer({ files: [], leftBytes: MB })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'asking' }))
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'keep both' })
    expect(upload.sent.at(-1)).toMatchObject({ name: 'a (2).brd' })
  })
})

describe('names', () => {
  const startWith = (...names: string[]) => {
    const upload = start()
    const files = names.map((name) => ({ id: name, name, fileType: 'layout', size: 1 }))
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files, leftBytes: MB })
    return upload
  }
  const choose = (upload: ReturnType<typeof start>, ...names: string[]) =>
    upload.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: names.map((name, index) => ({ ...chosen(String(index), name), size: 1 })),
      unreadable: [],
    })

  test('are the same whether letters are composed or not, and in any case', () => {
    const upload = startWith('M\u00fcller.brd')
    choose(upload, 'Mu\u0308ller.BRD', 'MU\u0308LLER.brd')
    expect(upload.statuses()).toEqual({ 0: 'asking', 1: 'asking' })
    expect(upload.item('0')?.name).toBe('M\u00fcller.BRD')
  })

  test('in other folders are others, and a number goes before the extension of the last part', () => {
    const upload = startWith('rev.a/notes', 'rev.a/board.brd')
    choose(upload, 'rev.b/notes', 'rev.a/notes', 'rev.a/board.brd')
    expect(upload.statuses()).toEqual({ 0: 'sending', 1: 'asking', 2: 'asking' })
    upload.actor.send({ type: 'conflict.answered', ids: ['1', '2'], answer: 'keep both' })
    expect(['1', '2'].map((id) => upload.item(id)?.name)).toEqual(['rev.a/notes (2)', 'rev.a/board (2).brd'])
  })

  test('with a number keep to 255 bytes, cut at a character', () => {
    const long = `${'ä'.repeat(125)}.brd`
    const upload = startWith(long)
    choose(upload, long)
    upload.actor.send({ type: 'conflict.answered', ids: ['0'], answer: 'keep both' })
    expect(upload.item('0')?.name).toBe(`${'ä'.repeat(123)} (2).brd`)
  })
})

describe('what is left out of a choice', () => {
  const choose = (upload: ReturnType<typeof start>, names: string[], unreadable: string[] = []) =>
    upload.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: names.map((name, index) => ({ ...chosen(String(index), name), size: 1 })),
      unreadable,
    })

  test('system files are, and it is said which', () => {
    const upload = start()
    choose(upload, [
      'fab/.DS_Store',
      'fab/top.gbr',
      'fab/old/.DS_Store',
      'fab/Thumbs.db',
      'fab/desktop.ini',
      '~$a.docx',
    ])
    expect(itemsOf(upload.actor.getSnapshot()).map(({ name }) => name)).toEqual(['fab/top.gbr'])
    expect(leftOutOf(upload.actor.getSnapshot())).toBe(
      '5 system files were left out: .DS_Store, Thumbs.db, desktop.ini and 1 more.',
    )
    choose(upload, ['__MACOSX/fab/._top.gbr'])
    expect(leftOutOf(upload.actor.getSnapshot())).toBe('1 system file was left out: ._top.gbr.')
    choose(upload, ['thumbs.dbx', 'a.ds_store', 'desktop.ini/a.brd'])
    expect(leftOutOf(upload.actor.getSnapshot())).toBeNull()
  })

  test('what could not be read is named, and the rest goes on', () => {
    const upload = start()
    choose(upload, ['top.gbr'], ['locked', 'fab/a', 'fab/b', 'fab/c', 'fab/d'])
    expect(upload.statuses()).toEqual({ 0: 'sending' })
    expect(noticeOf(upload.actor.getSnapshot())).toBe(
      '5 files or folders could not be read and will not be uploaded: locked, fab/a, fab/b and 2 more. ' +
        'Check that you have access to what is missing, then add it again.',
    )
    choose(upload, [], ['locked'])
    expect(noticeOf(upload.actor.getSnapshot())).toMatch(/^1 file or folder could not be read/)
  })
})

test('a file that changed or went since it was chosen asks for it again, and gives way to it', () => {
  const upload = start()
  upload.choose('a')
  upload.report('a', { type: 'upload.failed', error: new UnreadableFile() })
  expect(upload.item('a')).toMatchObject({
    status: 'interrupted',
    failure: 'It has been changed or removed since it was chosen. Choose the file again.',
  })
  upload.actor.send({
    type: 'files.chosen',
    projectId: 'p1',
    unreadable: [],
    files: [{ ...chosen('new', 'a.brd'), size: 100, modified: 2000 }],
  })
  expect(upload.statuses()).toEqual({ new: 'sending' })
})

describe('an answer of the server', () => {
  const words = (status: number, message = '') => {
    const upload = start()
    upload.choose('a')
    upload.report('a', { type: 'upload.failed', error: Object.assign(new Error(message), { status }) })
    return upload.item('a')?.failure
  }

  test('has its own words', () => {
    expect(words(507, 'The server’s disk is full.')).toBe('Failed to upload files: The server’s disk is full.')
  })

  test.each([403, 404])('that the project is closed to the person (%i) says what to do', (status) => {
    expect(words(status, 'You are not a member of it.')).toBe(
      'Failed to upload files: You are not a member of it. Nothing was stored. If you regain access, choose Retry.',
    )
    expect(words(status)).toBe(
      `Failed to upload files: the server refused the file (HTTP ${status}). Nothing was stored. ` +
        'If you regain access, choose Retry.',
    )
  })

  test.each([
    [0, 'the connection was lost'],
    [413, 'the file is too large for the server (HTTP 413)'],
    [507, 'the server is out of storage (HTTP 507)'],
    [415, 'the server refused the file (HTTP 415)'],
    [502, 'the server failed (HTTP 502)'],
  ])('without words, %i is said to mean: %s', (status, text) => {
    expect(words(status)).toBe(`Failed to upload files: ${text}`)
  })

  test('that its storage is full ends a large upload too, and a fault is said while it pauses', () => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 2048 * MB })
    const files = ['a', 'b'].map((id) => ({ ...chosen(id), size: 100 * MB }))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    upload.report('a', { type: 'upload.failed', error: Object.assign(new Error('The disk is full.'), { status: 507 }) })
    upload.report('b', { type: 'upload.failed', error: Object.assign(new Error('It restarts.'), { status: 503 }) })
    expect(upload.item('a')).toMatchObject({ status: 'failed', failure: 'Failed to upload files: The disk is full.' })
    expect(upload.item('b')).toMatchObject({
      status: 'paused',
      failure: 'It restarts. The upload will resume automatically.',
    })
  })
})

test('the summary counts what has arrived and says what has not', () => {
  const upload = start()
  upload.choose('a', 'b', 'c', 'd')
  expect(summaryOf(itemsOf(upload.actor.getSnapshot()))).toBe('0 of 4 uploaded')
  upload.finish('a')
  upload.report('b', { type: 'upload.failed', error: fault(413) })
  upload.actor.send({ type: 'upload.cancelled', id: 'd' })
  expect(summaryOf(itemsOf(upload.actor.getSnapshot()))).toBe('1 of 2 uploaded, 1 failed, 1 cancelled')
  upload.finish('c')
  expect(summaryOf(itemsOf(upload.actor.getSnapshot()))).toBe('2 uploaded, 1 failed, 1 cancelled')
})

test('files that are over are let go of when the list is cleared', () => {
  const upload = start()
  upload.choose('a', 'b')
  upload.actor.send({ type: 'upload.cancelled', id: 'a' })
  upload.actor.send({ type: 'list.cleared', projectId: 'p1' })
  expect(upload.released).toEqual(['a'])
})
