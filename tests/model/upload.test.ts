import { describe, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import { itemsOf, noticeOf, unsentOf, uploadMachine } from '../../machines/workspace/upload.machine'

/** An upload whose transfers the test drives by hand. */
function start(interrupted: { id: string; name: string; size: number }[] = []) {
  const under = new Map<string, (event: { type: string }) => void>()
  const aborted: string[] = []
  const kept: string[] = []
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        sendFile: fromCallback<{ type: string }, { projectId: string; id: string }>(({ input, sendBack }) => {
          if (input.id === 'gone') throw new Error('The file is no longer at hand.')
          under.set(input.id, sendBack)
          return () => {
            under.delete(input.id)
            aborted.push(input.id)
          }
        }),
      },
    }),
    { input: { projectId: 'p1', interrupted } },
  )
  actor.on('file.kept', ({ id }) => kept.push(id))
  actor.start()
  return {
    actor,
    kept,
    aborted,
    sending: () => [...under.keys()],
    choose: (...ids: string[]) =>
      actor.send({ type: 'files.chosen', files: ids.map((id) => ({ id, name: `${id}.brd`, size: 100 })) }),
    report: (id: string, event: { type: string } & Record<string, unknown>) =>
      under.get(id)?.({ id, ...event } as { type: string }),
    statuses: () => Object.fromEntries(itemsOf(actor.getSnapshot()).map(({ id, status }) => [id, status])),
  }
}

describe('upload', () => {
  test('sends two at a time, in the order of choice', () => {
    const upload = start()
    upload.choose('a', 'b', 'c', 'd')
    expect(upload.sending()).toEqual(['a', 'b'])
    upload.report('b', { type: 'upload.finished' })
    expect(upload.sending()).toEqual(['a', 'c'])
    expect(upload.kept).toEqual(['b'])
    upload.report('a', { type: 'upload.finished' })
    upload.report('c', { type: 'upload.finished' })
    upload.report('d', { type: 'upload.finished' })
    expect(upload.statuses()).toEqual({ a: 'done', b: 'done', c: 'done', d: 'done' })
  })

  test('counts what was sent', () => {
    const upload = start()
    upload.choose('a')
    upload.report('a', { type: 'upload.progressed', sent: 40 })
    expect(itemsOf(upload.actor.getSnapshot())[0]).toMatchObject({ sent: 40, status: 'sending' })
  })

  test('a failure names its reason, the others go on, and Retry sends it again', () => {
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.report('a', { type: 'upload.failed', error: new Error('The project is full.') })
    expect(itemsOf(upload.actor.getSnapshot())[0]).toMatchObject({
      status: 'failed',
      failure: 'Failed to upload files: The project is full.',
    })
    expect(upload.sending()).toEqual(['b', 'c'])
    upload.actor.send({ type: 'upload.retried', id: 'a' })
    expect(upload.statuses()['a']).toBe('waiting')
    upload.report('b', { type: 'upload.finished' })
    expect(upload.sending()).toEqual(['c', 'a'])
  })

  test('a file whose bytes are gone fails alone', () => {
    const upload = start()
    upload.choose('gone', 'b')
    expect(upload.statuses()).toEqual({ gone: 'failed', b: 'sending' })
  })

  test('cancelling aborts a transfer under way and frees its lane', () => {
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
    upload.report('a', { type: 'upload.finished' })
    expect(upload.sending()).toEqual(['b'])
  })

  test('an empty choice asks for a file', () => {
    const upload = start()
    upload.choose()
    expect(noticeOf(upload.actor.getSnapshot())).toBe('Choose at least one file to upload.')
    upload.choose('a')
    expect(noticeOf(upload.actor.getSnapshot())).toBeNull()
  })

  test('what a reload cut off is in the list again, to be chosen anew', () => {
    const first = start()
    first.choose('a', 'b')
    first.report('a', { type: 'upload.finished' })
    const unsent = unsentOf(first.actor.getSnapshot())
    expect(unsent?.files.map(({ id }) => id)).toEqual(['b'])
    const second = start(unsent?.files)
    expect(second.sending()).toEqual([])
    expect(itemsOf(second.actor.getSnapshot())[0]).toMatchObject({
      name: 'b.brd',
      status: 'failed',
      failure: 'This upload was interrupted. Choose the file again.',
    })
  })

  test('clearing leaves what is still under way', () => {
    const upload = start()
    upload.choose('a', 'b', 'c')
    upload.report('a', { type: 'upload.finished' })
    upload.actor.send({ type: 'list.cleared' })
    expect(upload.statuses()).toEqual({ b: 'sending', c: 'sending' })
  })
})
