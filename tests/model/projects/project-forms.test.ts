import { describe, expect, test, vi } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  draftOf,
  nameProblemOf as createNameProblemOf,
  projectCreateMachine,
} from '../../../machines/projects/project-create.machine'
import {
  deletionFailureOf as deleteFailureOf,
  projectDeleteMachine,
  refusalOf,
  type Deletion,
} from '../../../machines/projects/project-delete.machine'
import {
  canSave,
  changedElsewhereOf,
  draftOf as editDraftOf,
  type EditDraft,
  editFailureOf,
  fieldsIn,
  nameProblemOf,
  type ProjectChange,
  projectEditMachine,
  type SaveAnswer,
} from '../../../machines/projects/project-edit.machine'
import type { LocalProject, Project, ProjectToCreate } from '../../../machines/projects/project-list'
import { type PresenceInput, presenceOf } from '../../../machines/projects/project-presence'
import { projectsMachine } from '../../../machines/projects/projects.machine'
import { covers } from '../../spec-coverage/covers'
import { project, projectsInput } from '../samples'

/** The error of a failed call, with the server's message if there is one. Status 0 means no response. */
const failure = (status = 0, message = '') => Object.assign(new Error(message), { status })

/** A list of projects that reports to the form whether the form's project is listed. */
const list = {
  projects: createActor(projectsMachine, { input: projectsInput() }),
  report: (_: AnyEventObject) => {},
  presence: fromCallback<AnyEventObject, PresenceInput>(({ sendBack }) => {
    list.report = sendBack
  }),
}

describe('create project', () => {
  const start = (
    create: (input: ProjectToCreate) => Promise<Project>,
    { name = '', notes = '' }: { name?: string; notes?: string } = {},
    told: (project: Project | LocalProject, localId?: string) => void = () => {},
  ) => {
    const actor = createActor(
      projectCreateMachine.provide({
        actors: { createProject: fromPromise<Project, ProjectToCreate>(({ input }) => create(input)) },
      }),
      { input: { id: 'local-1', name, notes, otherNames: ['Radar Front End'] } },
    )
    actor.on('project.created', (event) => told(event.project, event.localId))
    actor.on('project.kept', (event) => told(event.local))
    return actor.start()
  }

  test('is not sent with an empty name or one that is too long', () => {
    covers('5-create-name')
    const actor = start(async () => project())
    const canSend = (name: string) => {
      actor.send({ type: 'name.changed', name })
      return actor.getSnapshot().can({ type: 'form.submitted' })
    }
    expect([canSend('   '), canSend('n'.repeat(255)), canSend(`  ${'n'.repeat(254)} `)]).toEqual([false, false, true])
  })

  test('is not sent with a name that another project has, regardless of case', () => {
    const actor = start(async () => project())
    actor.send({ type: 'name.changed', name: ' radar front END' })
    expect(createNameProblemOf(actor.getSnapshot())).toBe('This project name is already in use')
    actor.send({ type: 'form.submitted' })
    expect(actor.getSnapshot().value).toBe('editing')
    expect(createNameProblemOf(actor.getSnapshot())).toBe(
      'The project name is already in use, please use something else.',
    )
    actor.send({ type: 'name.changed', name: 'Radar' })
    expect(createNameProblemOf(actor.getSnapshot())).toBeNull()
  })

  test('a name that the server reports as taken can be changed, and the input is kept', async () => {
    const errors = [{ field: 'name', message: 'taken' }]
    const actor = start(() => Promise.reject(Object.assign(failure(409, 'taken'), { errors })), {
      name: 'Camera',
      notes: 'Rev B',
    })
    actor.send({ type: 'form.submitted' })
    const snapshot = await waitFor(actor, (now) => now.matches('editing'))
    expect(createNameProblemOf(snapshot)).toBe('The project name is already in use, please use something else.')
    expect(draftOf(snapshot)).toEqual({ id: 'local-1', name: 'Camera', notes: 'Rev B' })
  })

  test('sends the name trimmed and empty notes as null, and returns the project', async () => {
    covers('5-create-notes')
    const asked: ProjectToCreate[] = []
    const told = vi.fn()
    const create = async (input: ProjectToCreate) => {
      asked.push(input)
      return project({ id: 'new' })
    }
    const actor = start(create, {}, told)
    actor.send({ type: 'name.changed', name: '  Camera board ' })
    actor.send({ type: 'notes.changed', notes: 'Rev B' })
    expect(draftOf(actor.getSnapshot())).toMatchObject({ notes: 'Rev B' })
    actor.send({ type: 'notes.changed', notes: ' ' })
    actor.send({ type: 'form.submitted' })
    await waitFor(actor, (snapshot) => snapshot.matches('created'))
    expect(asked).toEqual([{ key: 'local-1', name: 'Camera board', notes: null }])
    expect(told).toHaveBeenCalledExactlyOnceWith(project({ id: 'new' }), 'local-1')
  })

  test('restores unsent input', () => {
    const actor = start(async () => project(), { name: 'Camera', notes: 'Rev B' })
    expect(draftOf(actor.getSnapshot())).toEqual({ id: 'local-1', name: 'Camera', notes: 'Rev B' })
    expect(actor.getSnapshot().can({ type: 'form.submitted' })).toBe(true)
  })

  const kept: [status: number, message: string, failure: string, isRefused: boolean][] = [
    [0, '', 'Failed to create project', false],
    [503, 'Being restarted.', 'Being restarted.', false],
    [400, 'The project name must not be empty.', 'The project name must not be empty.', true],
  ]
  test.each(kept)('a failure (%i %s) creates a local project', async (status, message, said, isRefused) => {
    const told = vi.fn()
    const typed = { name: ' Camera board ', notes: 'Rev B' }
    const actor = start(() => Promise.reject(failure(status, message)), typed, told)
    actor.send({ type: 'form.submitted' })
    await waitFor(actor, (snapshot) => snapshot.matches('kept'))
    const local = { id: 'local-1', name: 'Camera board', notes: 'Rev B', failure: said, isRefused }
    expect(told).toHaveBeenCalledExactlyOnceWith(local)
  })
})

describe('edit project', () => {
  test('a name that two older projects share can be kept and does not prevent saving', () => {
    const { actor, write, type } = start(async () => ({ saved: project() }), null, ['CAMERA board'])
    write('Rev C')
    expect(nameProblemOf(actor.getSnapshot())).toBeNull()
    type('camera board')
    expect(nameProblemOf(actor.getSnapshot())).toBeNull()
    actor.send({ type: 'form.submitted' })
    expect(actor.getSnapshot().value).toBe('saving')
  })

  const board = project({ name: 'Camera board', notes: 'Rev B', version: 3 })
  const start = (
    save: (change: ProjectChange) => Promise<SaveAnswer>,
    draft: EditDraft | null = null,
    otherNames = ['Radar Front End', 'Pump'],
  ) => {
    const known: Project[] = []
    const actor = createActor(
      projectEditMachine.provide({
        actors: {
          saveProject: fromPromise<SaveAnswer, ProjectChange>(({ input }) => save(input)),
          followPresence: list.presence,
        },
      }),
      { input: { project: board, otherNames, draft, projects: list.projects } },
    )
    actor.on('project.known', (event) => void known.push(event.project))
    actor.start()
    const change = (fields: Parameters<typeof actor.send>[0] & { type: 'field.changed' }) => actor.send(fields)
    return {
      actor,
      type: (name: string) => change({ type: 'field.changed', fields: { name } }),
      write: (notes: string) => change({ type: 'field.changed', fields: { notes } }),
      save: () => actor.send({ type: 'form.submitted' }),
      known,
      resting: () => waitFor(actor, (snapshot) => !snapshot.matches('saving')),
    }
  }
  const never = () => new Promise<SaveAnswer>(() => {})

  test('keeps the input if the project disappears, and saves it if the project returns', () => {
    const { actor, write, type, save } = start(never)
    write('Rev C')
    list.report({ type: 'project.lost' })
    type('Ignored')
    save()
    expect(actor.getSnapshot().value).toBe('lost')
    expect(canSave(actor.getSnapshot())).toBe(false)
    expect(fieldsIn(actor.getSnapshot())).toMatchObject({ name: 'Camera board', notes: 'Rev C' })
    expect(editDraftOf(actor.getSnapshot())).toMatchObject({ fields: { notes: 'Rev C' } })
    list.report({ type: 'project.found' })
    save()
    expect(actor.getSnapshot().value).toBe('saving')
  })

  test('can only be saved when something changed', () => {
    covers('5-edit-changed')
    const { actor, type, write } = start(never)
    const can = () => canSave(actor.getSnapshot())
    expect(can()).toBe(false)
    type('  Camera board ')
    expect(can()).toBe(false)
    write('Rev C')
    expect(can()).toBe(true)
    write(' Rev B ')
    expect(can()).toBe(false)
    actor.send({ type: 'field.changed', fields: { isPrivate: true } })
    expect(can()).toBe(true)
    actor.send({ type: 'field.changed', fields: { isPrivate: false, type: 'design' } })
    expect(can()).toBe(true)
  })

  test('requires a name of less than 255 characters, and counts them', () => {
    const { actor, type } = start(never)
    const problem = (name: string) => {
      type(name)
      return [nameProblemOf(actor.getSnapshot()), canSave(actor.getSnapshot())]
    }
    expect(problem('  ')).toEqual(['The project name must not be empty.', false])
    expect(problem('n'.repeat(254))).toEqual([null, true])
    expect(problem('n'.repeat(255))).toEqual(['Project name must be less than 255 characters (currently 255)', false])
    expect(problem('名'.repeat(300))[0]).toBe('Project name must be less than 255 characters (currently 300)')
    // A character outside the basic plane has two UTF-16 code units.
    expect(problem('🛰'.repeat(254))).toEqual([null, true])
    expect(problem('🛰'.repeat(255))[0]).toBe('Project name must be less than 255 characters (currently 255)')
  })

  test('a name of another project is rejected regardless of case, below the field and on save', () => {
    let calls = 0
    const { actor, type, save } = start(() => {
      calls += 1
      return never()
    })
    type(' RADAR front end ')
    expect(nameProblemOf(actor.getSnapshot())).toBe('This project name is already in use')
    save()
    expect(editFailureOf(actor.getSnapshot())).toBe('The project name is already in use, please use something else.')
    expect(calls).toBe(0)
    type('CAMERA board')
    expect([nameProblemOf(actor.getSnapshot()), editFailureOf(actor.getSnapshot())]).toEqual([null, null])
  })

  test('sends all fields with the known version, and returns the project', async () => {
    const asked: ProjectChange[] = []
    const { actor, type, write, save, known, resting } = start(async (change) => {
      asked.push(change)
      return { saved: project({ version: 4 }) }
    })
    type(' Camera link ')
    write('  ')
    save()
    await resting()
    expect(known).toEqual([project({ version: 4 })])
    expect(asked).toEqual([
      { id: 'p1', version: 3, fields: { name: 'Camera link', notes: null, type: 'simulation', isPrivate: false } },
    ])
    expect(editDraftOf(actor.getSnapshot())).toBeNull()
  })

  test.each([
    ['', 'Failed to update project'],
    ['The server is being restarted.', 'The server is being restarted.'],
  ])('a failure (%j) is shown as %j and keeps the input', async (message, said) => {
    const { actor, type, save, resting } = start(() => Promise.reject(failure(500, message)))
    type('Camera link')
    save()
    const snapshot = await resting()
    expect([editFailureOf(snapshot), fieldsIn(snapshot).name]).toEqual([said, 'Camera link'])
    save()
    expect(editFailureOf(actor.getSnapshot())).toBeNull()
  })

  test('a change by another user is shown before it is overwritten', async () => {
    const theirs = { ...board, name: 'Camera bridge', notes: 'Rev C', version: 4 }
    const asked: ProjectChange[] = []
    const { actor, type, save, known, resting } = start(async (change) => {
      asked.push(change)
      return change.version === 4 ? { saved: theirs } : { stale: theirs }
    })
    type('Camera link')
    save()
    const stale = await resting()
    expect(known).toEqual([theirs])
    expect(changedElsewhereOf(stale)).toEqual(['name', 'notes'])
    // Locally changed fields keep the local value; all others get the other user's value.
    expect(fieldsIn(stale)).toMatchObject({ name: 'Camera link', notes: 'Rev C' })
    save()
    await resting()
    expect(asked.map(({ version, fields }) => [version, fields.name, fields.notes])).toEqual([
      [3, 'Camera link', 'Rev B'],
      [4, 'Camera link', 'Rev C'],
    ])
    expect(actor.getSnapshot().status).toBe('done')
  })

  test('the changes of several other users are shown together', async () => {
    const versions = [
      { ...board, notes: 'Rev C', version: 4 },
      { ...board, notes: 'Rev C', type: 'prototype', version: 5 },
    ]
    const { type, save, resting } = start(async () => ({ stale: versions.shift() ?? board }))
    type('Camera link')
    save()
    expect(changedElsewhereOf(await resting())).toEqual(['notes'])
    save()
    const stale = await resting()
    expect(changedElsewhereOf(stale)).toEqual(['notes', 'type'])
    expect(fieldsIn(stale)).toMatchObject({ name: 'Camera link', notes: 'Rev C', type: 'prototype' })
  })

  test('a change by another user can be accepted instead', async () => {
    const theirs = { ...board, name: 'Camera bridge', version: 4 }
    const { actor, type, save, resting } = start(async () => ({ stale: theirs }))
    type('Camera link')
    save()
    await resting()
    actor.send({ type: 'theirs.taken' })
    const snapshot = actor.getSnapshot()
    expect([fieldsIn(snapshot).name, changedElsewhereOf(snapshot), canSave(snapshot)]).toEqual([
      'Camera bridge',
      [],
      false,
    ])
  })

  test('restores the input after a reload', () => {
    const fields = { name: 'Camera link', notes: 'Rev B', type: 'simulation', isPrivate: false }
    const draft = { project: board, fields }
    const snapshot = start(never, draft).actor.getSnapshot()
    expect([fieldsIn(snapshot), changedElsewhereOf(snapshot)]).toEqual([fields, []])
    expect(editDraftOf(snapshot)).toEqual(draft)
  })

  test('the input for an older version of the project is kept, and only changes by others are reported', () => {
    const draft = {
      project: project({ name: 'Camera', notes: 'Rev A', version: 2 }),
      fields: { name: 'Camera', notes: 'Rev D', type: 'prototype', isPrivate: false },
    }
    const snapshot = start(never, draft).actor.getSnapshot()
    expect(changedElsewhereOf(snapshot)).toEqual(['name', 'notes'])
    expect(fieldsIn(snapshot)).toEqual({ name: board.name, notes: 'Rev D', type: 'prototype', isPrivate: false })
  })
})

describe('delete project', () => {
  const free: Deletion = { files: 2, members: 1, share_links: 0, cancelled_requests: 0, refusal: null }
  const start = async (remove: (id: string) => Promise<void>, look = async () => free) => {
    const actor = createActor(
      projectDeleteMachine.provide({
        actors: {
          loadDeletion: fromPromise<Deletion, { projectId: string }>(look),
          deleteProject: fromPromise<void, { projectId: string }>(({ input }) => remove(input.projectId)),
          followPresence: list.presence,
        },
      }),
      { input: { projectId: 'p1', projects: list.projects } },
    ).start()
    await waitFor(actor, (snapshot) => !snapshot.matches('looking'))
    return { actor, resting: () => waitFor(actor, (snapshot) => !snapshot.matches('deleting')) }
  }

  test('deletes once, and only after the confirmation', async () => {
    const deleted: string[] = []
    const { actor, resting } = await start(async (id) => void deleted.push(id))
    expect(deleted).toEqual([])
    actor.send({ type: 'delete.confirmed' })
    actor.send({ type: 'delete.confirmed' })
    expect((await resting()).value).toBe('deleted')
    expect(deleted).toEqual(['p1'])
  })

  test('is no longer offered once somebody else has deleted the project', async () => {
    const deleted: string[] = []
    const { actor } = await start(async (id) => void deleted.push(id))
    list.report({ type: 'project.lost' })
    actor.send({ type: 'delete.confirmed' })
    expect([actor.getSnapshot().value, deleted]).toEqual(['lost', []])
  })

  test('in progress continues if the project disappears from the list', async () => {
    const { actor, resting } = await start(async () => {})
    actor.send({ type: 'delete.confirmed' })
    list.report({ type: 'project.lost' })
    expect((await resting()).value).toBe('deleted')
  })

  test('of a project with paid requests is not offered, and a confirmation has no effect', async () => {
    const deleted: string[] = []
    const kept = { ...free, refusal: 'Paid work is kept.' }
    const { actor } = await start(
      async (id) => void deleted.push(id),
      async () => kept,
    )
    actor.send({ type: 'delete.confirmed' })
    expect([refusalOf(actor.getSnapshot()), deleted]).toEqual(['Paid work is kept.', []])
  })

  test('asks for confirmation even if its consequences could not be loaded', async () => {
    const deleted: string[] = []
    const { actor, resting } = await start(
      async (id) => void deleted.push(id),
      () => Promise.reject(failure()),
    )
    actor.send({ type: 'delete.confirmed' })
    await resting()
    expect(deleted).toEqual(['p1'])
  })

  test('a failure shows the reason, and can be retried', async () => {
    let isDown = true
    const { actor, resting } = await start(() => (isDown ? Promise.reject(failure()) : Promise.resolve()))
    actor.send({ type: 'delete.confirmed' })
    expect(deleteFailureOf(await resting())).toBe('Failed to delete project')
    isDown = false
    actor.send({ type: 'delete.confirmed' })
    expect((await resting()).value).toBe('deleted')
  })
})

describe('the presence of a project', () => {
  const load = async (loadProjects: () => Promise<Project[]>, kept: Project[] = []) => {
    const actors = {
      loadProjects: fromPromise(loadProjects),
      followUploads: fromCallback(() => {}),
      followAddress: fromCallback(() => {}),
    }
    const actor = createActor(projectsMachine.provide({ actors } as never), {
      input: projectsInput({ projects: kept }),
    }).start()
    const before = presenceOf(actor.getSnapshot(), 'p1')
    const snapshot = await waitFor(actor, (now) => !now.hasTag('busy'))
    actor.stop()
    return [before, presenceOf(snapshot, 'p1')?.type ?? null]
  }

  test('is known once the list is loaded', async () => {
    expect(await load(async () => [project()])).toEqual([null, 'project.found'])
    expect(await load(async () => [], [project()])).toEqual([null, 'project.lost'])
  })

  test('is unknown if the list cannot be loaded', async () => {
    expect(await load(() => Promise.reject(failure()), [])).toEqual([null, null])
  })
})
