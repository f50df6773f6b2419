import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import { PopupBlocked, type ToolId, toolLaunchMachine } from '../../machines/tools/tool-launch.machine'
import {
  changeOf,
  type FileListing,
  failureOf as fileFailureOf,
  fileManagerMachine,
  shownFiles,
} from '../../machines/workspace/file-manager.machine'
import { paymentReturnMachine, type SimulationRequest } from '../../machines/workspace/payment-return.machine'
import { draftOf, type NewProject, projectCreateMachine } from '../../machines/workspace/project-create.machine'
import { failureOf, isLoading, type Project, projectsMachine } from '../../machines/workspace/projects.machine'
import { project, projectFile } from './samples'

describe('projects', () => {
  const start = (loads: (() => Promise<Project[]>)[]) => {
    let call = 0
    return createActor(
      projectsMachine.provide({
        actors: {
          loadProjects: fromPromise(() => loads[Math.min(call++, loads.length - 1)]?.() ?? Promise.resolve([])),
        },
      }),
      { input: { selectedId: null } },
    ).start()
  }
  const shown = (actor: ReturnType<typeof start>) => waitFor(actor, (snapshot) => !isLoading(snapshot))

  test('a list that fails is empty, with a reason, and can be asked again', async () => {
    const actor = start([() => Promise.reject(new Error('')), async () => [project()]])
    const failed = await shown(actor)
    expect(failed.context.projects).toEqual([])
    expect(failureOf(failed)).toBe('Your projects could not be loaded.')
    actor.send({ type: 'projects.reload' })
    const mended = await shown(actor)
    expect(failureOf(mended)).toBeNull()
    expect(mended.context.projects).toHaveLength(1)
  })

  test('a new project is added first and selected, and it alone', async () => {
    const actor = start([async () => [project()]])
    await shown(actor)
    actor.send({ type: 'project.selected', id: 'p1' })
    actor.send({ type: 'project.created', project: project({ id: 'p2' }) })
    const { projects, selectedId } = actor.getSnapshot().context
    expect(projects.map(({ id }) => id)).toEqual(['p2', 'p1'])
    expect(selectedId).toBe('p2')
  })

  test('a reload keeps the selection', async () => {
    const actor = start([async () => [project()]])
    await shown(actor)
    actor.send({ type: 'project.selected', id: 'p1' })
    actor.send({ type: 'projects.reload' })
    expect((await shown(actor)).context.selectedId).toBe('p1')
  })
})

describe('create project', () => {
  const start = (
    create: (input: NewProject) => Promise<Project>,
    draft: { name: string; notes: string } | null = null,
  ) =>
    createActor(
      projectCreateMachine.provide({
        actors: { createProject: fromPromise<Project, NewProject>(({ input }) => create(input)) },
      }),
      { input: { draft } },
    ).start()

  test('is not sent without a name', () => {
    const actor = start(async () => project())
    actor.send({ type: 'name.changed', name: '   ' })
    expect(actor.getSnapshot().can({ type: 'form.submitted' })).toBe(false)
  })

  test('sends the name trimmed and empty notes as null, and gives the project', async () => {
    const asked: NewProject[] = []
    const actor = start(async (input) => {
      asked.push(input)
      return project({ id: 'new' })
    })
    actor.send({ type: 'name.changed', name: '  Camera board ' })
    actor.send({ type: 'notes.changed', notes: ' ' })
    actor.send({ type: 'form.submitted' })
    const { output } = await waitFor(actor, ({ status }) => status === 'done')
    expect(asked).toEqual([{ name: 'Camera board', notes: null }])
    expect(output?.id).toBe('new')
  })

  test('begins with what was typed and not sent', () => {
    const actor = start(async () => project(), { name: 'Camera', notes: 'Rev B' })
    expect(draftOf(actor.getSnapshot())).toEqual({ name: 'Camera', notes: 'Rev B' })
    expect(actor.getSnapshot().can({ type: 'form.submitted' })).toBe(true)
  })

  test('a refusal says why and keeps what was typed', async () => {
    const actor = start(() => Promise.reject(new Error('')))
    actor.send({ type: 'name.changed', name: 'Camera board' })
    actor.send({ type: 'notes.changed', notes: 'Rev B' })
    actor.send({ type: 'form.submitted' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches('editing'))
    expect(context).toMatchObject({ name: 'Camera board', notes: 'Rev B', failure: 'Failed to create project' })
  })
})

describe('file manager', () => {
  const listing: FileListing = {
    files: [projectFile(), projectFile({ id: 'f2', folderId: null }), projectFile({ id: 'f3', folderId: 'reports' })],
    types: [{ id: 1, name: 'layout' }],
    usedMb: 1,
  }
  const start = (world: { load?: () => Promise<FileListing>; save?: () => Promise<void> } = {}) => {
    const calls: string[] = []
    const actor = createActor(
      fileManagerMachine.provide({
        actors: {
          loadFiles: fromPromise(() => {
            calls.push('load')
            return (world.load ?? (async () => listing))()
          }),
          saveFileType: fromPromise<void, { id: string; fileType: string }>(({ input }) => {
            calls.push(`save ${input.id} ${input.fileType}`)
            return (world.save ?? (async () => {}))()
          }),
        },
      }),
      { input: { projectId: 'p1' } },
    ).start()
    return { actor, calls, quiet: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')) }
  }

  test('shows Inputs first, files without a folder among them', async () => {
    const { actor, quiet } = start()
    expect(shownFiles(await quiet()).map(({ id }) => id)).toEqual(['f1', 'f2'])
    actor.send({ type: 'folder.chosen', folder: 'reports' })
    expect(shownFiles(actor.getSnapshot()).map(({ id }) => id)).toEqual(['f3'])
  })

  test('saves a new type, then reads the list again', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'file.typeChosen', id: 'f1', fileType: 'stackup' })
    expect(changeOf(actor.getSnapshot())).toEqual({ id: 'f1', fileType: 'stackup' })
    await quiet()
    expect(calls).toEqual(['load', 'save f1 stackup', 'load'])
    expect(changeOf(actor.getSnapshot())).toBeNull()
  })

  test('a reload does not cut off a change that is being saved', async () => {
    const { actor, calls, quiet } = start()
    await quiet()
    actor.send({ type: 'file.typeChosen', id: 'f1', fileType: 'stackup' })
    actor.send({ type: 'files.reload' })
    actor.send({ type: 'file.typeChosen', id: 'f2', fileType: 'other' })
    expect(actor.getSnapshot().matches({ loaded: 'savingType' })).toBe(true)
    await quiet()
    expect(calls).toEqual(['load', 'save f1 stackup', 'load'])
  })

  test('a type that cannot be saved says so and keeps the list', async () => {
    const { actor, quiet } = start({ save: () => Promise.reject(new Error('')) })
    await quiet()
    actor.send({ type: 'file.typeChosen', id: 'f1', fileType: 'stackup' })
    const snapshot = await quiet()
    expect(fileFailureOf(snapshot)).toBe('Failed to update file type')
    expect(shownFiles(snapshot)).toHaveLength(2)
  })

  test('a list that cannot be loaded says so, and Retry asks again', async () => {
    let isDown = true
    const { actor, quiet } = start({ load: async () => (isDown ? Promise.reject(new Error('')) : listing) })
    expect(fileFailureOf(await quiet())).toBe('Failed to load project files. Please try again.')
    isDown = false
    actor.send({ type: 'files.reload' })
    expect(fileFailureOf(await quiet())).toBeNull()
  })
})

describe('payment return', () => {
  const request = (status: SimulationRequest['status']): SimulationRequest => ({
    id: 'r1',
    project_id: 'p1',
    project_name: 'Camera board',
    status,
    total: 3000,
    si: [],
    pi: [],
    layout: { id: 'f1', name: 'board.kicad_pcb', size: 1, sha256: '0' },
    stackup: null,
    material: null,
    created: '2026-01-02T03:04:05.000Z',
    created_by_name: 'Uma Sarin',
    paid: null,
  })
  const start = (answers: (() => Promise<SimulationRequest>)[]) => {
    const clock = new SimulatedClock()
    let calls = 0
    const actor = createActor(
      paymentReturnMachine.provide({
        actors: {
          loadRequest: fromPromise<SimulationRequest, { requestId: string }>(async () => {
            const answer = answers[Math.min(calls++, answers.length - 1)]
            return answer ? answer() : request('draft')
          }),
        },
      }),
      { input: { requestId: 'r1' }, clock },
    ).start()
    const notAsking = () => waitFor(actor, (snapshot) => !snapshot.matches('asking'))
    return { actor, clock, notAsking, calls: () => calls }
  }

  test('asks until the payment is known', async () => {
    const { actor, clock, notAsking, calls } = start([
      async () => request('awaiting payment'),
      async () => request('paid'),
    ])
    expect((await notAsking()).value).toBe('waiting')
    clock.increment(2_000)
    expect((await notAsking()).value).toBe('settled')
    expect(actor.getSnapshot().context.request?.status).toBe('paid')
    expect(calls()).toBe(2)
  })

  test('gives up after 30 questions, and asks again when told to', async () => {
    const { actor, clock, notAsking, calls } = start([async () => request('awaiting payment')])
    for (let asked = 1; asked < 30; asked += 1) {
      await notAsking()
      clock.increment(2_000)
    }
    expect((await notAsking()).value).toBe('undecided')
    expect(calls()).toBe(30)
    actor.send({ type: 'status.asked' })
    expect(actor.getSnapshot().value).toBe('asking')
  })

  test('a failed question says so and can be repeated', async () => {
    const { actor, notAsking } = start([() => Promise.reject(new Error('')), async () => request('cancelled')])
    expect((await notAsking()).context.failure).toBe('The status of your request could not be loaded.')
    actor.send({ type: 'status.asked' })
    expect((await notAsking()).context).toMatchObject({ failure: null, request: { status: 'cancelled' } })
  })
})

describe('tool launch', () => {
  const start = (world: { open?: () => Promise<void>; find?: () => Promise<string | null> } = {}) => {
    const done: string[] = []
    const actor = createActor(
      toolLaunchMachine.provide({
        actors: {
          openWindow: fromPromise<void, { tool: ToolId }>(({ input }) => {
            done.push(`window ${input.tool}`)
            return (world.open ?? (async () => {}))()
          }),
          findAddress: fromPromise<string | null, { tool: ToolId }>(
            world.find ?? (async () => 'https://tool.example/'),
          ),
        },
        actions: {
          navigate: (_, { tool, address }) => void done.push(`${tool} to ${address}`),
          closeWindow: (_, tool) => void done.push(`close ${tool}`),
        },
      }),
    )
    actor.on('notice', ({ text }) => done.push(text))
    actor.start()
    actor.send({ type: 'tool.requested', tool: 's2spice', toolName: 'S2SPice Tool' })
    return { done, resting: () => waitFor(actor, (snapshot) => snapshot.matches('resting')) }
  }

  test('opens the window within the click, then leads it to the tool', async () => {
    const { done, resting } = start()
    expect(done).toEqual(['window s2spice'])
    await resting()
    expect(done).toEqual(['window s2spice', 's2spice to https://tool.example/'])
  })

  test('says that popups must be allowed', async () => {
    const { done, resting } = start({ open: () => Promise.reject(new PopupBlocked()) })
    await resting()
    expect(done.at(-1)).toBe('Please allow popups for this site to open the tool.')
  })

  test('closes the window of a tool without an address', async () => {
    const { done, resting } = start({ find: async () => null })
    await resting()
    expect(done.slice(1)).toEqual([
      'close s2spice',
      'The tool S2SPice Tool is temporarily not available. Please try again later.',
    ])
  })

  test('closes the window when the tool fails', async () => {
    const { done, resting } = start({ find: () => Promise.reject(new Error('down')) })
    await resting()
    expect(done.slice(1)).toEqual(['close s2spice', 'Failed to open S2SPice tool. Please try again later.'])
  })
})
