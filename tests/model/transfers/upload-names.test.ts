import { describe, expect, test, vi } from 'vitest'

import { storedNote } from '../../../machines/transfers/upload-rules'
import { covers } from '../../spec-coverage/covers'
import { chosen, fault, MB, start } from './start-uploads'

describe('a name that is taken', () => {
  const there = { id: 'old', name: 'A.brd', fileType: 'layout', size: 1 }
  const startWith = (...files: { id: string; name: string; fileType: string; size: number }[]) => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files, leftBytes: MB })
    return upload
  }

  test('shows a question, and the other files continue', () => {
    covers('decisions-same-name')
    const upload = startWith(there)
    upload.choose('a', 'b')
    expect(upload.statuses()).toEqual({ a: 'asking', b: 'sending' })
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'skip' })
    expect(upload.statuses()['a']).toBe('cancelled')
  })

  test('new revision: the new file is sent as a revision of the existing one', () => {
    const upload = startWith(there)
    upload.choose('a')
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'new revision' })
    expect(upload.sent).toMatchObject([{ id: 'a', projectId: 'p1', name: 'a.brd', address: null, replaced: there }])
  })

  test('keep both: the new file is numbered, skipping numbers that are taken', () => {
    const upload = startWith(there, { ...there, id: 'second', name: 'a (2).brd' })
    upload.choose('a')
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'keep both' })
    expect(upload.sent.map(({ name, replaced }) => [name, replaced])).toEqual([['a (3).brd', null]])
  })

  test('is also detected within one selection, and answered in order', () => {
    const upload = start()
    const files = ['x', 'y'].map((id) => chosen(id, 'same.brd'))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    expect(upload.statuses()).toEqual({ x: 'sending', y: 'asking' })
    upload.actor.send({ type: 'conflict.answered', ids: ['y'], answer: 'new revision' })
    expect(upload.statuses()).toEqual({ x: 'sending', y: 'waiting' })
    const kept = { id: 'new', name: 'same.brd', fileType: 'layout', size: 1 }
    upload.report('x', { type: 'upload.finished', kept: [kept], gone: [], note: null })
    expect(upload.sent.at(-1)).toMatchObject({ id: 'y', replaced: kept })
  })

  test('several questions can be answered at once', () => {
    const upload = startWith(there, { ...there, id: 'b', name: 'b.brd' })
    upload.choose('a', 'b')
    upload.actor.send({ type: 'conflict.answered', ids: ['a', 'b'], answer: 'keep both' })
    expect(upload.sent.map(({ name }) => name)).toEqual(['a (2).brd', 'b (2).brd'])
  })

  test('keep both: files of one selection with the same name get different numbers', () => {
    const upload = startWith(there)
    const files = ['x', 'y'].map((id) => ({ ...chosen(id, 'a.brd'), size: 100 }))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    upload.actor.send({ type: 'conflict.answered', ids: ['x', 'y'], answer: 'keep both' })
    expect(upload.sent.map(({ name }) => name)).toEqual(['a (2).brd', 'a (3).brd'])
  })
})

describe('a name that another user has taken in the meantime', () => {
  test('shows a question when the server rejects it, with the current list', async () => {
    const upload = start()
    upload.choose('a')
    upload.report('a', { type: 'upload.failed', error: fault(409) })
    expect(upload.statuses()).toEqual({ a: 'listing' })
    upload.asked[0]?.answer({ files: [{ id: 'theirs', name: 'a.brd', fileType: 'layout', size: 1 }], leftBytes: MB })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'asking' }))
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'new revision' })
    expect(upload.sent.at(-1)).toMatchObject({ id: 'a', replaced: { id: 'theirs' } })
  })

  test('shows the server’s message until it is answered, and no bytes are sent again', async () => {
    const upload = start()
    const large = { ...chosen('a'), size: 20 * MB }
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files: [large], unreadable: [] })
    upload.report('a', { type: 'upload.begun', address: '/uploads/a' })
    const message = 'A file named “a.brd” is already in Inputs.'
    upload.report('a', { type: 'upload.failed', error: fault(409, message) })
    const theirs = { id: 'theirs', name: 'A.brd', fileType: 'layout', size: 1 }
    upload.asked[0]?.answer({ files: [theirs], leftBytes: 100 * MB })
    await vi.waitFor(() => expect(upload.item('a')).toMatchObject({ status: 'asking', failure: message }))
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'new revision' })
    expect(upload.item('a')).toMatchObject({ status: 'sending', failure: null })
    expect(upload.sent.at(-1)).toMatchObject({ address: '/uploads/a', replaced: theirs })
  })

  test('shows no message once skipped, and can be retried', async () => {
    const upload = start()
    upload.choose('a')
    upload.report('a', { type: 'upload.failed', error: fault(409, 'It is taken.') })
    upload.asked[0]?.answer({ files: [{ id: 'theirs', name: 'a.brd', fileType: 'layout', size: 1 }], leftBytes: MB })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'asking' }))
    upload.actor.send({ type: 'conflict.answered', ids: ['a'], answer: 'skip' })
    expect(upload.item('a')).toMatchObject({ status: 'cancelled', failure: null })
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(upload.statuses()).toEqual({ a: 'asking' })
  })

  test('is available if only a report has it', () => {
    const upload = start()
    const report = { id: 'report', name: 'a.brd', fileType: 'report', size: 1, folderId: 'reports' } as const
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [report], leftBytes: MB })
    upload.choose('a')
    expect(upload.sent).toMatchObject([{ id: 'a', replaced: null }])
  })

  test('shows a question even if the list does not contain it', async () => {
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

  test('are equal regardless of case and Unicode composition', () => {
    const upload = startWith('M\u00fcller.brd')
    choose(upload, 'Mu\u0308ller.BRD', 'MU\u0308LLER.brd')
    expect(upload.statuses()).toEqual({ 0: 'asking', 1: 'asking' })
    expect(upload.item('0')?.name).toBe('M\u00fcller.BRD')
  })

  test('in other folders are different, and a number precedes the extension of the last part', () => {
    const upload = startWith('rev.a/notes', 'rev.a/board.brd')
    choose(upload, 'rev.b/notes', 'rev.a/notes', 'rev.a/board.brd')
    expect(upload.statuses()).toEqual({ 0: 'sending', 1: 'asking', 2: 'asking' })
    upload.actor.send({ type: 'conflict.answered', ids: ['1', '2'], answer: 'keep both' })
    expect(['1', '2'].map((id) => upload.item(id)?.name)).toEqual(['rev.a/notes (2)', 'rev.a/board (2).brd'])
  })

  test('with a number are limited to 255 bytes, cut at a character boundary', () => {
    const long = `${'ä'.repeat(125)}.brd`
    const upload = startWith(long)
    choose(upload, long)
    upload.actor.send({ type: 'conflict.answered', ids: ['0'], answer: 'keep both' })
    expect(upload.item('0')?.name).toBe(`${'ä'.repeat(123)} (2).brd`)
  })
})

describe('the note on a stored file', () => {
  const before = { id: 'old', name: 'a.brd', fileType: 'layout', size: 1, sha256: 'one' }

  test('says that a new revision has the same content', () => {
    expect(storedNote({ name: 'a.brd', sha256: 'one' }, 'a.brd', before)).toMatch(/^Its content is the same/)
    expect(storedNote({ name: 'a.brd', sha256: 'two' }, 'a.brd', before)).toBeNull()
    expect(storedNote({ name: 'a.brd', sha256: 'one' }, 'a.brd', null)).toBeNull()
  })

  test('names a file that the server has renamed', () => {
    expect(storedNote({ name: 'a.brd', sha256: 'one' }, 'a\u0007.brd', null)).toBe('It was saved as a.brd.')
  })
})
