import { describe, expect, test } from 'vitest'

import { isSending } from '../../../machines/transfers/upload.machine'
import { chosen, fault, MB, start, startFile } from './start-uploads'

describe('a large file', () => {
  const startLarge = () => {
    const upload = startFile()
    upload.report({ type: 'upload.begun', address: '/uploads/a' })
    upload.report({ type: 'upload.progressed', sent: 30 * MB, at: 0 })
    return upload
  }
  const addresses = (upload: ReturnType<typeof startFile>) => upload.sent.map(({ address }) => address)

  test.each([
    [0, 'The connection was lost. The upload will resume automatically.'],
    [401, 'Your sign-in has expired. The upload will resume automatically.'],
    [500, 'The server could not process the file. The upload will resume automatically.'],
  ])('pauses on a failure with status %i and continues where it stopped', (status, failure) => {
    const upload = startLarge()
    upload.fail(fault(status))
    expect(upload.file()).toMatchObject({ status: 'paused', sent: 30 * MB, failure })
    upload.clock.increment(1000)
    expect(addresses(upload)).toEqual([null, '/uploads/a'])
    expect(upload.file()).toMatchObject({ status: 'sending', failure: null })
    upload.report({ type: 'upload.finished', kept: [], gone: [], note: null })
    expect(upload.file()).toMatchObject({ status: 'done', address: null })
  })

  test('retries with increasing delays, which are reset by progress', () => {
    const upload = startLarge()
    const failAndWait = (ms: number) => {
      upload.fail(fault(0))
      upload.clock.increment(ms - 1)
      expect(upload.file()?.status).toBe('paused')
      upload.clock.increment(1)
      expect(upload.file()?.status).toBe('sending')
    }
    for (const ms of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) failAndWait(ms)
    // The part that the server has lost is sent again.
    for (const sent of [20, 25, 30]) upload.report({ type: 'upload.progressed', sent: sent * MB, at: 0 })
    failAndWait(30_000)
    upload.report({ type: 'upload.progressed', sent: 31 * MB, at: 0 })
    failAndWait(1000)
  })

  test('fails after many unsuccessful retries', () => {
    const upload = startLarge()
    for (let n = 0; upload.file()?.status === 'sending' && n < 100; n++) {
      upload.fail(fault(0))
      upload.clock.increment(30_000)
    }
    expect(upload.file()).toMatchObject({
      status: 'failed',
      failure: 'Failed to upload files: the connection was lost',
      address: '/uploads/a',
    })
  })

  test.each(['network.returned', 'upload.retried'] as const)('continues at once on %s', (type) => {
    const upload = startLarge()
    upload.fail(fault(0))
    expect(upload.file()?.status).toBe('paused')
    upload.actor.send({ type })
    expect(upload.file()?.status).toBe('sending')
  })

  test('fails if the server rejects it', () => {
    const upload = startLarge()
    upload.fail(fault(413, 'The project is full.'))
    expect(upload.file()).toMatchObject({
      status: 'failed',
      failure: 'Failed to upload files: The project is full.',
    })
  })
})

test('a small file is sent again only on demand after a lost connection', () => {
  const upload = startFile({ size: MB })
  upload.fail(fault(0))
  expect(upload.file()?.status).toBe('failed')
})

describe('in the queue, a large file', () => {
  const startLarge = (...ids: string[]) => {
    const upload = start()
    upload.actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 2048 * MB })
    const files = ids.map((id) => ({ ...chosen(id), size: 100 * MB }))
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files, unreadable: [] })
    for (const id of ids) upload.report(id, { type: 'upload.begun', address: `/uploads/${id}` })
    return upload
  }
  const addresses = (upload: ReturnType<typeof start>) => upload.sent.map(({ address }) => address)

  test('keeps its slot while it is paused, and continues on demand', () => {
    const upload = startLarge('a', 'b', 'c')
    upload.report('a', { type: 'upload.failed', error: fault(0) })
    expect(upload.statuses()).toEqual({ a: 'paused', b: 'sending', c: 'waiting' })
    expect(isSending(upload.actor.getSnapshot())).toBe(true)
    upload.actor.send({ type: 'upload.retried', id: 'b' })
    expect(upload.statuses()).toEqual({ a: 'paused', b: 'sending', c: 'waiting' })
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(upload.statuses()).toEqual({ a: 'sending', b: 'sending', c: 'waiting' })
  })

  test('continues with all others when the network is back', () => {
    const upload = startLarge('a', 'b')
    for (const id of ['a', 'b']) upload.report(id, { type: 'upload.failed', error: fault(0) })
    upload.actor.send({ type: 'network.returned' })
    expect(upload.statuses()).toEqual({ a: 'sending', b: 'sending' })
  })

  test('that has failed continues on Retry', () => {
    const upload = startLarge('a')
    upload.report('a', { type: 'upload.failed', error: fault(507) })
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(addresses(upload)).toEqual([null, '/uploads/a'])
  })

  test('that is canceled is deleted on the server, and Retry starts over', () => {
    const upload = startLarge('a')
    upload.report('a', { type: 'upload.failed', error: fault(0) })
    upload.actor.send({ type: 'upload.cancelled', id: 'a' })
    expect(upload.left).toEqual(['/uploads/a'])
    expect(upload.statuses()).toEqual({ a: 'cancelled' })
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(addresses(upload)).toEqual([null, null])
  })

  test('that is uploaded occupies its name in the project at once', () => {
    const upload = startLarge('a')
    const kept = [{ id: 'kept', name: 'a.brd', fileType: 'layout', size: 1 }]
    upload.report('a', { type: 'upload.finished', kept, gone: [], note: null })
    upload.actor.send({ type: 'files.chosen', projectId: 'p1', files: [chosen('again', 'a.brd')], unreadable: [] })
    expect(upload.item('again')?.status).toBe('asking')
  })

  test('that failed is deleted on the server when the list is cleared', () => {
    const upload = startLarge('a')
    upload.report('a', { type: 'upload.failed', error: fault(413) })
    expect(upload.left).toEqual([])
    upload.actor.send({ type: 'list.cleared', projectId: 'p1' })
    expect(upload.left).toEqual(['/uploads/a'])
  })
})
