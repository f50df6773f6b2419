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

test('an upload interrupted by a reload is restored in the list, until the same file is chosen again', () => {
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

test('a file that was changed or deleted after it was chosen has to be chosen again, which replaces it', () => {
  const upload = start()
  upload.choose('a')
  upload.report('a', { type: 'upload.failed', error: new UnreadableFile() })
  expect(upload.item('a')?.status).toBe('interrupted')
  choose(upload, { size: 100, modified: 2000 })
  expect(upload.statuses()).toEqual({ new: 'sending' })
})

describe('a resumable upload interrupted by a reload', () => {
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

  test('continues where it stopped when the same file is chosen again', () => {
    const upload = start(unsent())
    expect(upload.item('a')).toMatchObject({
      status: 'interrupted',
      failure: 'This upload was interrupted. Choose the file again to resume where it stopped.',
    })
    choose(upload, { size })
    expect(upload.statuses()).toEqual({ new: 'sending' })
    expect(addresses(upload)).toEqual(['/uploads/a'])
  })

  test('starts over with a changed file, and continues under another name', () => {
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

  test('can be canceled', () => {
    const upload = start(unsent())
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect([upload.statuses(), upload.left]).toEqual([{ a: 'cancelled' }, ['/uploads/a']])
  })
})
