import { describe, expect, test } from 'vitest'

import { UnreadableFile } from '../../../machines/transfers/dropped-files'
import { isUnsentFiles, unsentOf } from '../../../machines/transfers/upload.machine'
import { chosen, MB, start } from './start-uploads'

const choose = (upload: ReturnType<typeof start>, file: Partial<ReturnType<typeof chosen>>) =>
  upload.actor.send({
    type: 'files.chosen',
    projectId: 'p1',
    files: [{ ...chosen('new', 'a.brd'), ...file }],
    unreadable: [],
  })

test('what a reload cut off is in the list again, and gives way to the same file chosen anew', () => {
  const first = start()
  first.choose('b', 'a')
  first.finish('b')
  const unsent = unsentOf(first.actor.getSnapshot())
  expect(unsent).toEqual({
    files: [{ id: 'a', projectId: 'p1', name: 'a.brd', size: 100, modified: 1000, address: null }],
  })
  expect(isUnsentFiles(unsent)).toBe(true)
  expect(isUnsentFiles({ files: [{ id: 'a' }] })).toBe(false)

  const second = start(unsent?.files)
  expect(second.item('a')).toMatchObject({
    status: 'interrupted',
    failure: 'This upload was interrupted. Choose the file again.',
  })
  expect(second.sending()).toEqual([])
  choose(second, { size: 100 })
  expect(second.statuses()).toEqual({ new: 'sending' })
})

test('a file that changed or went since it was chosen asks for it again, and gives way to it', () => {
  const upload = start()
  upload.choose('a')
  upload.report('a', { type: 'upload.failed', error: new UnreadableFile() })
  expect(upload.item('a')?.status).toBe('interrupted')
  choose(upload, { size: 100, modified: 2000 })
  expect(upload.statuses()).toEqual({ new: 'sending' })
})

describe('a resumable upload that a reload cut off', () => {
  const size = 100 * MB
  /** The files that would be restored after a reload in the middle of an upload. */
  const unsent = () => {
    const upload = start()
    upload.actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: [{ ...chosen('a'), size }],
      unreadable: [],
    })
    upload.report('a', { type: 'upload.begun', address: '/uploads/a' })
    upload.report('a', { type: 'upload.progressed', sent: 30 * MB, at: 0 })
    return unsentOf(upload.actor.getSnapshot())?.files
  }
  const addresses = (upload: ReturnType<typeof start>) => upload.sent.map(({ address }) => address)

  test('continues where it stood when the same file is chosen again', () => {
    const upload = start(unsent())
    expect(upload.item('a')).toMatchObject({
      status: 'interrupted',
      failure: 'This upload was interrupted. Choose the file again to resume where it stopped.',
    })
    choose(upload, { size })
    expect(upload.statuses()).toEqual({ new: 'sending' })
    expect(addresses(upload)).toEqual(['/uploads/a'])
  })

  test('begins anew with a file that was changed since, and under another name continues where it stood', () => {
    const changed = start(unsent())
    choose(changed, { size, modified: 2000 })
    expect(addresses(changed)).toEqual([null])

    const renamed = start(unsent())
    const taken = { id: 'old', name: 'a.brd', fileType: 'layout', size: 1 }
    renamed.actor.send({ type: 'project.listed', projectId: 'p1', files: [taken], leftBytes: 2048 * MB })
    choose(renamed, { size })
    renamed.actor.send({ type: 'conflict.answered', ids: ['new'], answer: 'keep both' })
    expect(renamed.sent).toMatchObject([{ name: 'a (2).brd', address: '/uploads/a' }])
  })

  test('can be given up', () => {
    const upload = start(unsent())
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect([upload.statuses(), upload.left]).toEqual([{ a: 'cancelled' }, ['/uploads/a']])
  })
})
