import { describe, expect, test, vi } from 'vitest'

import { isSending } from '../../../machines/transfers/upload.machine'
import type { UploadTarget } from '../../../machines/transfers/upload-rules'
import { chosen, fault, MB, start } from './start-uploads'

describe('files chosen before the project is listed', () => {
  const there = { id: 'old', name: 'A.brd', fileType: 'layout', size: 1 }

  test('wait for its list, and are then checked like any others', async () => {
    const upload = start([], { listed: false })
    upload.choose('a', 'b')
    expect(upload.statuses()).toEqual({ a: 'listing', b: 'listing' })
    expect(upload.sending()).toEqual([])
    expect(isSending(upload.actor.getSnapshot())).toBe(true)
    expect(upload.asked.map(({ projectId }) => projectId)).toEqual(['p1'])
    upload.asked[0]?.answer({ files: [there], leftBytes: null })
    await vi.waitFor(() => expect(upload.statuses()).toEqual({ a: 'asking', b: 'sending' }))
  })

  test('use the list of the file manager if that arrives first', () => {
    const upload = start([], { listed: false })
    upload.choose('a')
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [there], leftBytes: MB })
    expect(upload.statuses()).toEqual({ a: 'asking' })
    expect(upload.actor.getSnapshot().value).toBe('resting')
  })

  test('do not use an old list once the project is opened again', () => {
    const upload = start()
    upload.actor.send({ type: 'project.opened', projectId: 'p1' })
    upload.choose('a')
    expect(upload.statuses()).toEqual({ a: 'listing' })
  })

  test('fail if the list cannot be loaded, and Retry requests it again', async () => {
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

  test('can be canceled, and two projects are listed one after the other', async () => {
    const upload = start([], { listed: false })
    upload.choose('a')
    upload.actor.send({ type: 'files.chosen', projectId: 'p2', files: [chosen('b')], unreadable: [] })
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect(upload.asked.map(({ projectId }) => projectId)).toEqual(['p1', 'p2'])
    // The list of p1 does not apply to p2.
    upload.asked[0]?.answer({ files: [{ ...there, name: 'b.brd' }], leftBytes: null })
    upload.asked[1]?.answer({ files: [], leftBytes: null })
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

  test('wait for its list, which is requested only once', () => {
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

  test('request the list themselves once it is closed', async () => {
    const upload = startOpen()
    upload.choose('a')
    upload.actor.send({ type: 'project.closed', projectId: 'p1' })
    expect(upload.asked.map(({ projectId }) => projectId)).toEqual(['p1'])
    upload.asked[0]?.answer({ files: [], leftBytes: MB })
    await vi.waitFor(() => expect(upload.sending()).toEqual(['a']))
  })

  test('that have requested the list themselves use the file manager’s list once it opens', () => {
    const upload = start([], { listed: false })
    upload.choose('a')
    upload.actor.send({ type: 'project.opened', projectId: 'p1' })
    expect(upload.actor.getSnapshot().value).toBe('resting')
    list(upload)
    expect([upload.sending(), upload.asked.length]).toEqual([['a'], 1])
  })

  test('fail if the list cannot be loaded, and Retry requests it again', () => {
    const upload = startOpen()
    upload.choose('a')
    upload.actor.send({ type: 'project.unlisted', projectId: 'p1', error: fault(0) })
    expect(upload.item('a')?.failure).toBe(
      'Failed to upload files: the list of the project’s files could not be loaded',
    )
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect([upload.statuses(), upload.wanted]).toEqual([{ a: 'listing' }, ['wanted p1', 'wanted p1']])
  })

  test('reload the list before asking about a name that was taken in the meantime', () => {
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
