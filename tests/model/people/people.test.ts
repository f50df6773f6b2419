import { describe, expect, test, vi } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import * as deletion from '../../../machines/people/data-deletion.machine'
import * as dataExport from '../../../machines/people/data-export.machine'

describe('the export of the user’s data', () => {
  /** Starts the machine. `calls` are the calls that have not ended yet. */
  const start = () => {
    const calls = new Set<(event: AnyEventObject) => void>()
    let begun = 0
    const receiveExport = fromCallback<AnyEventObject>(({ sendBack }) => {
      begun++
      calls.add(sendBack)
      return () => void calls.delete(sendBack)
    })
    const actor = createActor(dataExport.dataExportMachine.provide({ actors: { receiveExport } })).start()
    const report = (event: dataExport.ExportEvent) => calls.forEach((sendBack) => sendBack(event))
    return { actor, calls, report, begun: () => begun, now: () => actor.getSnapshot() }
  }

  test('receives the zip once, however often it is requested, and counts the bytes', () => {
    const { actor, report, begun, now } = start()
    expect(begun()).toBe(0)
    actor.send({ type: 'export.requested' })
    actor.send({ type: 'export.requested' })
    expect([begun(), dataExport.isReceiving(now()), dataExport.receivedOf(now())]).toEqual([1, true, 0])
    report({ type: 'export.progressed', received: 2048 })
    expect(dataExport.receivedOf(now())).toBe(2048)
    report({ type: 'export.finished' })
    expect([dataExport.isSaved(now()), dataExport.isReceiving(now())]).toEqual([true, false])
    actor.send({ type: 'export.requested' })
    expect([begun(), dataExport.receivedOf(now())]).toEqual([2, 0])
  })

  test.each([
    ['Too many requests. Please try again in 30 seconds.', 'Too many requests. Please try again in 30 seconds.'],
    ['', 'Your data could not be exported.'],
  ])('can be repeated after a failure (%j)', (message, shown) => {
    const { actor, report, now } = start()
    actor.send({ type: 'export.requested' })
    report({ type: 'export.failed', error: new Error(message) })
    expect([dataExport.exportFailureOf(now()), dataExport.isSaved(now())]).toEqual([shown, false])
    actor.send({ type: 'export.requested' })
    expect([dataExport.exportFailureOf(now()), dataExport.isReceiving(now())]).toEqual([null, true])
  })

  test('ends its call when it is canceled', () => {
    const { actor, calls, now } = start()
    actor.send({ type: 'export.requested' })
    expect(calls.size).toBe(1)
    actor.send({ type: 'export.cancelled' })
    expect([calls.size, dataExport.isReceiving(now()), dataExport.exportFailureOf(now())]).toEqual([0, false, null])
  })
})

describe('the deletion of the user’s data', () => {
  const start = (answer: () => Promise<void> = async () => {}) => {
    const calls: deletion.DataDeletion[] = []
    const tellDeleted = vi.fn()
    const deleteData = fromPromise<void, deletion.DataDeletion>(({ input }) => {
      calls.push(input)
      return answer()
    })
    const machine = deletion.dataDeletionMachine.provide({ actors: { deleteData } })
    const actor = createActor(machine, { input: { username: 'uma' } })
    actor.on('data.deleted', tellDeleted)
    actor.start()
    const type = (text: string) => actor.send({ type: 'name.typed', text })
    return { actor, calls, tellDeleted, type, now: () => actor.getSnapshot() }
  }

  test.each(['', 'um', 'Uma', 'uma1', 'DELETE'])('does not start while %j is typed', (typed) => {
    const { actor, calls, type, now } = start()
    type(typed)
    actor.send({ type: 'deletion.confirmed' })
    expect([deletion.canDelete(now()), calls]).toEqual([false, []])
  })

  test('starts once after the username is typed, and reports when it is done', async () => {
    const { actor, calls, tellDeleted, type, now } = start()
    type(' uma ')
    expect(deletion.canDelete(now())).toBe(true)
    actor.send({ type: 'deletion.confirmed' })
    actor.send({ type: 'deletion.confirmed' })
    actor.send({ type: 'files.chosen', removeFiles: true })
    expect(deletion.isDeleting(now())).toBe(true)
    expect(tellDeleted).not.toHaveBeenCalled()
    await waitFor(actor, deletion.isDeleted)
    expect(calls).toEqual([{ username: 'uma', removeFiles: false }])
    expect(tellDeleted).toHaveBeenCalledOnce()
  })

  test('that is refused shows the reason, keeps the input, and can be repeated without the files', async () => {
    const reason = 'Nothing was deleted: a simulation request is unpaid or in progress.'
    const answers = [Promise.reject(new Error(reason)), Promise.resolve()]
    const { actor, calls, tellDeleted, type, now } = start(() => answers.shift() ?? Promise.resolve())
    type('uma')
    actor.send({ type: 'files.chosen', removeFiles: true })
    actor.send({ type: 'deletion.confirmed' })
    await waitFor(actor, (snapshot) => !deletion.isDeleting(snapshot))
    expect([deletion.deletionFailureOf(now()), deletion.typedOf(now()), deletion.removeFilesOf(now())]).toEqual([
      reason,
      'uma',
      true,
    ])
    expect(tellDeleted).not.toHaveBeenCalled()
    actor.send({ type: 'files.chosen', removeFiles: false })
    expect(deletion.deletionFailureOf(now())).toBeNull()
    actor.send({ type: 'deletion.confirmed' })
    await waitFor(actor, deletion.isDeleted)
    expect(calls.map(({ removeFiles }) => removeFiles)).toEqual([true, false])
  })

  test('without a response says that the data may be deleted', async () => {
    const { actor, type, now } = start(() => Promise.reject(new Error('')))
    type('uma')
    actor.send({ type: 'deletion.confirmed' })
    await waitFor(actor, (snapshot) => !deletion.isDeleting(snapshot))
    expect(deletion.deletionFailureOf(now())).toBe(
      'The server did not respond, so your data may already have been deleted. Please try again: if it was deleted, you will be signed out.',
    )
    expect(deletion.canDelete(now())).toBe(true)
  })
})
