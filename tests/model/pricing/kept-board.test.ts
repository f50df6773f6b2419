import { describe, expect, test, vi } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate'

import type { KeptBoard } from '../../../machines/pricing/board-price.machine'
import {
  type BeginRequest,
  type BoardProject,
  type BoardUpload,
  isAbsent,
  isUploading,
  isWaiting,
  keptBoardMachine,
  keptFailureOf,
} from '../../../machines/pricing/kept-board.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import type { Project } from '../../../machines/projects/project-list'
import { project, projectFile } from '../samples'
import { kept } from './samples'

const settled = () => new Promise((resolve) => setTimeout(resolve))

type World = {
  names?: string[]
  found?: KeptBoard | null
  find?: () => Promise<KeptBoard | null>
  create?: (order: BoardProject) => Promise<Project>
  uploaded?: ProjectFile | null
}

function start({
  names = [],
  found = kept,
  find = async () => found,
  create = async () => project(),
  uploaded = null,
}: World = {}) {
  const send: { turn?: (event: AnyEventObject) => void; upload?: (event: AnyEventObject) => void } = {}
  const calls: string[] = []
  const created: BoardProject[] = []
  const begun: (BeginRequest | null)[] = []
  const tellBegun = vi.fn<(request: object) => void>()
  const actor = createActor(
    keptBoardMachine.provide({
      actors: {
        takeTurn: fromCallback(({ sendBack }) => {
          send.turn = sendBack
        }),
        findKept: fromPromise(find),
        createProject: fromPromise<Project, BoardProject>(({ input }) => {
          created.push(input)
          return create(input)
        }),
        findUploaded: fromPromise<ProjectFile | null, BoardUpload | null>(async () => uploaded),
        uploadBoard: fromCallback<AnyEventObject, BoardUpload | null>(({ sendBack }) => {
          calls.push('upload')
          send.upload = sendBack
        }),
        beginRequest: fromPromise<void, BeginRequest | null>(async ({ input }) => void begun.push(input)),
        eraseKept: fromPromise<void>(async () => void calls.push('erase')),
      },
      actions: { tellBegun: (_, request) => tellBegun(request) },
    }),
    { input: { names } },
  ).start()
  const takeTurn = async () => {
    send.turn?.({ type: 'turn.begun' })
    for (let step = 0; step < 5; step += 1) await settled()
  }
  return { actor, send, calls, created, begun, tellBegun, takeTurn }
}

const conflict = Object.assign(new Error('in use'), { status: 409, errors: [{ field: 'name' }] })
const layout = projectFile()

describe('a board that was kept during sign-in', () => {
  test('becomes a project with a request, and is uploaded once', async () => {
    const { actor, send, calls, created, begun, tellBegun, takeTurn } = start()
    expect(isWaiting(actor.getSnapshot())).toBe(true)
    await takeTurn()
    expect(created).toEqual([{ key: 'given-1', name: 'hub', notes: null }])
    expect(isUploading(actor.getSnapshot())).toBe(true)
    send.upload?.({ type: 'upload.finished', layout })
    await settled()
    expect(calls).toEqual(['upload'])
    expect(begun).toEqual([{ kept, project: project(), layout }])
    expect(tellBegun).toHaveBeenCalledExactlyOnceWith({ projectId: project().id, step: 4 })
  })

  test('is not uploaded again after a reload', async () => {
    const { calls, begun, takeTurn } = start({ uploaded: layout })
    await takeTurn()
    expect(calls).toEqual([])
    expect(begun).toHaveLength(1)
  })

  test('gets a project with a free name, even if the list of names is out of date', async () => {
    const { created, takeTurn } = start({
      names: ['Hub'],
      create: ({ name }) => (name === 'hub 2' ? Promise.reject(conflict) : Promise.resolve(project())),
    })
    await takeTurn()
    expect(created.map(({ name }) => name)).toEqual(['hub 2', 'hub 3'])
    // The same key, so that a lost response does not result in a second project.
    expect(new Set(created.map(({ key }) => key))).toEqual(new Set(['given-1']))
  })

  test('stays kept when a step fails, and continues from there', async () => {
    let isDown = true
    const { actor, send, calls, takeTurn, tellBegun } = start({
      create: () => (isDown ? Promise.reject(new Error('The server is being restarted.')) : Promise.resolve(project())),
    })
    await takeTurn()
    expect(keptFailureOf(actor.getSnapshot())).toBe('The server is being restarted.')
    isDown = false
    actor.send({ type: 'retry.requested' })
    for (let step = 0; step < 3; step += 1) await settled()
    send.upload?.({ type: 'upload.failed', text: 'The project is full.' })
    expect(keptFailureOf(actor.getSnapshot())).toBe('The project is full.')
    actor.send({ type: 'retry.requested' })
    for (let step = 0; step < 3; step += 1) await settled()
    send.upload?.({ type: 'upload.finished', layout })
    await settled()
    expect(calls).toEqual(['upload', 'upload'])
    expect(tellBegun).toHaveBeenCalledOnce()
  })

  test('is absent when it was used in another tab', async () => {
    const { actor, created, takeTurn } = start({ found: null })
    await takeTurn()
    expect(isAbsent(actor.getSnapshot())).toBe(true)
    expect(created).toEqual([])
  })

  test('is not absent if the browser does not give access to it, and is found by a retry', async () => {
    let isBlocked = true
    const { actor, created, takeTurn } = start({
      find: async () => {
        if (isBlocked) throw new Error('The browser’s storage is in use.')
        return kept
      },
    })
    await takeTurn()
    expect([isAbsent(actor.getSnapshot()), keptFailureOf(actor.getSnapshot()), created]).toEqual([
      false,
      'The browser’s storage is in use.',
      [],
    ])
    isBlocked = false
    actor.send({ type: 'retry.requested' })
    for (let step = 0; step < 3; step += 1) await settled()
    expect(created).toHaveLength(1)
  })

  test('can be removed after a failure', async () => {
    const { actor, calls, takeTurn } = start({ create: () => Promise.reject(new Error('No.')) })
    await takeTurn()
    actor.send({ type: 'board.forgotten' })
    await settled()
    expect(calls).toEqual(['erase'])
    expect(isAbsent(actor.getSnapshot())).toBe(true)
  })
})
