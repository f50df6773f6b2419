import { describe, expect, test } from 'vitest'
import { createActor, type EventFromLogic, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  type StaffRequest,
  staffRequestMachine,
  type StaffTask,
} from '../../../machines/staff/requests/staff-request.machine'
import { staffRequest } from './samples'

type Call = {
  name: 'load' | 'perform' | 'download'
  task?: StaffTask | null
  resolve: (request: StaffRequest) => void
  reject: (error: Error) => void
}

/** A displayed request. Its next calls wait until the test responds to them. */
async function shownRequest() {
  const calls: Call[] = []
  const call = (name: Call['name'], task?: StaffTask | null) =>
    new Promise<StaffRequest>((resolve, reject) => calls.push({ name, ...(task && { task }), resolve, reject }))
  const machine = staffRequestMachine.provide({
    actors: {
      loadRequest: fromPromise<StaffRequest, { requestId: string }>(() => call('load')),
      perform: fromPromise<StaffRequest, { requestId: string; task: StaffTask | null }>(({ input }) =>
        call('perform', input.task),
      ),
      saveFiles: fromPromise<void, { requestId: string; number: string }>(async () => void (await call('download'))),
      followRequest: fromCallback(() => {}),
    },
  })
  const actor = createActor(machine, { input: { requestId: 'r1', notes: null } }).start()
  calls.pop()?.resolve(staffRequest())
  await waitFor(actor, (snapshot) => snapshot.hasTag('shown'))
  return { actor, calls, names: () => calls.map(({ name }) => name) }
}

const tasks: [EventFromLogic<typeof staffRequestMachine>, Call['name']][] = [
  [{ type: 'files.requested' }, 'download'],
  [{ type: 'request.taken' }, 'perform'],
  [{ type: 'request.started' }, 'perform'],
  [{ type: 'item.changed', item: 'files', done: true }, 'perform'],
]

describe('a request as seen by the staff', () => {
  test.each(tasks)('$type starts even during an update, which is repeated afterwards', async (event, name) => {
    const { actor, calls, names } = await shownRequest()
    actor.send({ type: 'request.outdated' })
    expect(names()).toEqual(['load'])
    actor.send(event)
    expect(names()).toEqual(['load', name])
    calls.at(-1)?.resolve(staffRequest())
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))
    expect(names()).toEqual(['load', name, 'load'])
  })

  test('notes are saved even during an update', async () => {
    const { actor, calls } = await shownRequest()
    actor.send({ type: 'notes.typed', text: 'Return path of lane 2?' })
    actor.send({ type: 'request.outdated' })
    actor.send({ type: 'notes.saved' })
    expect(calls.at(-1)?.task).toEqual({ kind: 'notes', notes: 'Return path of lane 2?', version: 0 })
  })

  test('a task can start after a failed update', async () => {
    const { actor, calls, names } = await shownRequest()
    actor.send({ type: 'request.outdated' })
    calls.at(-1)?.reject(new Error('The server did not respond.'))
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: { resting: 'outdated' } }))
    actor.send({ type: 'files.requested' })
    expect(names()).toEqual(['load', 'download'])
    actor.stop()
  })

  test('a change that is reported after a failed update is loaded', async () => {
    const { actor, calls, names } = await shownRequest()
    actor.send({ type: 'request.outdated' })
    calls.at(-1)?.reject(new Error('The server did not respond.'))
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: { resting: 'outdated' } }))
    actor.send({ type: 'request.outdated' })
    expect(names()).toEqual(['load', 'load'])
    actor.stop()
  })

  test('a change that is reported during a task is loaded after it', async () => {
    const { actor, calls, names } = await shownRequest()
    actor.send({ type: 'request.started' })
    actor.send({ type: 'request.outdated' })
    calls.at(-1)?.resolve(staffRequest({ status: 'in progress' }))
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))
    expect(names()).toEqual(['perform', 'load'])
  })

  test('a change that is reported while the request is being loaded is loaded as well', async () => {
    const answers: ((request: StaffRequest) => void)[] = []
    const actor = createActor(
      staffRequestMachine.provide({
        actors: {
          loadRequest: fromPromise<StaffRequest, { requestId: string }>(
            () => new Promise((resolve) => answers.push(resolve)),
          ),
          followRequest: fromCallback(({ sendBack }) => sendBack({ type: 'request.outdated' })),
        },
      }),
      { input: { requestId: 'r1', notes: null } },
    ).start()
    answers[0]?.(staffRequest())
    await waitFor(actor, (snapshot) => snapshot.hasTag('shown'))
    expect(answers).toHaveLength(2)
  })
})
