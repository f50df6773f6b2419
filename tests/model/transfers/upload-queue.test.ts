import { describe, expect, test } from 'vitest'

import { isSending, itemsOf, leftOutOf, noticeOf } from '../../../machines/transfers/upload.machine'
import { itemProgress, summaryOf, totalProgress } from '../../../machines/transfers/upload-rules'
import { covers } from '../../spec-coverage/covers'
import { chosen, fault, MB, start } from './start-uploads'

describe('upload', () => {
  test('sends two at a time, in the order of selection', () => {
    const upload = start()
    upload.choose('a', 'b', 'c', 'd')
    expect(upload.sending()).toEqual(['a', 'b'])
    upload.finish('b')
    expect(upload.sending()).toEqual(['a', 'c'])
    expect(upload.kept).toEqual([{ id: 'b', projectId: 'p1', isOpen: false, kept: [], gone: [] }])
    for (const id of ['a', 'c', 'd']) upload.finish(id)
    expect(upload.kept).toHaveLength(4)
    // Finished uploads ignore further events.
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    upload.actor.send({ type: 'upload.retried', id: 'b' })
    expect(upload.statuses()).toMatchObject({ a: 'done', b: 'done' })
    expect(upload.statuses()).toEqual({ a: 'done', b: 'done', c: 'done', d: 'done' })
    expect(isSending(upload.actor.getSnapshot())).toBe(false)
  })

  test('has a machine for each active file, and for no other', () => {
    const upload = start()
    const machines = () => Object.keys(upload.actor.getSnapshot().children)
    upload.choose('a', 'b', 'c', 'd')
    expect(machines()).toEqual(['a', 'b'])
    upload.finish('a')
    upload.report('b', { type: 'upload.failed', error: fault(413) })
    expect(machines()).toEqual(['c', 'd'])
    for (const id of ['c', 'd']) upload.actor.send({ type: 'upload.cancelled', id })
    expect(machines()).toEqual([])
  })

  test('shows the bytes sent, the speed, and the remaining time', () => {
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

  test('estimates the remaining time from the files that are being sent, not from finished ones', () => {
    const upload = start()
    const files = ['a', 'b'].map((id) => ({ ...chosen(id), size: 10 * MB }))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    for (const [id, sent] of [
      ['a', 8 * MB],
      ['b', 2 * MB],
    ] as const) {
      upload.report(id, { type: 'upload.progressed', sent: 0, at: 0 })
      upload.report(id, { type: 'upload.progressed', sent, at: 1000 })
    }
    const total = () => totalProgress(itemsOf(upload.actor.getSnapshot()))
    expect(total()).toMatchObject({ speed: 10 * MB, secondsLeft: 1 })
    upload.finish('a')
    expect(total()).toEqual({ sent: 12 * MB, size: 20 * MB, speed: 2 * MB, secondsLeft: 4 })
  })

  test('a failure shows its reason, the others continue, and Retry sends it again', () => {
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

  test('a file that cannot be read does not affect the others', () => {
    const upload = start()
    upload.choose('gone', 'b')
    expect(upload.statuses()).toEqual({ gone: 'failed', b: 'sending' })
    const other = start()
    other.choose('b', 'gone')
    expect(other.statuses()).toEqual({ b: 'sending', gone: 'failed' })
  })

  test('canceling aborts an active transfer and frees its slot', () => {
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect(upload.aborted).toEqual(['a'])
    expect(upload.statuses()).toEqual({ a: 'cancelled', b: 'sending', c: 'sending' })
  })

  test('canceling all uploads of a project starts none of those that were waiting, and leaves other projects alone', () => {
    const upload = start()
    upload.choose('a', 'b', 'c', 'd')
    upload.actor.send({ type: 'files.chosen', projectId: 'p2', files: [chosen('e')], unreadable: [] })
    upload.asked[0]?.answer({ files: [], leftBytes: null })
    upload.finish('a')
    upload.actor.send({ type: 'uploads.cancelled', projectId: 'p1' })
    expect(upload.statuses()).toMatchObject({ a: 'done', b: 'cancelled', c: 'cancelled', d: 'cancelled' })
    expect(upload.statuses()['e']).not.toBe('cancelled')
    expect(upload.sent.map(({ id }) => id)).not.toContain('d')
    expect(upload.aborted).toEqual(expect.arrayContaining(['b', 'c']))
  })

  test('canceling a waiting file prevents it from being sent', () => {
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.actor.send({ type: 'upload.cancelled', id: 'c' })
    upload.finish('a')
    expect(upload.sending()).toEqual(['b'])
  })

  test('choosing no files shows an error', () => {
    covers('5-upload-one')
    const upload = start()
    upload.choose()
    expect(noticeOf(upload.actor.getSnapshot())).toBe('Choose at least one file to upload.')
    upload.choose('a')
    expect(noticeOf(upload.actor.getSnapshot())).toBeNull()
  })

  test('finished files can be cleared from the list', () => {
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

describe('the remaining storage of the project', () => {
  test('files that do not fit are rejected before they are sent, with the remaining space', () => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 3 * MB })
    const files = [2, 2, 1].map((size, index) => ({ ...chosen(`f${index}`), size: size * MB }))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    expect(upload.statuses()).toEqual({ f0: 'sending', f1: 'failed', f2: 'sending' })
    expect(upload.item('f1')?.failure).toBe(
      'Failed to upload files: this upload needs 2 MB, but the project has 1 MB left. ' +
        'Delete files that are no longer needed, then try again.',
    )
    upload.actor.send({ type: 'upload.retried', id: 'f1' })
    expect(upload.statuses()['f1']).toBe('failed')
    upload.actor.send({ type: 'upload.cancelled', id: 'f0' })
    upload.actor.send({ type: 'upload.retried', id: 'f1' })
    expect(upload.statuses()['f1']).toBe('sending')
  })

  test('a new revision needs space of its own, since the earlier one is kept', () => {
    const startWith = (size: number) => {
      const upload = start()
      const there = { id: 'old', name: 'a.brd', fileType: 'layout', size: 2 * MB }
      upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [there], leftBytes: MB })
      upload.actor.send({ type: 'files.chosen', projectId: 'p1', files: [{ ...chosen('a'), size }], unreadable: [] })
      return upload
    }
    expect(startWith(MB + 1).item('a')).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^Failed to upload files: this upload needs 1 MB, but the project has 1 MB/),
    })
    const upload = startWith(MB)
    expect(upload.statuses()).toEqual({ a: 'asking' })
    upload.choose('b')
    expect(upload.statuses()).toEqual({ a: 'asking', b: 'failed' })
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'new revision' })
    upload.report('a', {
      type: 'upload.finished',
      kept: [{ id: 'a', name: 'a.brd', size: MB }],
      gone: ['old'],
      note: null,
    })
    upload.actor.send({ type: 'upload.retried', id: 'b' })
    expect(upload.statuses()).toEqual({ a: 'done', b: 'failed' })

    const both = startWith(MB)
    both.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'keep both' })
    expect(both.statuses()).toEqual({ a: 'sending' })
  })

  test('uploaded files count before the project is listed again', () => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 150 })
    upload.choose('a')
    upload.finish('a')
    upload.choose('b')
    expect(upload.statuses()).toEqual({ a: 'done', b: 'failed' })
  })
})

describe('excluded files', () => {
  const choose = (upload: ReturnType<typeof start>, names: string[], unreadable: string[] = []) =>
    upload.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: names.map((name, index) => ({ ...chosen(String(index), name), size: 1 })),
      unreadable,
    })

  test('system files are excluded and reported', () => {
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
      '5 system files were skipped: .DS_Store, Thumbs.db, desktop.ini and 1 more.',
    )
    choose(upload, ['__MACOSX/fab/._top.gbr'])
    expect(leftOutOf(upload.actor.getSnapshot())).toBe('1 system file was skipped: ._top.gbr.')
    choose(upload, ['thumbs.dbx', 'a.ds_store', 'desktop.ini/a.brd'])
    expect(leftOutOf(upload.actor.getSnapshot())).toBeNull()
  })

  test('unreadable files are reported, and the others continue', () => {
    const upload = start()
    choose(upload, ['top.gbr'], ['locked', 'fab/a', 'fab/b', 'fab/c', 'fab/d'])
    expect(upload.statuses()).toEqual({ 0: 'sending' })
    expect(noticeOf(upload.actor.getSnapshot())).toBe(
      '5 files or folders could not be read and will not be uploaded: locked, fab/a, fab/b and 2 more. ' +
        'Check that you have access, then try again.',
    )
    choose(upload, [], ['locked'])
    expect(noticeOf(upload.actor.getSnapshot())).toMatch(/^1 file or folder could not be read/)
  })
})

test('the summary counts uploaded, failed and canceled files', () => {
  const upload = start()
  upload.choose('a', 'b', 'c', 'd')
  expect(summaryOf(itemsOf(upload.actor.getSnapshot()))).toBe('0 of 4 uploaded')
  upload.finish('a')
  upload.report('b', { type: 'upload.failed', error: fault(413) })
  upload.actor.send({ type: 'upload.cancelled', id: 'd' })
  expect(summaryOf(itemsOf(upload.actor.getSnapshot()))).toBe('1 of 2 uploaded, 1 failed, 1 canceled')
  upload.finish('c')
  expect(summaryOf(itemsOf(upload.actor.getSnapshot()))).toBe('2 uploaded, 1 failed, 1 canceled')
})

test('finished files are released when the list is cleared', () => {
  const upload = start()
  upload.choose('a', 'b')
  upload.actor.send({ type: 'upload.cancelled', id: 'a' })
  upload.actor.send({ type: 'list.cleared', projectId: 'p1' })
  expect(upload.released).toEqual(['a'])
})
