import { describe, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import { downloadFileMachine, type DownloadItem } from '../../../machines/transfers/download-file.machine'
import { downloadMachine } from '../../../machines/transfers/download.machine'
import { covers } from '../../spec-coverage/covers'
import { projectFile } from '../samples'

describe('downloads', () => {
  const start = () => {
    const under = new Map<number, (event: { type: string }) => void>()
    const actor = createActor(
      downloadMachine.provide({
        actors: {
          downloadFile: downloadFileMachine.provide({
            actors: {
              receive: fromCallback<{ type: string }, DownloadItem>(({ input: { id }, sendBack }) => {
                under.set(id, sendBack)
                return () => void under.delete(id)
              }),
            },
          }),
        },
      }),
    ).start()
    const report = (id: number, event: { type: string } & Record<string, unknown>) => under.get(id)?.(event)
    return {
      actor,
      report,
      under: () => [...under.keys()],
      items: () => actor.getSnapshot().context.items,
      notice: () => actor.getSnapshot().context.notice,
    }
  }

  test('run one after the other, with their progress', () => {
    const { actor, report, under, items } = start()
    actor.send({ type: 'download.requested', files: [projectFile(), projectFile({ id: 'f2', name: 'b.brd' })] })
    expect(under()).toEqual([1])
    report(1, { type: 'download.progressed', received: 512 })
    expect(items()[0]).toMatchObject({ received: 512, status: 'receiving' })
    report(1, { type: 'download.finished' })
    expect(under()).toEqual([2])
    actor.send({ type: 'export.requested', what: 'zip', projectId: 'p1', name: 'Camera-inputs.zip' })
    expect(items().map(({ status }) => status)).toEqual(['done', 'receiving', 'waiting'])
    actor.send({ type: 'list.cleared' })
    expect(items().map(({ status }) => status)).toEqual(['receiving', 'waiting'])
  })

  test('can be canceled, active or waiting, and requested again', () => {
    const { actor, under, items } = start()
    actor.send({ type: 'download.requested', files: [projectFile(), projectFile({ id: 'f2' })] })
    actor.send({ type: 'download.cancelled', id: 2 })
    actor.send({ type: 'download.cancelled', id: 1 })
    expect(under()).toEqual([])
    expect(items().map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    actor.send({ type: 'download.retried', id: 2 })
    expect(under()).toEqual([2])
    actor.send({ type: 'list.cleared' })
    expect(items().map(({ id }) => id)).toEqual([2])
  })

  test('begins again from the start if it has failed', () => {
    const { actor, report, items } = start()
    actor.send({ type: 'download.requested', files: [projectFile()] })
    report(1, { type: 'download.progressed', received: 512 })
    report(1, { type: 'download.failed', error: new Error('') })
    expect(items()[0]).toMatchObject({ received: 512, status: 'failed' })
    actor.send({ type: 'download.retried', id: 1 })
    expect(items()[0]).toMatchObject({ received: 0, failure: null })
  })

  test.each<[string, unknown, string]>([
    ['without a response', new Error(''), 'Download failed: the connection was lost'],
    ['with a status', Object.assign(new Error(''), { status: 500 }), 'Download failed: HTTP 500'],
    [
      'with a status and a message',
      Object.assign(new Error('There is no such file.'), { status: 404 }),
      'Download failed: HTTP 404. There is no such file.',
    ],
  ])('that fail %s show an error', (_, error, failure) => {
    const { actor, report, items } = start()
    actor.send({ type: 'download.requested', files: [projectFile()] })
    report(1, { type: 'download.failed', error })
    expect(items()[0]).toMatchObject({ status: 'failed', failure })
  })

  test('of an entry that is not a file fail: Invalid file', () => {
    covers('8-download-invalid')
    const { actor, items, notice } = start()
    actor.send({ type: 'download.requested', files: [undefined, projectFile()] })
    expect(notice()).toBe('Download failed: Invalid file')
    expect(items()).toHaveLength(1)
    actor.send({ type: 'export.requested', what: 'csv', projectId: 'p1', name: 'Camera-inputs.csv' })
    expect(notice()).toBeNull()
  })

  test('of a file without an id fail: File ID is missing', () => {
    covers('8-download-no-id')
    const { actor, items, notice } = start()
    actor.send({ type: 'download.requested', files: [projectFile({ id: '' })] })
    expect(notice()).toBe('Download failed: File ID is missing')
    expect(items()).toHaveLength(0)
  })
})
