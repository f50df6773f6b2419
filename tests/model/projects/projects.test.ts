import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'

import {
  draftOf,
  nameProblemOf as createNameProblemOf,
  projectCreateMachine,
  type ProjectToCreate,
} from '../../../machines/projects/project-create.machine'
import {
  deletionFailureOf as deleteFailureOf,
  isDeleted,
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
import { visibleProjects, matchingLocals, type Project, type Sort } from '../../../machines/projects/project-list'
import {
  projectsFailureOf,
  isLoading,
  isUnsaved,
  localsOf,
  projectsMachine,
  projectsOf,
  queryOf,
  savingIdOf,
  selectedIdOf,
  sortOf,
  unsavedOf,
} from '../../../machines/projects/projects.machine'
import { covers } from '../../spec-coverage/covers'
import { localProject, project, projectsInput } from '../samples'

/** A failed request, with or without a message from the server; with a status, or without a response. */
const failure = (status = 0, message = '') => Object.assign(new Error(message), { status })

describe('projects', () => {
  const start = (
    loads: (() => Promise<Project[]>)[],
    create: (input: ProjectToCreate) => Promise<Project> = () => Promise.reject(failure()),
    input = projectsInput(),
  ) => {
    let call = 0
    const clock = new SimulatedClock()
    const saved: string[][] = []
    const actor = createActor(
      projectsMachine.provide({
        actors: {
          loadProjects: fromPromise(() => loads[Math.min(call++, loads.length - 1)]?.() ?? Promise.resolve([])),
          createProject: fromPromise<Project, ProjectToCreate>(({ input: asked }) => create(asked)),
          followUploads: fromCallback(() => {}),
        },
      }),
      { input, clock },
    )
    actor.on('project.saved', ({ localId, id }) => saved.push([localId, id]))
    actor.start()
    const shown = () => waitFor(actor, (snapshot) => !isLoading(snapshot) && savingIdOf(snapshot) === null)
    return { actor, clock, saved, shown }
  }

  test('what changes while the list is loading is not undone by the older list', async () => {
    const answers: ((list: Project[]) => void)[] = []
    const { actor, shown } = start([() => new Promise((resolve) => answers.push(resolve))])
    actor.send({ type: 'project.created', project: project({ id: 'p2' }), localId: 'local-2' })
    answers[0]?.([project({ id: 'p1' })])
    answers[1]?.([project({ id: 'p2' }), project({ id: 'p1' })])
    expect(projectsOf(await shown()).map(({ id }) => id)).toEqual(['p2', 'p1'])
    actor.send({ type: 'projects.reload' })
    actor.send({ type: 'project.deleted', id: 'p1' })
    answers[2]?.([project({ id: 'p2' }), project({ id: 'p1' })])
    answers[3]?.([project({ id: 'p2' })])
    expect(projectsOf(await shown()).map(({ id }) => id)).toEqual(['p2'])
  })

  test('a list that fails is empty, with a reason, and can be asked again', async () => {
    covers('8-list-failed')
    const { actor, shown } = start([() => Promise.reject(failure()), async () => [project()]])
    const failed = await shown()
    expect(projectsOf(failed)).toEqual([])
    expect(projectsFailureOf(failed)).toBe('Your projects could not be loaded.')
    actor.send({ type: 'projects.reload' })
    const mended = await shown()
    expect(projectsFailureOf(mended)).toBeNull()
    expect(projectsOf(mended)).toHaveLength(1)
  })

  test('a list that cannot be loaded again stays as it was', async () => {
    const { actor, shown } = start([async () => [project()], () => Promise.reject(failure(503, 'Being restarted.'))])
    await shown()
    actor.send({ type: 'projects.reload' })
    const snapshot = await shown()
    expect([projectsFailureOf(snapshot), projectsOf(snapshot).length]).toEqual(['Being restarted.', 1])
  })

  test('a new project is added first and selected, and it alone', async () => {
    covers('2-select-one', '4-create-added')
    const { actor, shown } = start([async () => [project()]])
    await shown()
    actor.send({ type: 'project.selected', id: 'p1' })
    actor.send({ type: 'project.created', project: project({ id: 'p2' }), localId: 'local-1' })
    expect(projectsOf(actor.getSnapshot()).map(({ id }) => id)).toEqual(['p2', 'p1'])
    expect(selectedIdOf(actor.getSnapshot())).toBe('p2')
  })

  test('a reload asks again and keeps the selection', async () => {
    const { actor, shown } = start([async () => [project()], async () => [project(), project({ id: 'p2' })]])
    await shown()
    actor.send({ type: 'project.selected', id: 'p1' })
    actor.send({ type: 'projects.reload' })
    const snapshot = await shown()
    expect([selectedIdOf(snapshot), projectsOf(snapshot).length]).toEqual(['p1', 2])
  })

  test('changes of files lead to one request, after a moment without further changes', async () => {
    const [before, after] = [project({ fileCount: 1 }), project({ fileCount: 3 })]
    const { actor, clock, shown } = start([async () => [before], async () => [after]])
    await shown()
    for (let file = 0; file < 3; file++) {
      actor.send({ type: 'files.changed' })
      clock.increment(400)
      expect(isLoading(actor.getSnapshot())).toBe(false)
    }
    clock.increment(100)
    expect(isLoading(actor.getSnapshot())).toBe(true)
    expect(projectsOf(await shown())).toEqual([after])
    clock.increment(10_000)
    expect(isLoading(actor.getSnapshot())).toBe(false)
  })

  const count = { projectId: 'p1', fileCount: 7, usedBytes: 700, lastActivity: '2026-02-03T04:05:06.000Z' }

  test('a new number of files is shown at once, without a request', async () => {
    const { actor, shown } = start([async () => [project({ fileCount: 1 }), project({ id: 'p2' })]])
    await shown()
    actor.send({ type: 'files.counted', ...count })
    expect(projectsOf(actor.getSnapshot())[0]).toMatchObject({
      fileCount: 7,
      usedBytes: 700,
      lastActivity: count.lastActivity,
    })
    expect(projectsOf(actor.getSnapshot())[1]).toEqual(project({ id: 'p2' }))
    actor.send({ type: 'files.counted', ...count, lastActivity: '2025-01-01T00:00:00.000Z' })
    expect(projectsOf(actor.getSnapshot())[0]?.lastActivity).toBe(count.lastActivity)
    expect(isLoading(actor.getSnapshot())).toBe(false)
  })

  test('a list that was asked for before the count and comes after it does not take the count back', async () => {
    const { actor, shown } = start([async () => [project({ fileCount: 1 })]])
    actor.send({ type: 'files.counted', ...count })
    expect(projectsOf(await shown())[0]?.fileCount).toBe(7)
    actor.send({ type: 'projects.reload' })
    expect(projectsOf(await shown())[0]?.fileCount).toBe(1)
  })

  test('search and order are the ones chosen last', () => {
    const { actor } = start([() => new Promise(() => {})])
    actor.send({ type: 'search.changed', query: 'ra' })
    actor.send({ type: 'sort.chosen', sort: 'size' })
    expect([queryOf(actor.getSnapshot()), sortOf(actor.getSnapshot())]).toEqual(['ra', 'size'])
  })

  test('a project that changes while the list is loading is requested again', async () => {
    const answers: ((list: Project[]) => void)[] = []
    const { actor, shown } = start([async () => [project()], () => new Promise((resolve) => answers.push(resolve))])
    await shown()
    actor.send({ type: 'projects.reload' })
    actor.send({ type: 'project.changed', project: project({ name: 'Camera link', version: 2 }) })
    answers[0]?.([project()])
    answers[1]?.([project({ name: 'Camera link', version: 2 })])
    expect(projectsOf(await shown()).map(({ name }) => name)).toEqual(['Camera link'])
  })

  test('a changed project takes the place of what it was, a deleted one leaves the list', async () => {
    const { actor, shown } = start([async () => [project(), project({ id: 'p2', name: 'Radar' })]])
    await shown()
    actor.send({ type: 'project.selected', id: 'p1' })
    actor.send({ type: 'project.changed', project: project({ name: 'Camera link' }) })
    expect(projectsOf(actor.getSnapshot()).map(({ name }) => name)).toEqual(['Camera link', 'Radar'])
    actor.send({ type: 'project.deleted', id: 'p1' })
    expect(projectsOf(actor.getSnapshot()).map(({ name }) => name)).toEqual(['Radar'])
    expect(selectedIdOf(actor.getSnapshot())).toBeNull()
  })

  describe('that are not saved yet', () => {
    test('survive a reload of the page until they are saved', async () => {
      const { actor, shown } = start([async () => []], async ({ name }) => project({ id: 'p9', name }))
      await shown()
      expect(unsavedOf(actor.getSnapshot())).toBeNull()
      actor.send({ type: 'local.kept', project: localProject() })
      const kept: unknown = JSON.parse(JSON.stringify(unsavedOf(actor.getSnapshot())))
      expect(isUnsaved(kept) && kept.locals).toEqual([localProject()])
      actor.send({ type: 'local.retry', id: 'local-1' })
      expect(unsavedOf(await shown())).toBeNull()
    })

    test('are saved on demand under the same key, and take the real id', async () => {
      covers('decisions-local-retry', 'decisions-local-real-id')
      const asked: ProjectToCreate[] = []
      const { actor, saved, shown } = start([async () => [project()]], async (input) => {
        asked.push(input)
        return project({ id: 'p9', name: input.name })
      })
      await shown()
      actor.send({ type: 'local.kept', project: localProject({ name: 'Radar', notes: 'Rev C' }) })
      expect(selectedIdOf(actor.getSnapshot())).toBe('local-1')
      actor.send({ type: 'local.retry', id: 'local-1' })
      const snapshot = await shown()
      expect(asked).toEqual([{ key: 'local-1', name: 'Radar', notes: 'Rev C' }])
      expect(projectsOf(snapshot).map(({ id }) => id)).toEqual(['p9', 'p1'])
      expect([localsOf(snapshot), selectedIdOf(snapshot), saved]).toEqual([[], 'p9', [['local-1', 'p9']]])
    })

    test('are saved by themselves when the list answers again, one after the other', async () => {
      covers('decisions-local-retry')
      const locals = [localProject(), localProject({ id: 'local-2', name: 'Radar' })]
      const { saved } = start(
        [async () => []],
        async ({ key, name }) => project({ id: `p-${key}`, name }),
        projectsInput({ locals }),
      )
      await expect
        .poll(() => saved)
        .toEqual([
          ['local-1', 'p-local-1'],
          ['local-2', 'p-local-2'],
        ])
    })

    test('are tried again every ten seconds while the API is down', async () => {
      let isDown = true
      const { actor, clock, shown } = start([() => Promise.reject(failure())], async ({ name }) => {
        if (isDown) throw failure(502)
        return project({ id: 'p9', name })
      })
      await shown()
      actor.send({ type: 'local.kept', project: localProject({ failure: 'first' }) })
      clock.increment(10_000)
      expect(localsOf(await shown())).toEqual([localProject()])
      isDown = false
      clock.increment(9_999)
      expect(savingIdOf(actor.getSnapshot())).toBeNull()
      clock.increment(1)
      expect(localsOf(await shown())).toEqual([])
    })

    test('are not tried again by themselves after a refusal, but on demand', async () => {
      let calls = 0
      const { actor, clock, shown } = start([async () => []], async () => {
        calls += 1
        throw failure(400, 'The project name must not be empty.')
      })
      await shown()
      actor.send({ type: 'local.kept', project: localProject() })
      clock.increment(10_000)
      const [refused] = localsOf(await shown())
      expect(refused).toMatchObject({ failure: 'The project name must not be empty.', isRefused: true })
      clock.increment(60_000)
      await shown()
      expect(calls).toBe(1)
      actor.send({ type: 'local.retry', id: 'local-1' })
      await shown()
      expect(calls).toBe(2)
    })

    test.each([401, 408, 429])('a response with status %i does not reject them', async (status) => {
      const { actor, clock, shown } = start([async () => []], () => Promise.reject(failure(status)))
      await shown()
      actor.send({ type: 'local.kept', project: localProject() })
      clock.increment(10_000)
      expect(localsOf(await shown())[0]?.isRefused).toBe(false)
    })

    test('are not sent while their form is open', async () => {
      const { actor, clock, shown } = start([async () => []], async ({ name }) => project({ id: 'p9', name }))
      await shown()
      actor.send({ type: 'local.kept', project: localProject() })
      actor.send({ type: 'local.held', id: 'local-1' })
      clock.increment(10_000)
      expect(localsOf(await shown())).toHaveLength(1)
      actor.send({ type: 'local.held', id: null })
      clock.increment(10_000)
      expect(localsOf(await shown())).toEqual([])
    })

    test('are saved when another one could be created', async () => {
      let isDown = true
      const { actor, saved, shown } = start([async () => []], async ({ name }) => {
        if (isDown) throw failure(502)
        return project({ id: 'p9', name })
      })
      await shown()
      actor.send({ type: 'local.kept', project: localProject() })
      actor.send({ type: 'local.retry', id: 'local-1' })
      await shown()
      isDown = false
      actor.send({ type: 'project.created', project: project({ id: 'p2' }), localId: 'local-2' })
      await shown()
      expect(saved).toEqual([['local-1', 'p9']])
    })

    test('are saved after one that is refused or discarded, and one that is discarded beside it stops nothing', async () => {
      const ids = ['local-1', 'local-2', 'local-3', 'local-4'] as const
      const locals = ids.map((id) => localProject({ id, name: id }))
      const asked: string[] = []
      const { actor, shown } = start(
        [async () => []],
        ({ key }) => {
          asked.push(key)
          return key === 'local-1' ? Promise.reject(failure(400, 'Not this name.')) : new Promise(() => {})
        },
        projectsInput({ locals }),
      )
      await waitFor(actor, (snapshot) => savingIdOf(snapshot) === 'local-2')
      actor.send({ type: 'local.discarded', id: 'local-4' })
      expect(savingIdOf(actor.getSnapshot())).toBe('local-2')
      actor.send({ type: 'local.discarded', id: 'local-2' })
      expect(savingIdOf(actor.getSnapshot())).toBe('local-3')
      actor.send({ type: 'local.discarded', id: 'local-3' })
      expect(localsOf(await shown()).map(({ id }) => id)).toEqual(['local-1'])
      expect(asked).toEqual(['local-1', 'local-2', 'local-3'])
    })

    test('are in a list that is reloaded when one is saved meanwhile', async () => {
      const answers: ((list: Project[]) => void)[] = []
      const { actor, shown } = start(
        [async () => [], () => new Promise((resolve) => answers.push(resolve))],
        async ({ name }) => project({ id: 'p9', name }),
      )
      await shown()
      actor.send({ type: 'local.kept', project: localProject() })
      actor.send({ type: 'projects.reload' })
      actor.send({ type: 'local.retry', id: 'local-1' })
      await waitFor(actor, (snapshot) => localsOf(snapshot).length === 0)
      answers[0]?.([])
      answers[1]?.([project({ id: 'p9' })])
      expect(projectsOf(await shown()).map(({ id }) => id)).toEqual(['p9'])
    })

    test('are not sent twice because the list is asked for again meanwhile', async () => {
      const answers: ((saved: Project) => void)[] = []
      const { actor, saved, shown } = start([async () => []], () => new Promise((resolve) => answers.push(resolve)))
      await shown()
      actor.send({ type: 'local.kept', project: localProject() })
      actor.send({ type: 'local.retry', id: 'local-1' })
      actor.send({ type: 'projects.reload' })
      await waitFor(actor, (snapshot) => !isLoading(snapshot))
      answers[0]?.(project({ id: 'p9' }))
      await shown()
      expect([answers.length, saved]).toEqual([1, [['local-1', 'p9']]])
    })

    test('are gone when they are discarded, also while they are sent', async () => {
      const { actor, shown } = start([async () => []], () => new Promise(() => {}))
      await shown()
      actor.send({ type: 'local.kept', project: localProject() })
      actor.send({ type: 'local.retry', id: 'local-1' })
      expect(savingIdOf(actor.getSnapshot())).toBe('local-1')
      actor.send({ type: 'local.discarded', id: 'local-1' })
      const snapshot = await shown()
      expect([localsOf(snapshot), selectedIdOf(snapshot)]).toEqual([[], null])
    })
  })
})

describe('the order of projects', () => {
  const list = [
    project({ id: 'a', name: 'Board 10', usedBytes: 5, lastActivity: '2026-01-02T00:00:00.000Z' }),
    project({ id: 'b', name: 'board 9', usedBytes: 50, lastActivity: '2026-01-03T00:00:00.000Z', notes: 'PCIe Gen5' }),
    project({
      id: 'c',
      name: 'Antenna',
      usedBytes: 5,
      lastActivity: '2026-01-01T00:00:00.000Z',
      created_by_name: 'Éva',
    }),
  ]
  const ids = (query: string, sort: Sort = 'activity') => visibleProjects(list, { query, sort }).map(({ id }) => id)

  test('is the newest activity, the name as people count, or the largest first', () => {
    expect(ids('', 'activity')).toEqual(['b', 'a', 'c'])
    expect(ids('', 'name')).toEqual(['c', 'b', 'a'])
    expect(ids('', 'size')).toEqual(['b', 'c', 'a'])
  })

  test('a search finds every word in name, notes or creator, in any case', () => {
    expect(ids('BOARD')).toEqual(['b', 'a'])
    expect(ids('gen5  board')).toEqual(['b'])
    expect(ids('éva')).toEqual(['c'])
    expect(ids('nothing')).toEqual([])
    expect(matchingLocals([localProject(), localProject({ id: 'local-2', name: 'Radar' })], 'rad')).toHaveLength(1)
  })
})

test('a project in which nothing has happened comes after all others', () => {
  const quiet = { ...project({ id: 'quiet', name: 'A' }), lastActivity: undefined as unknown as string }
  const list = [quiet, project({ id: 'old', lastActivity: '2020-01-01T00:00:00.000Z' }), project({ id: 'new' })]
  expect(visibleProjects(list, { query: '', sort: 'activity' }).map(({ id }) => id)).toEqual(['new', 'old', 'quiet'])
})

describe('create project', () => {
  const start = (
    create: (input: ProjectToCreate) => Promise<Project>,
    { name = '', notes = '' }: { name?: string; notes?: string } = {},
  ) =>
    createActor(
      projectCreateMachine.provide({
        actors: { createProject: fromPromise<Project, ProjectToCreate>(({ input }) => create(input)) },
      }),
      { input: { id: 'local-1', name, notes, otherNames: ['Radar Front End'] } },
    ).start()

  test('is not sent without a name, nor with one that is too long', () => {
    covers('5-create-name')
    const actor = start(async () => project())
    const canSend = (name: string) => {
      actor.send({ type: 'name.changed', name })
      return actor.getSnapshot().can({ type: 'form.submitted' })
    }
    expect([canSend('   '), canSend('n'.repeat(255)), canSend(`  ${'n'.repeat(254)} `)]).toEqual([false, false, true])
  })

  test('is not sent with a name that another project has, in any case', () => {
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

  test('a name that the server knows to be taken is asked for again, and nothing typed is lost', async () => {
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

  test('sends the name trimmed and empty notes as null, and gives the project', async () => {
    covers('5-create-notes')
    const asked: ProjectToCreate[] = []
    const actor = start(async (input) => {
      asked.push(input)
      return project({ id: 'new' })
    })
    actor.send({ type: 'name.changed', name: '  Camera board ' })
    actor.send({ type: 'notes.changed', notes: 'Rev B' })
    expect(draftOf(actor.getSnapshot())).toMatchObject({ notes: 'Rev B' })
    actor.send({ type: 'notes.changed', notes: ' ' })
    actor.send({ type: 'form.submitted' })
    const { output } = await waitFor(actor, ({ status }) => status === 'done')
    expect(asked).toEqual([{ key: 'local-1', name: 'Camera board', notes: null }])
    expect(output?.project?.id).toBe('new')
  })

  test('begins with what was typed and not sent', () => {
    const actor = start(async () => project(), { name: 'Camera', notes: 'Rev B' })
    expect(draftOf(actor.getSnapshot())).toEqual({ id: 'local-1', name: 'Camera', notes: 'Rev B' })
    expect(actor.getSnapshot().can({ type: 'form.submitted' })).toBe(true)
  })

  const kept: [status: number, message: string, failure: string, isRefused: boolean][] = [
    [0, '', 'Failed to create project', false],
    [503, 'Being restarted.', 'Being restarted.', false],
    [400, 'The project name must not be empty.', 'The project name must not be empty.', true],
  ]
  test.each(kept)('a failure (%i %s) makes a local project', async (status, message, said, isRefused) => {
    const actor = start(() => Promise.reject(failure(status, message)), { name: ' Camera board ', notes: 'Rev B' })
    actor.send({ type: 'form.submitted' })
    const { output } = await waitFor(actor, ({ status: now }) => now === 'done')
    expect(output).toEqual({
      project: null,
      local: { id: 'local-1', name: 'Camera board', notes: 'Rev B', failure: said, isRefused },
    })
  })
})

describe('edit project', () => {
  test('a name that two projects share from before may stay, and is no reason not to save', () => {
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
    const actor = createActor(
      projectEditMachine.provide({
        actors: { saveProject: fromPromise<SaveAnswer, ProjectChange>(({ input }) => save(input)) },
      }),
      { input: { project: board, otherNames, draft } },
    ).start()
    const change = (fields: Parameters<typeof actor.send>[0] & { type: 'field.changed' }) => actor.send(fields)
    return {
      actor,
      type: (name: string) => change({ type: 'field.changed', fields: { name } }),
      write: (notes: string) => change({ type: 'field.changed', fields: { notes } }),
      save: () => actor.send({ type: 'form.submitted' }),
      resting: () => waitFor(actor, (snapshot) => !snapshot.matches('saving')),
    }
  }
  const never = () => new Promise<SaveAnswer>(() => {})

  test('can be saved only when something changed', () => {
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

  test('needs a name of less than 255 characters, and counts them', () => {
    const { actor, type } = start(never)
    const problem = (name: string) => {
      type(name)
      return [nameProblemOf(actor.getSnapshot()), canSave(actor.getSnapshot())]
    }
    expect(problem('  ')).toEqual(['The project needs a name.', false])
    expect(problem('n'.repeat(254))).toEqual([null, true])
    expect(problem('n'.repeat(255))).toEqual(['Project name must be less than 255 characters (currently 255)', false])
    expect(problem('名'.repeat(300))[0]).toBe('Project name must be less than 255 characters (currently 300)')
  })

  test('a name that another project has is rejected in any case, below the field and on save', () => {
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

  test('sends every field over the version that was seen, and gives the project', async () => {
    const asked: ProjectChange[] = []
    const { actor, type, write, save, resting } = start(async (change) => {
      asked.push(change)
      return { saved: project({ version: 4 }) }
    })
    type(' Camera link ')
    write('  ')
    save()
    expect((await resting()).output?.version).toBe(4)
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

  test('a change of somebody else is shown before it is saved over', async () => {
    const theirs = { ...board, name: 'Camera bridge', notes: 'Rev C', version: 4 }
    const asked: ProjectChange[] = []
    const { actor, type, save, resting } = start(async (change) => {
      asked.push(change)
      return change.version === 4 ? { saved: theirs } : { stale: theirs }
    })
    type('Camera link')
    save()
    const stale = await resting()
    expect(changedElsewhereOf(stale)).toEqual(['name', 'notes'])
    // Locally changed fields keep the local value; all others take the value of the other user.
    expect(fieldsIn(stale)).toMatchObject({ name: 'Camera link', notes: 'Rev C' })
    save()
    await resting()
    expect(asked.map(({ version, fields }) => [version, fields.name, fields.notes])).toEqual([
      [3, 'Camera link', 'Rev B'],
      [4, 'Camera link', 'Rev C'],
    ])
    expect(actor.getSnapshot().status).toBe('done')
  })

  test('a change of somebody else can be taken instead', async () => {
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

  test('begins with what was typed before a reload', () => {
    const fields = { name: 'Camera link', notes: 'Rev B', type: 'simulation', isPrivate: false }
    const draft = { project: board, fields }
    const snapshot = start(never, draft).actor.getSnapshot()
    expect([fieldsIn(snapshot), changedElsewhereOf(snapshot)]).toEqual([fields, []])
    expect(editDraftOf(snapshot)).toEqual(draft)
  })

  test('what was typed over an older project stays, and only what others changed is named as theirs', () => {
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
        },
      }),
      { input: { projectId: 'p1' } },
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
    expect(isDeleted(await resting())).toBe(true)
    expect(deleted).toEqual(['p1'])
  })

  test('of a project with paid work is not offered, and a confirmation deletes nothing', async () => {
    const deleted: string[] = []
    const kept = { ...free, refusal: 'Paid work is kept.' }
    const { actor } = await start(
      async (id) => void deleted.push(id),
      async () => kept,
    )
    actor.send({ type: 'delete.confirmed' })
    expect([refusalOf(actor.getSnapshot()), deleted]).toEqual(['Paid work is kept.', []])
  })

  test('asks for confirmation even if the list of what is lost could not be loaded', async () => {
    const deleted: string[] = []
    const { actor, resting } = await start(
      async (id) => void deleted.push(id),
      () => Promise.reject(failure()),
    )
    actor.send({ type: 'delete.confirmed' })
    await resting()
    expect(deleted).toEqual(['p1'])
  })

  test('a failure says why, and can be tried again', async () => {
    let isDown = true
    const { actor, resting } = await start(() => (isDown ? Promise.reject(failure()) : Promise.resolve()))
    actor.send({ type: 'delete.confirmed' })
    expect(deleteFailureOf(await resting())).toBe('Failed to delete project')
    isDown = false
    actor.send({ type: 'delete.confirmed' })
    expect(isDeleted(await resting())).toBe(true)
  })
})
