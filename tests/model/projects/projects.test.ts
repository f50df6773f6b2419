import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'

import {
  isDescending,
  matchingLocals,
  type Project,
  type ProjectToCreate,
  type Sort,
  toggledSort,
  visibleProjects,
} from '../../../machines/projects/project-list'
import {
  projectsFailureOf,
  isListCut,
  isLoading,
  listedOf,
  isUnsaved,
  type ListPlace,
  localsOf,
  projectsMachine,
  projectsOf,
  queryOf,
  type AddressChange,
  savingIdOf,
  selectedIdOf,
  sortOf,
  unsavedOf,
} from '../../../machines/projects/projects.machine'
import { covers } from '../../spec-coverage/covers'
import { localProject, project, projectsInput } from '../samples'

/** The error of a failed call, with the server's message if there is one. Status 0 means no response. */
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
    const written: string[] = []
    let moveTo = (_query: string) => {}
    const actor = createActor(
      projectsMachine.provide({
        actors: {
          loadProjects: fromPromise(() => loads[Math.min(call++, loads.length - 1)]?.() ?? Promise.resolve([])),
          createProject: fromPromise<Project, ProjectToCreate>(({ input: asked }) => create(asked)),
          followUploads: fromCallback(() => {}),
          followAddress: fromCallback<AddressChange, ListPlace>(({ receive, sendBack }) => {
            receive((change) => {
              if (change.type === 'query.typed') written.push(change.query)
              else saved.push([change.localId, change.id])
            })
            moveTo = (query) => sendBack({ type: 'address.changed', query })
          }),
        },
      }),
      { input, clock },
    )
    actor.start()
    const shown = () => waitFor(actor, (snapshot) => !isLoading(snapshot) && savingIdOf(snapshot) === null)
    return { actor, clock, saved, shown, written, moveTo }
  }

  test('found projects stay in the list when it is reloaded, until they are deleted', async () => {
    const [first, second, old] = ['p1', 'p2', 'p3'].map((id) => project({ id }))
    if (!first || !second || !old) throw new Error('There are three projects.')
    const { actor, shown } = start([() => Promise.resolve([first]), () => Promise.resolve([second, first])])
    await shown()
    const ids = () => projectsOf(actor.getSnapshot()).map(({ id }) => id)
    actor.send({ type: 'projects.found', projects: [first, old] })
    expect(ids()).toEqual(['p1', 'p3'])
    actor.send({ type: 'projects.found', projects: [{ ...old, name: 'Renamed' }, second] })
    expect(ids()).toEqual(['p1', 'p3', 'p2'])
    expect(projectsOf(actor.getSnapshot())[1]?.name).toBe('Renamed')
    actor.send({ type: 'projects.reload' })
    await shown()
    expect(ids()).toEqual(['p3', 'p2', 'p1'])
    actor.send({ type: 'project.deleted', id: 'p3' })
    await shown()
    expect(ids()).toEqual(['p2', 'p1'])
  })

  test('a reload does not revert what was changed in a found project', async () => {
    const { actor, shown } = start([() => Promise.resolve([project({ id: 'p1' })])])
    await shown()
    const old = project({ id: 'p3', fileCount: 0 })
    actor.send({ type: 'projects.found', projects: [old] })
    actor.send({ type: 'project.changed', project: { ...old, name: 'Renamed' } })
    actor.send({ type: 'files.counted', projectId: 'p3', fileCount: 2, usedBytes: 7, lastActivity: null })
    actor.send({ type: 'projects.reload' })
    const found = projectsOf(await shown()).find(({ id }) => id === 'p3')
    expect(found).toMatchObject({ name: 'Renamed', fileCount: 2 })
  })

  test('a list of 1,000 projects may not contain all', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => project({ id: `p${index}` }))
    const { actor, shown } = start([() => Promise.resolve(many)])
    expect(isListCut(await shown())).toBe(true)
    actor.send({ type: 'project.deleted', id: 'p7' })
    expect(isListCut(actor.getSnapshot())).toBe(true)
    expect(isListCut(await start([() => Promise.resolve(many.slice(1))]).shown())).toBe(false)
  })

  test('changes made while the list is loading are not reverted by the outdated list', async () => {
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

  test('a list that fails is empty, shows the reason, and can be reloaded', async () => {
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

  test('a list that cannot be reloaded is kept', async () => {
    const { actor, shown } = start([async () => [project()], () => Promise.reject(failure(503, 'Being restarted.'))])
    await shown()
    actor.send({ type: 'projects.reload' })
    const snapshot = await shown()
    expect([projectsFailureOf(snapshot), projectsOf(snapshot).length]).toEqual(['Being restarted.', 1])
  })

  test('a new project is added first, and only it is selected', async () => {
    covers('2-select-one', '4-create-added')
    const { actor, shown } = start([async () => [project()]])
    await shown()
    actor.send({ type: 'project.selected', id: 'p1' })
    actor.send({ type: 'project.created', project: project({ id: 'p2' }), localId: 'local-1' })
    expect(projectsOf(actor.getSnapshot()).map(({ id }) => id)).toEqual(['p2', 'p1'])
    expect(selectedIdOf(actor.getSnapshot())).toBe('p2')
  })

  test('a reload requests the list again and keeps the selection', async () => {
    const { actor, shown } = start([async () => [project()], async () => [project(), project({ id: 'p2' })]])
    await shown()
    actor.send({ type: 'project.selected', id: 'p1' })
    actor.send({ type: 'projects.reload' })
    const snapshot = await shown()
    expect([selectedIdOf(snapshot), projectsOf(snapshot).length]).toEqual(['p1', 2])
  })

  test('several changes to files cause one request after a short delay', async () => {
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

  test('a new file count is shown at once, without a request', async () => {
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

  test('a list requested before a new file count and received after it does not revert the count', async () => {
    const { actor, shown } = start([async () => [project({ fileCount: 1 })]])
    actor.send({ type: 'files.counted', ...count })
    expect(projectsOf(await shown())[0]?.fileCount).toBe(7)
    actor.send({ type: 'projects.reload' })
    expect(projectsOf(await shown())[0]?.fileCount).toBe(1)
  })

  test('the last search and sort order are used', () => {
    const { actor } = start([() => new Promise(() => {})])
    actor.send({ type: 'search.changed', query: 'ra' })
    actor.send({ type: 'sort.chosen', sort: 'size' })
    expect([queryOf(actor.getSnapshot()), sortOf(actor.getSnapshot())]).toEqual(['ra', 'size'])
  })

  test('the search text is written to the URL when typing pauses', () => {
    const { actor, clock, written } = start([async () => []])
    actor.send({ type: 'search.changed', query: 'r' })
    clock.increment(249)
    actor.send({ type: 'search.changed', query: 'ra' })
    clock.increment(249)
    expect([queryOf(actor.getSnapshot()), written]).toEqual(['ra', []])
    clock.increment(1)
    expect(written).toEqual(['ra'])
    clock.increment(1000)
    expect(written).toEqual(['ra'])
  })

  test('the search text is written to the URL before another navigation', () => {
    const { actor, clock, written } = start([async () => []])
    actor.send({ type: 'search.finished' })
    expect(written).toEqual([])
    actor.send({ type: 'search.changed', query: 'ra' })
    actor.send({ type: 'search.finished' })
    clock.increment(1000)
    expect(written).toEqual(['ra'])
  })

  test('Back changes the search at once, and text typed before is not written to the URL', () => {
    const { actor, clock, written, moveTo } = start([async () => []])
    actor.send({ type: 'search.changed', query: 'ra' })
    moveTo('camera')
    clock.increment(1000)
    expect([queryOf(actor.getSnapshot()), written]).toEqual(['camera', []])
  })

  test('if a project changes while the list is loading, the list is requested again', async () => {
    const answers: ((list: Project[]) => void)[] = []
    const { actor, shown } = start([async () => [project()], () => new Promise((resolve) => answers.push(resolve))])
    await shown()
    actor.send({ type: 'projects.reload' })
    actor.send({ type: 'project.changed', project: project({ name: 'Camera link', version: 2 }) })
    answers[0]?.([project()])
    answers[1]?.([project({ name: 'Camera link', version: 2 })])
    expect(projectsOf(await shown()).map(({ name }) => name)).toEqual(['Camera link'])
  })

  test('a sample project that is being opened is displayed only when it is open', async () => {
    const { actor, shown } = start([async () => [], async () => [project()]])
    await shown()
    actor.send({ type: 'sample.opening' })
    actor.send({ type: 'projects.reload' })
    expect(listedOf(await shown())).toEqual([])
    actor.send({ type: 'sample.failed' })
    expect(listedOf(actor.getSnapshot())).toEqual([project()])
  })

  test('a changed project replaces its old version, and a deleted one leaves the list', async () => {
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

    test('are saved on demand with the same key, and get the real id', async () => {
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

    test('are saved automatically, one after the other, when the list can be loaded again', async () => {
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

    test('are retried every ten seconds while the API is down', async () => {
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

    test('are retried only on demand after a rejection', async () => {
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

    test.each([401, 408, 429])('are not rejected by a response with status %i', async (status) => {
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

    test('are saved once another project has been created', async () => {
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

    test('are saved after one that is rejected or discarded, and discarding another one has no effect', async () => {
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

    test('are sent on demand after the one that is being sent', async () => {
      const refused = localProject({ id: 'local-2', isRefused: true })
      const answers: (() => void)[] = []
      const asked: string[] = []
      const { actor } = start(
        [async () => []],
        ({ key, name }) => {
          asked.push(key)
          return new Promise((resolve) => answers.push(() => resolve(project({ id: `saved-${key}`, name }))))
        },
        projectsInput({ locals: [localProject(), refused] }),
      )
      await waitFor(actor, (snapshot) => savingIdOf(snapshot) === 'local-1')
      actor.send({ type: 'local.retry', id: 'local-2' })
      expect(asked).toEqual(['local-1'])
      answers[0]?.()
      await waitFor(actor, (snapshot) => savingIdOf(snapshot) === 'local-2')
      answers[1]?.()
      await waitFor(actor, (snapshot) => localsOf(snapshot).length === 0)
      expect(asked).toEqual(['local-1', 'local-2'])
    })

    test('cause a reload of the list if one is saved while it is loading', async () => {
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

    test('are not sent twice if the list is reloaded in the meantime', async () => {
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

    test('are removed when they are discarded, even while they are being sent', async () => {
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

describe('the sort order of projects', () => {
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

  test('is by newest activity, by name with numbers by value, or by size in descending order', () => {
    expect(ids('', 'activity')).toEqual(['b', 'a', 'c'])
    expect(ids('', 'name')).toEqual(['c', 'b', 'a'])
    expect(ids('', 'size')).toEqual(['b', 'c', 'a'])
  })

  test('a search finds every word in name, notes or creator, regardless of case', () => {
    expect(ids('BOARD')).toEqual(['b', 'a'])
    expect(ids('gen5  board')).toEqual(['b'])
    expect(ids('éva')).toEqual(['c'])
    expect(ids('nothing')).toEqual([])
    expect(matchingLocals([localProject(), localProject({ id: 'local-2', name: 'Radar' })], 'rad')).toHaveLength(1)
  })
})

test('puts projects without activity last', () => {
  const quiet = { ...project({ id: 'quiet', name: 'A' }), lastActivity: undefined as unknown as string }
  const list = [quiet, project({ id: 'old', lastActivity: '2020-01-01T00:00:00.000Z' }), project({ id: 'new' })]
  const ids = (sort: Sort) => visibleProjects(list, { query: '', sort }).map(({ id }) => id)
  expect(ids('activity')).toEqual(['new', 'old', 'quiet'])
  expect(ids('-activity')).toEqual(['old', 'new', 'quiet'])
})

test('can be sorted by each column in both directions; equal values by name', () => {
  const list = [
    project({ id: 'a', name: 'A', fileCount: 2, created_by_name: 'Zoe', newestRequest: 'delivered' }),
    project({ id: 'b', name: 'B', fileCount: 9, created_by_name: 'Éva', newestRequest: null }),
    project({ id: 'c', name: 'C', fileCount: 2, created_by_name: 'Uma', newestRequest: 'awaiting payment' }),
  ]
  const ids = (sort: Sort) => visibleProjects(list, { query: '', sort }).map(({ id }) => id)
  expect([ids('name'), ids('-name')]).toEqual([
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
  ])
  expect([ids('files'), ids('-files')]).toEqual([
    ['b', 'a', 'c'],
    ['a', 'c', 'b'],
  ])
  expect([ids('creator'), ids('-creator')]).toEqual([
    ['b', 'c', 'a'],
    ['a', 'c', 'b'],
  ])
  // A request that needs attention comes first; a project without requests comes last.
  expect([ids('request'), ids('-request')]).toEqual([
    ['c', 'a', 'b'],
    ['a', 'c', 'b'],
  ])
  expect([isDescending('activity'), isDescending('-activity'), isDescending('name'), isDescending('-name')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([toggledSort('activity', 'name'), toggledSort('name', 'name'), toggledSort('-name', 'name')]).toEqual([
    'name',
    '-name',
    'name',
  ])
})
