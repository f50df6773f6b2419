import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import type { Arrival, KeepingEvent, OtherDraft } from '../../../machines/wizard/request-context'
import { emptyDraft, type StoredRequest } from '../../../machines/wizard/drafts/request-draft'
import { defaultPrices, type PriceTable } from '../../../machines/wizard/rows/interfaces'
import {
  arePricesKnown,
  canUndoDiscard,
  draftOf,
  wizardFailureOf,
  filesOf,
  havePricesFailed,
  isCreatingProject,
  isUploadPending,
  oldTotalOf,
  otherDraftOf,
  placeOf,
  restoringOf,
  projectsOf,
  refusedAt,
  restoredOf,
  showsProblemsOf,
  stepOf,
  totalOfRequest,
  unusableOf,
} from '../../../machines/wizard/request-selectors'
import { rowProblemsOf, rowProblemText } from '../../../machines/wizard/rows/row-problems'
import {
  type PaymentAttempt,
  simulationRequestMachine,
  type UploadOrder,
} from '../../../machines/wizard/simulation-request.machine'
import type { Project, ProjectToCreate } from '../../../machines/projects/project-list'
import { covers } from '../../spec-coverage/covers'
import { fullPi, fullSi, storedRequest } from './request-samples'
import { project, projectFile } from '../samples'

const files = [
  projectFile({ id: 'layout-1', name: 'one.kicad_pcb' }),
  projectFile({ id: 'layout-2', name: 'two.kicad_pcb' }),
  projectFile({ id: 'stack', name: 'stack.csv', fileType: 'Stackup' }),
]
const [layout1 = projectFile(), layout2 = projectFile(), stack = projectFile()] = files

type Answers = {
  create?: (asked: ProjectToCreate) => Promise<Project>
  projects?: () => Promise<Project[]>
  open?: () => Promise<void>
  pay?: (attempt: PaymentAttempt) => Promise<{ id: string; url: string }>
  prices?: () => Promise<PriceTable>
  /** The stored drafts by project id. */
  stored?: Record<string, StoredRequest>
  /** The version of the stored draft that another computer has saved. */
  other?: OtherDraft
  files?: typeof files
  /** The id of the project with the latest unsent request. */
  begunIn?: string
  projectId?: string | null
}

/**
 * Starts a request with the given responses. `told` contains the events sent to the actor that stores the draft, except
 * the steps that are shown, which `shown` contains.
 */
function start({ create, projects, open, pay, prices, stored = {}, files: there = files, ...from }: Answers) {
  const { begunIn = null, projectId = 'p1', other = null } = from
  const attempts: PaymentAttempt[] = []
  const told: KeepingEvent[] = []
  const shown: number[] = []
  const uploads: UploadOrder[] = []
  let arrive: (arrival: Arrival) => void = () => {}
  let tell: (stored: StoredRequest | null) => void = () => {}
  const opened: string[] = []
  const asked: string[] = []
  let comeBack = () => {}
  const actor = createActor(
    simulationRequestMachine.provide({
      actors: {
        loadProjects: fromPromise(async () => ({
          projects: await (projects ?? (async () => [project(), project({ id: 'p2' })]))(),
          begunIn,
        })),
        createProject: fromPromise<Project, ProjectToCreate>(async ({ input }) => {
          if (!create) throw new Error('No project is created.')
          return create(input)
        }),
        loadPrices: fromPromise(prices ?? (async () => defaultPrices)),
        openProject: fromPromise(async ({ input }) => {
          await open?.()
          return { files: there, stored: stored[input.projectId] ?? null, other }
        }),
        followPrices: fromCallback(({ receive }) => receive(({ type }) => asked.push(type))),
        keepDraft: fromCallback<KeepingEvent>(({ receive, sendBack }) => {
          receive((event) => (event.type === 'step.shown' ? shown.push(event.step) : told.push(event)))
          tell = (elsewhere) => sendBack({ type: 'draft.foundElsewhere', stored: elsewhere })
        }),
        uploadFiles: fromCallback<UploadOrder>(({ receive, sendBack }) => {
          receive((order) => uploads.push(order))
          arrive = (arrival) => sendBack({ type: 'file.arrived', ...arrival })
        }),
        openPaymentPage: fromPromise<void, { url: string }>(({ input: { url } }) => {
          opened.push(url)
          return new Promise((resolve) => {
            comeBack = resolve
          })
        }),
        startCheckout: fromPromise<{ id: string; url: string }, PaymentAttempt>(async ({ input: attempt }) => {
          attempts.push(attempt)
          return (pay ?? (async () => ({ id: 'r1', url: 'https://pay.example.com/1' })))(attempt)
        }),
      },
    }),
    { input: { projectId, key: 'key-1' } },
  ).start()
  return {
    actor,
    attempts,
    told,
    shown,
    uploads,
    arrive: (arrival: Partial<Arrival>) => arrive({ projectId: 'p1', files: [], gone: [], isGiven: false, ...arrival }),
    opened,
    asked,
    tell: (elsewhere: StoredRequest | null) => tell(elsewhere),
    comeBack: () => comeBack(),
  }
}

type Request = ReturnType<typeof start>['actor']

const settled = (actor: Request) => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))

async function toSummary(answers: Answers) {
  const started = start(answers)
  const { actor } = started
  await settled(actor)
  actor.send({ type: 'step.next' })
  actor.send({ type: 'si.added' })
  actor.send({ type: 'si.changed', rowId: 0, fields: fullSi })
  actor.send({ type: 'step.next' })
  actor.send({ type: 'step.next' })
  return started
}

describe('files', () => {
  test('preselects the first layout of the project', async () => {
    covers('4-wizard-preselects')
    const { actor } = start({})
    expect(draftOf(await settled(actor)).layoutFileId).toBe('layout-1')
    expect(projectsOf(actor.getSnapshot()).map(({ id }) => id)).toEqual(['p1', 'p2'])
  })

  test('preselects the stackup if the project has exactly one', async () => {
    const chosen = async (there: typeof files) => draftOf(await settled(start({ files: there }).actor)).stackupFileId
    expect(await chosen([layout1, stack])).toBe('stack')
    expect(await chosen([layout1])).toBeNull()
    expect(await chosen([layout1, stack, projectFile({ id: 'other', fileType: 'stackup' })])).toBeNull()
    expect(await chosen([layout1, { ...stack, folderId: 'reports' }])).toBeNull()
  })

  test.each([
    ['projects', 'projects.retry', 'Your projects could not be loaded.'],
    ['open', 'files.retry', 'Failed to load project files. Please try again.'],
  ] as const)('that cannot be loaded (%s) show an error until they are requested again', async (call, retry, words) => {
    const { actor } = start({ [call]: () => Promise.reject(new Error('')) })
    expect(wizardFailureOf(await settled(actor))).toBe(words)
    actor.send({ type: retry })
    expect(wizardFailureOf(actor.getSnapshot())).toBeNull()
    expect(wizardFailureOf(await settled(actor))).toBe(words)
  })

  test('without a project opens the latest unsent request, if its project still exists', async () => {
    const stored = { p2: storedRequest({ projectId: 'p2', si: [{ id: 0, ...fullSi }] }, { layout: layout2 }) }
    const { actor } = start({ projectId: null, begunIn: 'p2', stored })
    expect(draftOf(await settled(actor))).toMatchObject({ projectId: 'p2', layoutFileId: 'layout-2', si: [fullSi] })
    const gone = start({ projectId: null, begunIn: 'p9', stored })
    expect(draftOf(await settled(gone.actor)).projectId).toBeNull()
    const wanted = start({ projectId: 'p1', begunIn: 'p2', stored })
    expect(draftOf(await settled(wanted.actor)).projectId).toBe('p1')
  })

  test('another project clears the selection and reloads the files', async () => {
    covers('4-wizard-project-clears', '4-wizard-project-reloads')
    const { actor } = start({})
    await settled(actor)
    actor.send({ type: 'file.chosen', fileType: 'stackup', fileId: 'stack' })
    actor.send({ type: 'project.chosen', projectId: 'p2' })
    expect(actor.getSnapshot().value).toEqual({ files: 'opening' })
    expect(draftOf(actor.getSnapshot())).toMatchObject({ projectId: 'p2', layoutFileId: null, stackupFileId: null })
    expect(draftOf(await settled(actor)).layoutFileId).toBe('layout-1')
  })

  test('choosing the same project again changes nothing', async () => {
    const { actor } = start({})
    await settled(actor)
    actor.send({ type: 'file.chosen', fileType: 'layout', fileId: 'layout-2' })
    actor.send({ type: 'project.chosen', projectId: 'p1' })
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('layout-2')
  })
})

describe('an upload in step 1', () => {
  const newest = projectFile({ id: 'new', name: 'new.kicad_pcb' })
  const given: UploadOrder = {
    type: 'files.given',
    projectId: 'p1',
    files: [{ id: 'u1', name: 'new.kicad_pcb', size: 1, modified: 1 }],
    unreadable: ['x'],
  }

  test('goes to the project, and its files are chosen by their types once they are there', async () => {
    const { actor, uploads, arrive, told } = start({})
    await settled(actor)
    actor.send(given)
    expect(uploads).toEqual([given])
    const material = projectFile({ id: 'm', fileType: 'Material' })
    const newStack = projectFile({ id: 'new-stack', fileType: 'stackup' })
    arrive({ files: [newest], isGiven: true })
    arrive({ files: [newStack], isGiven: true })
    arrive({ files: [material], isGiven: true })
    expect(draftOf(actor.getSnapshot())).toMatchObject({
      layoutFileId: 'new',
      stackupFileId: 'new-stack',
      materialFileId: 'm',
    })
    expect(filesOf(actor.getSnapshot())).toEqual([...files, newest, newStack, material])
    expect(told.at(-1)).toMatchObject({ kept: { draft: { layoutFileId: 'new' }, files: { layout: { id: 'new' } } } })
  })

  test('names the files whose type a request cannot use, until the next upload or another project', async () => {
    const { actor, arrive } = start({})
    await settled(actor)
    const photo = projectFile({ id: 'photo', name: 'photo.jpg', fileType: 'other' })
    const report = projectFile({ id: 'report', folderId: 'reports' })
    arrive({ files: [photo] })
    expect(unusableOf(actor.getSnapshot())).toEqual([])
    arrive({ files: [photo], isGiven: true })
    arrive({ files: [newest], isGiven: true })
    arrive({ files: [report], isGiven: true })
    expect(unusableOf(actor.getSnapshot())).toEqual([photo, report])
    actor.send(given)
    expect(unusableOf(actor.getSnapshot())).toEqual([])
    arrive({ files: [photo], isGiven: true })
    actor.send({ type: 'project.chosen', projectId: 'p2' })
    expect(unusableOf(actor.getSnapshot())).toEqual([])
  })

  test('elsewhere selects a new revision of the chosen file, and the first layout, but no other file', async () => {
    const { actor, arrive } = start({})
    await settled(actor)
    arrive({ files: [newest] })
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('layout-1')
    arrive({ files: [projectFile({ id: 'revised' })], gone: ['layout-2'] })
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('layout-1')
    arrive({ files: [projectFile({ id: 'layout-1b' })], gone: ['layout-1'] })
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('layout-1b')
    expect(filesOf(actor.getSnapshot()).map(({ id }) => id)).toEqual(['stack', 'new', 'revised', 'layout-1b'])
    arrive({ files: [newest], projectId: 'p2', isGiven: true })
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('layout-1b')

    const empty = start({ files: [stack] })
    await settled(empty.actor)
    empty.arrive({ files: [newest] })
    expect(draftOf(empty.actor.getSnapshot()).layoutFileId).toBe('new')
  })

  test('is listed once, even if the list already contains it', async () => {
    const { actor, arrive } = start({})
    await settled(actor)
    arrive({ files: [layout2], isGiven: true })
    expect(filesOf(actor.getSnapshot())).toEqual([layout1, stack, layout2])
  })

  test('that ends while the project opens loads its files again', async () => {
    let opens = 0
    const { actor, arrive, told } = start({ open: async () => void (opens += 1) })
    arrive({ files: [newest], isGiven: true })
    expect(opens).toBe(0)
    await waitFor(actor, (snapshot) => snapshot.matches({ files: 'opening' }))
    arrive({ files: [newest], isGiven: true, projectId: 'p2' })
    expect(opens).toBe(1)
    arrive({ files: [newest], isGiven: true })
    await settled(actor)
    expect(opens).toBe(2)
    expect(told).toHaveLength(1)
  })

  test('of a folder that was read for longer than the user stayed goes to the project it was dropped on', async () => {
    const { actor, uploads } = start({})
    await settled(actor)
    actor.send({ type: 'step.next' })
    actor.send(given)
    actor.send({ type: 'step.back' })
    actor.send({ type: 'project.chosen', projectId: 'p2' })
    actor.send(given)
    expect(uploads).toEqual([given, given])
    expect(stepOf(await settled(actor))).toBe(1)
  })

  test('that ends in a later step keeps the step, and while the payment opens, the order', async () => {
    const { actor, arrive, attempts, comeBack } = await toSummary({})
    arrive({ files: [newest], isGiven: true })
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('new')
    expect(stepOf(actor.getSnapshot())).toBe(4)
    const other = projectFile({ id: 'late' })
    actor.send({ type: 'payment.requested' })
    arrive({ files: [other], isGiven: true })
    arrive({ files: [projectFile({ id: 'elsewhere' })], isGiven: true, projectId: 'p2' })
    await waitFor(actor, (snapshot) => snapshot.matches({ summary: 'leaving' }))
    arrive({ files: [projectFile({ id: 'later' })], isGiven: true })
    arrive({ files: [projectFile({ id: 'elsewhere' })], isGiven: true, projectId: 'p2' })
    comeBack()
    await settled(actor)
    expect(attempts[0]?.order.layout_file_id).toBe('new')
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('new')
    expect(filesOf(actor.getSnapshot()).map(({ id }) => id)).toEqual([
      ...files.map(({ id }) => id),
      'new',
      'late',
      'later',
    ])
  })
})

describe('files that are given before a project is chosen', () => {
  const csv = { id: 'u1', name: 'stack.csv', size: 10, modified: 0 }
  const board = { id: 'u2', name: 'radar.kicad_pcb', size: 1024, modified: 0 }
  const given = { files: [csv, board], unreadable: ['broken'] }
  const conflict = Object.assign(new Error('In use.'), {
    status: 409,
    errors: [{ field: 'name', message: 'The project name is already in use, please use something else.' }],
  })

  test('create a project with the name of the board, and are uploaded to it', async () => {
    const asked: ProjectToCreate[] = []
    const { actor, uploads } = start({
      projectId: null,
      projects: async () => [project({ name: 'Radar' })],
      create: async (wanted) => {
        asked.push(wanted)
        // The list of projects may be out of date.
        if (asked.length === 1) throw conflict
        return project({ id: 'p9', name: wanted.name })
      },
      files: [],
    })
    const created: Project[] = []
    actor.on('project.created', ({ project: one }) => created.push(one))
    await settled(actor)
    actor.send({ type: 'project.begun', ...given })
    const snapshot = await settled(actor)
    expect(asked).toEqual([
      { key: 'key-1', name: 'radar 2', notes: null },
      { key: 'key-1', name: 'radar 3', notes: null },
    ])
    expect(draftOf(snapshot).projectId).toBe('p9')
    expect(projectsOf(snapshot).map(({ name }) => name)).toEqual(['radar 3', 'Radar'])
    expect(created.map(({ id }) => id)).toEqual(['p9'])
    expect(uploads).toEqual([{ type: 'files.given', projectId: 'p9', ...given }])
  })

  describe('whose project could not be created', () => {
    /** A request with the given files, whose calls fail until `isDown` is false. */
    async function failed() {
      const line = { isDown: true }
      const started = start({
        projectId: null,
        create: async () => {
          if (line.isDown) throw new Error('')
          return project({ id: 'p9' })
        },
      })
      await settled(started.actor)
      started.actor.send({ type: 'project.begun', ...given })
      expect(wizardFailureOf(await settled(started.actor))).toBe('Failed to create project')
      expect(started.uploads).toEqual([])
      return { ...started, line }
    }

    test('are kept for another attempt, whichever step is requested', async () => {
      const { actor, uploads, line } = await failed()
      actor.send({ type: 'step.requested', step: 3 })
      expect(wizardFailureOf(actor.getSnapshot())).toBe('Failed to create project')
      line.isDown = false
      actor.send({ type: 'creation.retry' })
      const snapshot = await settled(actor)
      expect([wizardFailureOf(snapshot), draftOf(snapshot).projectId]).toEqual([null, 'p9'])
      expect(uploads).toEqual([{ type: 'files.given', projectId: 'p9', ...given }])
    })

    test('are uploaded once if they are given again', async () => {
      const { actor, uploads, line } = await failed()
      line.isDown = false
      const again = { ...board, id: 'u3' }
      actor.send({ type: 'project.begun', files: [again], unreadable: [] })
      expect(wizardFailureOf(await settled(actor))).toBeNull()
      expect(uploads).toEqual([{ type: 'files.given', projectId: 'p9', files: [csv, again], unreadable: ['broken'] }])
    })

    test('are uploaded to a project that is chosen instead', async () => {
      const { actor, uploads } = await failed()
      actor.send({ type: 'project.chosen', projectId: 'p1' })
      await settled(actor)
      actor.send({ type: 'creation.retry' })
      expect(draftOf(await settled(actor)).projectId).toBe('p1')
      expect(uploads).toEqual([{ type: 'files.given', projectId: 'p1', ...given }])
    })
  })

  test('create nothing if none can be read', async () => {
    const { actor } = start({ projectId: null })
    await settled(actor)
    actor.send({ type: 'project.begun', files: [], unreadable: ['broken'] })
    expect(actor.getSnapshot().matches({ files: 'choosing' })).toBe(true)
    expect(wizardFailureOf(actor.getSnapshot())).toBe('The files could not be read.')
  })

  test('but are read only after one is chosen are uploaded to it, in every step', async () => {
    const { actor, uploads } = start({ projectId: null })
    const later = { files: [{ ...csv, id: 'u3', name: 'later.csv' }], unreadable: [] }
    await settled(actor)
    actor.send({ type: 'project.chosen', projectId: 'p1' })
    actor.send({ type: 'project.begun', ...given })
    expect(uploads).toEqual([])
    await settled(actor)
    actor.send({ type: 'project.begun', ...later })
    actor.send({ type: 'step.next' })
    actor.send({ type: 'project.begun', ...later })
    expect(uploads).toEqual([
      { type: 'files.given', projectId: 'p1', ...given },
      { type: 'files.given', projectId: 'p1', ...later },
      { type: 'files.given', projectId: 'p1', ...later },
    ])
  })

  test('are uploaded to the chosen project even if another one is chosen before it is open', async () => {
    const { actor, uploads } = start({ projectId: null })
    await settled(actor)
    actor.send({ type: 'project.chosen', projectId: 'p1' })
    actor.send({ type: 'project.begun', ...given })
    actor.send({ type: 'project.chosen', projectId: 'p2' })
    await settled(actor)
    expect(uploads).toEqual([{ type: 'files.given', projectId: 'p1', ...given }])
  })

  test('are uploaded together if more are given while the project is being created', async () => {
    const { actor, uploads } = start({ projectId: null, create: async () => project({ id: 'p9' }) })
    const later = { ...csv, id: 'u3', name: 'later.csv' }
    await settled(actor)
    actor.send({ type: 'project.begun', ...given })
    actor.send({ type: 'project.begun', files: [later], unreadable: ['other'] })
    await settled(actor)
    expect(uploads).toEqual([
      { type: 'files.given', projectId: 'p9', files: [csv, board, later], unreadable: ['broken', 'other'] },
    ])
  })

  test('are uploaded once the project is open, so that they are selected', async () => {
    const material = projectFile({ id: 'm', fileType: 'material' })
    let isDown = true
    const { actor, uploads, arrive } = start({
      projectId: null,
      create: async () => project({ id: 'p9' }),
      open: async () => {
        expect(uploads).toEqual([])
        if (isDown) throw new Error('')
      },
    })
    await settled(actor)
    actor.send({ type: 'project.begun', ...given })
    expect((await settled(actor)).matches({ files: 'filesFailed' })).toBe(true)
    isDown = false
    actor.send({ type: 'files.retry' })
    await settled(actor)
    expect(uploads).toHaveLength(1)
    arrive({ projectId: 'p9', files: [material], isGiven: true })
    expect(draftOf(actor.getSnapshot()).materialFileId).toBe('m')
  })

  test('keep the dialog open until their upload has started', async () => {
    const { actor } = start({ projectId: null, create: async () => project({ id: 'p9' }) })
    expect(isUploadPending(await settled(actor))).toBe(false)
    actor.send({ type: 'project.begun', ...given })
    expect([isUploadPending(actor.getSnapshot()), isCreatingProject(actor.getSnapshot())]).toEqual([true, true])
    const opening = await waitFor(actor, (snapshot) => snapshot.matches({ files: 'opening' }))
    expect([isUploadPending(opening), isCreatingProject(opening)]).toEqual([true, false])
    expect(isUploadPending(await settled(actor))).toBe(false)
  })
})

describe('a draft', () => {
  const rows = { si: [{ id: 7, ...fullSi }] }
  const kept = storedRequest(rows, { layout: layout2, stackup: { ...stack, id: 'vanished', name: 'other.csv' } })

  test('is stored with every change, with a constant key and the state of its files', async () => {
    const { actor, told } = await toSummary({})
    actor.send({ type: 'order.referenced', purchaseOrder: 'PO-1' })
    expect(told[0]).toEqual({ type: 'draft.opened', projectId: 'p1', stamp: null })
    expect(told.at(-1)).toMatchObject({
      kept: {
        key: 'key-1',
        sentAs: null,
        draft: { si: [fullSi], purchaseOrder: 'PO-1' },
        files: { layout: { id: 'layout-1' } },
      },
    })
  })

  test('is restored, and deleted or changed files are reported', async () => {
    const changed = { ...layout2, sha256: '1'.repeat(64) }
    const { actor, told } = start({ stored: { p1: kept }, files: [layout1, changed, stack] })
    const snapshot = await settled(actor)
    expect(draftOf(snapshot)).toMatchObject({ layoutFileId: 'layout-2', stackupFileId: null, si: rows.si })
    expect(restoredOf(snapshot)).toEqual({
      at: kept.at,
      repeats: null,
      isFromPrices: false,
      differences: [
        'The layout file two.kicad_pcb has changed since then.',
        'The stackup file other.csv is no longer in the project. Choose another one, or continue without one.',
      ],
    })
    expect(told).toEqual([{ type: 'draft.opened', projectId: 'p1', stamp: 'stamp-1' }])
    actor.send({ type: 'restored.seen' })
    expect(restoredOf(actor.getSnapshot())).toBeNull()
  })

  test('shows which request it repeats, until it is changed', async () => {
    const repeats = '2026-01-02T10:00:00.000Z'
    const { actor, told } = start({ stored: { p1: { ...kept, repeats } }, files: [layout1, layout2, stack] })
    expect(restoredOf(await settled(actor))).toMatchObject({ repeats })
    actor.send({ type: 'file.chosen', fileType: 'stackup', fileId: null })
    expect(told.at(-1)).toMatchObject({ type: 'draft.changed' })
    expect(told.at(-1)).not.toHaveProperty('kept.repeats')
  })

  test('says that it was chosen on the price page, until it is changed', async () => {
    const { actor, told } = start({ stored: { p1: { ...kept, fromPrices: true } }, files: [layout1, layout2, stack] })
    expect(restoredOf(await settled(actor))).toMatchObject({ isFromPrices: true })
    actor.send({ type: 'file.chosen', fileType: 'stackup', fileId: null })
    expect(told.at(-1)).toMatchObject({ type: 'draft.changed' })
    expect(told.at(-1)).not.toHaveProperty('kept.fromPrices')
  })

  test('whose layout is gone requires another one to be chosen', async () => {
    const { actor } = start({ stored: { p1: kept }, files: [layout1] })
    expect(draftOf(await settled(actor)).layoutFileId).toBeNull()
    expect(actor.getSnapshot().can({ type: 'step.next' })).toBe(false)
  })

  test('continues with its key, and assigns new ids to new rows', async () => {
    const { actor, attempts } = start({ stored: { p1: kept } })
    await settled(actor)
    actor.send({ type: 'step.next' })
    actor.send({ type: 'si.duplicated', rowId: 7 })
    expect(new Set(draftOf(actor.getSnapshot()).si.map(({ id }) => id)).size).toBe(2)
    actor.send({ type: 'step.next' })
    actor.send({ type: 'step.next' })
    actor.send({ type: 'payment.requested' })
    expect(attempts[0]?.key).toBe('kept-key')
  })

  test('can be discarded and started over', async () => {
    const stored: Record<string, StoredRequest> = { p1: kept }
    const { actor, told } = start({ stored })
    await settled(actor)
    delete stored['p1']
    actor.send({ type: 'draft.discarded', newKey: 'key-2' })
    expect(told.at(-1)).toEqual({ type: 'draft.changed', kept: null })
    expect(draftOf(actor.getSnapshot())).toEqual({ ...emptyDraft, projectId: 'p1' })
    // The discarded draft may have been paid for under its key, so the next order has a different key.
    await settled(actor)
    actor.send({ type: 'file.chosen', fileType: 'layout', fileId: layout1.id })
    expect(told.at(-1)).toMatchObject({ kept: { key: 'key-2', draft: { layoutFileId: layout1.id } } })
  })

  test('is opened at the step in which it was left, unless another one is requested', async () => {
    const left = storedRequest(rows, { layout: layout2 }, { step: 3 })
    const { actor } = start({ stored: { p1: left } })
    expect(stepOf(await settled(actor))).toBe(3)
    const requested = start({ stored: { p1: left } }).actor
    requested.send({ type: 'step.requested', step: 2 })
    expect(stepOf(await settled(requested))).toBe(2)
    // A step after the first one requires a layout.
    const without = start({ stored: { p1: left }, files: [layout1] }).actor
    expect(stepOf(await settled(without))).toBe(1)
    expect(stepOf(await settled(start({}).actor))).toBe(1)
  })

  test.each([
    ['projects', 'projects.retry'],
    ['open', 'files.retry'],
  ] as const)('is opened at that step even if loading (%s) fails once', async (call, retry) => {
    let isDown = true
    const { actor, shown } = start({
      stored: { p1: storedRequest(rows, { layout: layout2 }, { step: 3 }) },
      [call]: async () => {
        if (isDown) throw new Error('')
        return [project()]
      },
    })
    expect(stepOf(await settled(actor))).toBe(1)
    isDown = false
    actor.send({ type: retry })
    expect(stepOf(await settled(actor))).toBe(3)
    expect(shown).toEqual([3])
  })

  test('is stored with its step, and each step that is shown is reported', async () => {
    const { actor, told, shown } = await toSummary({})
    expect(shown).toEqual([1, 2, 3, 4])
    actor.send({ type: 'order.referenced', purchaseOrder: 'PO-1' })
    expect(told.at(-1)).toMatchObject({ kept: { step: 4 } })
  })

  describe('that was discarded', () => {
    const left = storedRequest(rows, { layout: layout2 }, { step: 2, sentAs: 'r1' })

    async function discarded(answers: Answers = {}) {
      const stored: Record<string, StoredRequest> = { p1: left }
      const started = start({ ...answers, stored })
      await settled(started.actor)
      delete stored['p1']
      started.actor.send({ type: 'draft.discarded', newKey: 'key-2' })
      return started
    }

    test.each(['while the project is opened again', 'afterwards'])('comes back %s, as the same order', async (when) => {
      const { actor, told } = await discarded()
      if (when === 'afterwards') {
        await settled(actor)
        actor.send({ type: 'file.chosen', fileType: 'layout', fileId: layout1.id })
      }
      expect(canUndoDiscard(actor.getSnapshot())).toBe(true)
      actor.send({ type: 'discard.undone' })
      const snapshot = await settled(actor)
      expect([stepOf(snapshot), draftOf(snapshot)]).toEqual([2, left.draft])
      expect(restoredOf(snapshot)).toMatchObject({ at: left.at })
      expect(told.at(-1)).toMatchObject({ kept: { key: 'kept-key', sentAs: 'r1', draft: left.draft } })
      expect(canUndoDiscard(snapshot)).toBe(false)
    })

    test.each([
      ['a row is added', ({ actor }: Awaited<ReturnType<typeof discarded>>) => actor.send({ type: 'si.added' })],
      ['another version is found', ({ tell }: Awaited<ReturnType<typeof discarded>>) => tell(kept)],
    ])('cannot come back once %s', async (_, change) => {
      const started = await discarded()
      const { actor } = started
      await settled(actor)
      actor.send({ type: 'step.next' })
      change(started)
      expect(canUndoDiscard(actor.getSnapshot())).toBe(false)
      const before = actor.getSnapshot().context.draft
      actor.send({ type: 'discard.undone' })
      expect(draftOf(actor.getSnapshot())).toBe(before)
    })

    test('comes back with the new revision of its layout, and reports that the file has changed', async () => {
      const { actor, arrive, told } = await discarded()
      await settled(actor)
      const revision = projectFile({ id: 'layout-3', name: 'two.kicad_pcb', sha256: '3'.repeat(64) })
      arrive({ files: [revision], gone: ['layout-2'] })
      actor.send({ type: 'discard.undone' })
      const snapshot = await settled(actor)
      expect(draftOf(snapshot)).toEqual({ ...left.draft, layoutFileId: 'layout-3' })
      expect(filesOf(snapshot).map(({ id }) => id)).toEqual(['layout-1', 'stack', 'layout-3'])
      expect(restoredOf(snapshot)?.differences).toEqual(['The layout file two.kicad_pcb has changed since then.'])
      expect(told.at(-1)).toMatchObject({ kept: { draft: { layoutFileId: 'layout-3' } } })
    })

    test('comes back with the prices that were shown before, if they have changed since', async () => {
      const { actor } = await discarded()
      await settled(actor)
      actor.send({ type: 'prices.changed', prices: { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] } })
      expect(oldTotalOf(actor.getSnapshot())).toBeNull()
      actor.send({ type: 'discard.undone' })
      const snapshot = await settled(actor)
      expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([2000, 2500])
    })

    test('comes back without the failure to open the project again', async () => {
      let isDown = false
      const { actor } = await discarded({
        open: async () => {
          if (isDown) throw new Error('down')
          isDown = true
        },
      })
      expect(wizardFailureOf(await settled(actor))).not.toBeNull()
      actor.send({ type: 'discard.undone' })
      const snapshot = await settled(actor)
      expect([stepOf(snapshot), wizardFailureOf(snapshot)]).toEqual([2, null])
    })

    test('does not follow to another project', async () => {
      const { actor } = await discarded()
      await settled(actor)
      actor.send({ type: 'project.chosen', projectId: 'p2' })
      expect(canUndoDiscard(await settled(actor))).toBe(false)
    })
  })

  test('of the next project is offered if there are rows already, and restored if there are none', async () => {
    const theirs = { ...kept, draft: { ...kept.draft, projectId: 'p2' } }
    const empty = start({ stored: { p2: theirs } }).actor
    await settled(empty)
    empty.send({ type: 'project.chosen', projectId: 'p2' })
    expect(draftOf(await settled(empty)).si).toEqual(rows.si)

    const { actor, told } = await toSummary({ stored: { p2: theirs } })
    for (let step = 0; step < 3; step += 1) actor.send({ type: 'step.back' })
    actor.send({ type: 'project.chosen', projectId: 'p2' })
    const asked = await settled(actor)
    expect([otherDraftOf(asked), draftOf(asked).si]).toEqual([theirs, [{ id: 0, ...fullSi }]])
    expect([filesOf(asked).length, draftOf(asked).layoutFileId]).toEqual([3, 'layout-1'])
    actor.send({ type: 'other.taken', newKey: 'key-2' })
    expect(told).toContainEqual({ type: 'other.taken', other: theirs })
    const taken = await settled(actor)
    expect([otherDraftOf(taken), draftOf(taken).si]).toEqual([null, rows.si])
  })

  test('ignores answers to a question that is not open', async () => {
    const { actor, told } = start({})
    await settled(actor)
    actor.send({ type: 'step.next' })
    const before = told.length
    for (const type of ['other.taken', 'other.declined', 'draft.discarded'] as const)
      actor.send({ type, newKey: 'key-2' })
    expect([stepOf(actor.getSnapshot()), told.length]).toEqual([2, before])
  })

  test('that was changed in another tab shows a question, and payment waits for the answer', async () => {
    const { actor, attempts, told, tell } = await toSummary({})
    tell(kept)
    expect(otherDraftOf(actor.getSnapshot())).toEqual(kept)
    expect(actor.getSnapshot().can({ type: 'payment.requested' })).toBe(false)
    actor.send({ type: 'payment.requested' })
    expect(attempts).toEqual([])
    actor.send({ type: 'other.declined', newKey: 'key-2' })
    expect(told.slice(-2)).toMatchObject([
      { type: 'other.declined', other: kept },
      { type: 'draft.changed', kept: { key: 'key-1', draft: { si: [fullSi] } } },
    ])
    actor.send({ type: 'payment.requested' })
    expect(attempts).toHaveLength(1)
  })

  test.each([
    ['was changed', storedRequest({ purchaseOrder: 'PO-theirs' }, {}, { stamp: 'theirs' })],
    ['was sent or discarded', 'gone'],
  ] as const)('that %s on another machine is opened with a question', async (_, other) => {
    const { actor, told } = start({ stored: { p1: kept }, other })
    const snapshot = await settled(actor)
    expect([otherDraftOf(snapshot), draftOf(snapshot).si]).toEqual([other, rows.si])
    expect(told).toEqual([{ type: 'draft.opened', projectId: 'p1', stamp: 'stamp-1' }])
    actor.send({ type: 'other.declined', newKey: 'key-2' })
    expect(told.slice(1)).toMatchObject([{ type: 'other.declined', other }, { type: 'draft.changed' }])
    expect(otherDraftOf(actor.getSnapshot())).toBeNull()
  })

  test('that was sent in another tab becomes a separate request if it is kept here', async () => {
    const { actor, told, tell } = await toSummary({})
    tell(null)
    expect(otherDraftOf(actor.getSnapshot())).toBe('gone')
    actor.send({ type: 'other.declined', newKey: 'key-2' })
    expect(told.at(-1)).toMatchObject({ kept: { key: 'key-2' } })
  })
})

describe('rows', () => {
  test('a copy follows its row, with a new id', async () => {
    const other = { ...fullSi, speed: '2.5 Gbps' }
    const rows = {
      si: [
        { id: 7, ...fullSi },
        { id: 8, ...other },
      ],
      pi: [{ id: 9, ...fullPi }],
    }
    const { actor } = start({ stored: { p1: storedRequest(rows, { layout: layout1 }) } })
    await settled(actor)
    actor.send({ type: 'step.next' })
    actor.send({ type: 'si.duplicated', rowId: 7 })
    actor.send({ type: 'step.next' })
    actor.send({ type: 'pi.duplicated', rowId: 9 })
    const after = draftOf(actor.getSnapshot())
    expect(after.si.map(({ speed }) => speed)).toEqual([fullSi.speed, fullSi.speed, other.speed])
    expect(after.pi.map(({ power_net }) => power_net)).toEqual(['+3V3', '+3V3'])
    expect(new Set([...after.si, ...after.pi].map(({ id }) => id)).size).toBe(5)
  })

  test('move the focus to the new row, the copy, or the row after a removed one', async () => {
    const { actor } = start({})
    await settled(actor)
    actor.send({ type: 'step.next' })
    const led = (event: Parameters<Request['send']>[0]) => {
      actor.send(event)
      return placeOf(actor.getSnapshot())
    }
    expect(led({ type: 'si.added' })).toEqual({ step: 2, rowId: 0, field: 'interface' })
    expect(led({ type: 'place.reached' })).toBeNull()
    expect(led({ type: 'si.duplicated', rowId: 0 })).toMatchObject({ rowId: 1 })
    expect(led({ type: 'si.removed', rowId: 0 })).toEqual({ step: 2, rowId: 1, field: 'remove' })
    expect(led({ type: 'si.removed', rowId: 1 })).toMatchObject({ rowId: null })
  })

  test('that were removed can be brought back to their place, until a row is added or removed', async () => {
    const { actor } = await toSummary({})
    const restoring = (kind: 'si' | 'pi') => restoringOf(actor.getSnapshot(), kind)
    const speeds = () => draftOf(actor.getSnapshot()).si.map(({ speed }) => speed)
    actor.send({ type: 'step.requested', step: 2 })
    actor.send({ type: 'si.proposed', rows: [{ ...fullSi, speed: '2 Gbps', signal_nets: ['D1_P'] }] })
    const before = speeds()
    actor.send({ type: 'si.removed', rowId: 0 })
    expect([speeds(), restoring('pi')]).toEqual([['2 Gbps'], null])
    const first = restoring('si')
    if (first) actor.send(first)
    expect(speeds()).toEqual(before)
    expect(restoring('si')).toBeNull()
    const [row] = draftOf(actor.getSnapshot()).si
    expect(placeOf(actor.getSnapshot())).toEqual({ step: 2, rowId: row?.id, field: 'interface' })
    actor.send({ type: 'si.removed', rowId: row?.id ?? -1 })
    actor.send({ type: 'si.changed', rowId: 1, fields: { speed: '3 Gbps' } })
    // What was typed is kept when a field loses the focus, which must not take the Undo away from under the pointer.
    expect([speeds(), restoring('si')?.index]).toEqual([['3 Gbps'], 0])
    actor.send({ type: 'si.added' })
    expect(restoring('si')).toBeNull()
    // There is nothing to bring back.
    actor.send({ type: 'si.removed', rowId: 2 })
    expect(restoring('si')).toBeNull()
    actor.send({ type: 'step.requested', step: 3 })
    actor.send({ type: 'pi.added' })
    actor.send({ type: 'pi.changed', rowId: 2, fields: fullPi })
    actor.send({ type: 'pi.removed', rowId: 2 })
    const power = restoring('pi')
    if (power) actor.send(power)
    expect(draftOf(actor.getSnapshot()).pi).toEqual([{ ...fullPi, id: 2 }])
    expect(placeOf(actor.getSnapshot())).toEqual({ step: 3, rowId: 2, field: 'type' })
  })
})

describe('payment', () => {
  test('opens the payment page', async () => {
    covers('5-request-optional')
    const { actor, attempts, opened } = await toSummary({})
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    expect(opened).toEqual(['https://pay.example.com/1'])
    expect(attempts).toHaveLength(1)
    expect(attempts[0]?.order).toMatchObject({ total: 2000, layout_file_id: 'layout-1', stackup_file_id: 'stack' })
  })

  test('rejected for a missing value navigates to its field and marks the missing values', async () => {
    const { actor, attempts } = await toSummary({})
    actor.send({ type: 'step.back' })
    actor.send({ type: 'pi.added' })
    actor.send({ type: 'step.next' })
    actor.send({ type: 'payment.requested' })
    const snapshot = actor.getSnapshot()
    expect([stepOf(snapshot), placeOf(snapshot), showsProblemsOf(snapshot)]).toEqual([
      ...[3, { step: 3, rowId: 1, field: 'type' }, true],
    ])
    expect(attempts).toEqual([])
  })

  test('is stored in its draft until the next change', async () => {
    const { actor, told, comeBack } = await toSummary({})
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    expect(told.at(-1)).toMatchObject({ kept: { sentAs: 'r1' } })
    comeBack()
    await settled(actor)
    actor.send({ type: 'order.referenced', purchaseOrder: 'PO-1' })
    expect(told.at(-1)).toMatchObject({ kept: { sentAs: null, key: 'key-1' } })
  })

  test('a second click during the request has no effect', async () => {
    const { actor, attempts } = await toSummary({})
    actor.send({ type: 'payment.requested' })
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    expect(attempts).toHaveLength(1)
  })

  test('without a URL shows an error and stays at the summary', async () => {
    covers('8-payment-no-redirect')
    const { actor } = await toSummary({ pay: async () => ({ id: 'r1', url: '' }) })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect(snapshot.value).toEqual({ summary: 'reviewing' })
    expect(wizardFailureOf(snapshot)).toBe('Payment initialized, but no redirect URL returned.')
  })

  test('a failure without a message shows the fallback, and the draft is kept', async () => {
    covers('8-payment-failed')
    const { actor } = await toSummary({ pay: () => Promise.reject(new Error('')) })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect(wizardFailureOf(snapshot)).toBe('Failed to start payment. See console for details.')
    expect(draftOf(snapshot).si).toHaveLength(1)
    actor.send({ type: 'payment.requested' })
    expect(wizardFailureOf(actor.getSnapshot())).toBeNull()
    expect(wizardFailureOf(await settled(actor))).not.toBeNull()
    actor.send({ type: 'step.back' })
    expect(wizardFailureOf(actor.getSnapshot())).toBeNull()
  })

  test.each([1, 2, 3] as const)('a problem opens step %i, where it can be corrected', async (step) => {
    const { actor } = await toSummary({})
    actor.send({ type: 'location.selected', place: { step, rowId: null, field: null } })
    expect(stepOf(actor.getSnapshot())).toBe(step)
  })

  test('changed prices are shown with the old ones, and the payment can be requested again', async () => {
    covers('decisions-prices-asked-again')
    const dearer = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    let calls = 0
    const { actor, attempts } = await toSummary({
      pay: async () => {
        calls += 1
        if (calls === 1) throw Object.assign(new Error('The prices have changed.'), { prices: dearer })
        return { id: 'r1', url: 'https://pay.example.com/1' }
      },
    })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([2000, 2500])
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    expect(attempts.map(({ order }) => order.total)).toEqual([2000, 2500])
    expect(attempts[0]?.key).toBe(attempts[1]?.key)
  })

  describe('prices that change while the request is open', () => {
    const dearer = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    const slower = { ...defaultPrices, turnaround_days: 15 }

    test('are shown with the old ones, and nothing that was entered is lost', async () => {
      covers('decisions-price-version-told')
      const { actor } = await toSummary({})
      const { draft, key } = actor.getSnapshot().context
      actor.send({ type: 'prices.changed', prices: dearer })
      const snapshot = actor.getSnapshot()
      expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([2000, 2500])
      expect(snapshot.context).toMatchObject({ draft, key, failure: null })
      expect(stepOf(snapshot)).toBe(4)
    })

    test('are shown in the summary even if the request is edited before', async () => {
      const { actor } = await toSummary({})
      actor.send({ type: 'step.back' })
      actor.send({ type: 'step.back' })
      actor.send({ type: 'prices.changed', prices: dearer })
      actor.send({ type: 'si.changed', rowId: 0, fields: { speed: '1 Gbps' } })
      actor.send({ type: 'step.next' })
      actor.send({ type: 'step.next' })
      expect(oldTotalOf(actor.getSnapshot())).toBe(2000)
    })

    test('twice are compared with the prices that were shown first', async () => {
      const { actor } = await toSummary({})
      actor.send({ type: 'prices.changed', prices: dearer })
      actor.send({ type: 'prices.changed', prices: { ...dearer, si: [{ name: 'MIPI-D', unit_price: 2600 }] } })
      expect(oldTotalOf(actor.getSnapshot())).toBe(2000)
      actor.send({ type: 'prices.changed', prices: defaultPrices })
      expect(oldTotalOf(actor.getSnapshot())).toBeNull()
    })

    test('are not mentioned if they do not concern the request', async () => {
      const { actor } = await toSummary({})
      actor.send({ type: 'prices.changed', prices: { ...defaultPrices, pi: [{ name: 'PowerAC', unit_price: 9 }] } })
      expect(oldTotalOf(actor.getSnapshot())).toBeNull()
    })

    test('include the time until the delivery', async () => {
      const { actor, attempts } = await toSummary({})
      actor.send({ type: 'prices.changed', prices: slower })
      const { oldPrices, prices } = actor.getSnapshot().context
      expect([oldPrices?.turnaround_days, prices.turnaround_days]).toEqual([10, 15])
      actor.send({ type: 'payment.requested' })
      await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
      expect(attempts.map(({ turnaround }) => turnaround)).toEqual([15])
    })

    test('stay shown while the purchase order is typed, until the payment page opens', async () => {
      const { actor, comeBack } = await toSummary({})
      actor.send({ type: 'prices.changed', prices: dearer })
      actor.send({ type: 'order.referenced', purchaseOrder: 'PO-1' })
      expect(oldTotalOf(actor.getSnapshot())).toBe(2000)
      actor.send({ type: 'payment.requested' })
      await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
      comeBack()
      expect(oldTotalOf(await settled(actor))).toBeNull()
    })

    test('are also those that are loaded only after the summary has shown the default prices', async () => {
      let load: (prices: PriceTable) => void = () => {}
      const { actor } = await toSummary({ prices: () => new Promise((resolve) => (load = resolve)) })
      load(dearer)
      const snapshot = await waitFor(actor, (state) => totalOfRequest(state) === 2500)
      expect(oldTotalOf(snapshot)).toBe(2000)
    })

    test('are not shown if the table is loaded before the summary', async () => {
      const { actor } = await toSummary({ prices: async () => dearer })
      expect([oldTotalOf(actor.getSnapshot()), totalOfRequest(actor.getSnapshot())]).toEqual([null, 2500])
    })

    test('are not replaced by an earlier table whose response arrives later', async () => {
      const { actor } = await toSummary({})
      actor.send({ type: 'prices.changed', prices: { ...dearer, valid_from: '2026-03-01T00:00:00.000Z' } })
      actor.send({ type: 'prices.changed', prices: { ...defaultPrices, valid_from: '2026-02-01T00:00:00.000Z' } })
      expect([oldTotalOf(actor.getSnapshot()), totalOfRequest(actor.getSnapshot())]).toEqual([2000, 2500])
    })

    test('without an interface of a row lead to the row instead of a payment', async () => {
      const { actor, attempts } = await toSummary({})
      actor.send({ type: 'prices.changed', prices: { ...defaultPrices, si: [], version: 'v2' } })
      actor.send({ type: 'payment.requested' })
      const snapshot = actor.getSnapshot()
      expect([snapshot.value, placeOf(snapshot)]).toEqual(['signal', { step: 2, rowId: 0, field: 'interface' }])
      expect(rowProblemsOf(draftOf(snapshot), snapshot.context.prices).map(rowProblemText)).toEqual([
        'Signal integrity row 1: MIPI-D is no longer offered. Choose another interface, or remove this row.',
      ])
      expect(attempts).toEqual([])
    })

    test('that could not be loaded do not prevent the payment of an interface that is unknown here', async () => {
      const { actor, attempts } = await toSummary({ prices: () => Promise.reject(new Error('down')) })
      actor.send({ type: 'step.requested', step: 2 })
      actor.send({ type: 'si.changed', rowId: 0, fields: { ...fullSi, interface: 'USB4' } })
      actor.send({ type: 'step.requested', step: 4 })
      actor.send({ type: 'payment.requested' })
      await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
      expect(attempts[0]?.order.si[0]?.interface).toBe('USB4')
    })

    describe('while it is closed', () => {
      const shown = { si: [{ name: 'MIPI-D', unit_price: 1800 }], pi: [], turnaround_days: 10 }
      const stored = (fields: Partial<StoredRequest>) => ({
        p1: storedRequest({ si: [{ id: 0, ...fullSi }] }, { layout: layout1 }, fields),
      })
      const inSummary = async (answers: Answers) => {
        const started = start(answers)
        started.actor.send({ type: 'step.requested', step: 4 })
        return { ...started, snapshot: await waitFor(started.actor, (state) => state.matches('summary')) }
      }

      test('are shown with those that the customer has seen last', async () => {
        for (const prices of [async () => defaultPrices, () => Promise.reject(new Error('down'))]) {
          const { snapshot } = await inSummary({ stored: stored({ shown }), prices })
          expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([1800, 2000])
        }
      })

      test('are shown even if the table is loaded after the summary', async () => {
        let load: (prices: PriceTable) => void = () => {}
        const prices = () => new Promise<PriceTable>((resolve) => (load = resolve))
        const { actor, snapshot } = await inSummary({ stored: stored({ shown }), prices })
        expect(oldTotalOf(snapshot)).toBeNull()
        load(dearer)
        expect(oldTotalOf(await waitFor(actor, (state) => totalOfRequest(state) === 2500))).toBe(1800)
      })

      test('are not mentioned if the customer has seen the same, or an earlier release has stored none', async () => {
        const same = { ...shown, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
        for (const fields of [{ shown: same }, {}]) {
          const { snapshot } = await inSummary({ stored: stored(fields), prices: async () => dearer })
          expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([null, 2500])
        }
      })

      test('do not concern rows that are added afterwards', async () => {
        const { actor, told } = await inSummary({ stored: stored({ shown }), prices: async () => defaultPrices })
        actor.send({ type: 'step.requested', step: 3 })
        actor.send({ type: 'pi.added' })
        actor.send({ type: 'pi.changed', rowId: 1, fields: fullPi })
        const snapshot = actor.getSnapshot()
        expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([1800 + 1000, 2000 + 1000])
        const last = told.at(-1)
        expect(last?.type === 'draft.changed' && last.kept?.shown?.pi).toEqual([
          { name: fullPi.type, unit_price: 1000 },
        ])
      })

      test('are compared with the first table that arrives, which may be that of a change', async () => {
        const { actor } = await inSummary({ stored: stored({ shown }), prices: () => new Promise(() => {}) })
        actor.send({ type: 'prices.changed', prices: dearer })
        expect(oldTotalOf(actor.getSnapshot())).toBe(1800)
      })

      test('are compared with what was shown before they changed, until the payment page opens', async () => {
        const shownAt = (told: KeepingEvent[]) => {
          const last = told.at(-1)
          return last?.type === 'draft.changed' ? last.kept?.shown : undefined
        }
        const { actor, told } = await toSummary({})
        expect(shownAt(told)).toEqual({ ...shown, si: [{ name: 'MIPI-D', unit_price: 2000 }] })
        actor.send({ type: 'prices.changed', prices: dearer })
        actor.send({ type: 'order.referenced', purchaseOrder: 'PO-1' })
        expect(shownAt(told)?.si[0]?.unit_price).toBe(2000)
        actor.send({ type: 'payment.requested' })
        await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
        expect(shownAt(told)?.si[0]?.unit_price).toBe(2500)
      })
    })

    test('do not interfere with a payment that is being started, and are shown if it fails', async () => {
      let fail: (error: Error) => void = () => {}
      const { actor } = await toSummary({ pay: () => new Promise((_, reject) => (fail = reject)) })
      actor.send({ type: 'payment.requested' })
      actor.send({ type: 'prices.changed', prices: dearer })
      expect(oldTotalOf(actor.getSnapshot())).toBeNull()
      fail(new Error('No connection.'))
      const snapshot = await settled(actor)
      expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([2000, 2500])
      expect(wizardFailureOf(snapshot)).toBe('No connection.')
    })

    test('that are loaded during a payment are shown when the user comes back from the payment page', async () => {
      let load: (prices: PriceTable) => void = () => {}
      const { actor, comeBack } = await toSummary({ prices: () => new Promise((resolve) => (load = resolve)) })
      actor.send({ type: 'payment.requested' })
      await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
      load({ ...dearer, valid_from: '2026-03-01T00:00:00.000Z' })
      await waitFor(actor, ({ context }) => context.laterPrices !== null)
      // The response to an earlier call.
      actor.send({ type: 'prices.changed', prices: { ...defaultPrices, valid_from: '2026-02-01T00:00:00.000Z' } })
      expect(oldTotalOf(actor.getSnapshot())).toBeNull()
      comeBack()
      const snapshot = await settled(actor)
      expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([2000, 2500])
    })

    test('are not replaced by the table of the first call, whose response arrives later', async () => {
      let load: (prices: PriceTable) => void = () => {}
      const { actor } = start({ prices: () => new Promise((resolve) => (load = resolve)) })
      await settled(actor)
      actor.send({ type: 'prices.changed', prices: { ...dearer, valid_from: '2026-03-01T00:00:00.000Z' } })
      load({ ...defaultPrices, valid_from: '2026-02-01T00:00:00.000Z' })
      await new Promise((resolve) => setTimeout(resolve))
      expect(actor.getSnapshot().context.prices.si[0]?.unit_price).toBe(2500)
    })

    test('before the first table was loaded are not compared with the default prices, which nobody has seen', async () => {
      const { actor } = start({ prices: () => new Promise(() => {}) })
      await settled(actor)
      actor.send({ type: 'step.next' })
      actor.send({ type: 'si.added' })
      actor.send({ type: 'si.changed', rowId: 0, fields: fullSi })
      actor.send({ type: 'prices.changed', prices: dearer })
      expect([oldTotalOf(actor.getSnapshot()), totalOfRequest(actor.getSnapshot())]).toEqual([null, 2500])
    })

    test('are no longer mentioned once the row that they concern is removed', async () => {
      const { actor } = await toSummary({})
      actor.send({ type: 'step.requested', step: 3 })
      actor.send({ type: 'pi.added' })
      actor.send({ type: 'pi.changed', rowId: 1, fields: fullPi })
      actor.send({ type: 'prices.changed', prices: dearer })
      expect(oldTotalOf(actor.getSnapshot())).toBe(2000 + 1000)
      actor.send({ type: 'step.requested', step: 2 })
      actor.send({ type: 'si.removed', rowId: 0 })
      expect([oldTotalOf(actor.getSnapshot()), totalOfRequest(actor.getSnapshot())]).toEqual([null, 1000])
    })

    test('that the API rejects without a table are loaded again, and then replace the failure', async () => {
      const refusal = Object.assign(new Error('The report is now expected later.'), { status: 409 })
      const { actor, asked } = await toSummary({ pay: () => Promise.reject(refusal) })
      actor.send({ type: 'payment.requested' })
      expect(wizardFailureOf(await settled(actor))).toBe('The report is now expected later.')
      expect(asked).toEqual(['prices.requested'])
      actor.send({ type: 'prices.changed', prices: slower })
      const { oldPrices, failure } = actor.getSnapshot().context
      expect([oldPrices?.turnaround_days, failure]).toEqual([10, null])
    })

    test('other failures load nothing', async () => {
      const refusal = Object.assign(new Error('Too many calls.'), { status: 429 })
      const { actor, asked } = await toSummary({ pay: () => Promise.reject(refusal) })
      actor.send({ type: 'payment.requested' })
      await settled(actor)
      expect(asked).toEqual([])
    })

    test('of an interface whose price was unknown here are shown with the message of the API', async () => {
      const usb = { ...defaultPrices, si: [{ name: 'USB4', unit_price: 4000 }] }
      const refusal = Object.assign(new Error('The total is now 4,000 US dollars.'), { prices: usb })
      const down = () => Promise.reject(new Error('down'))
      const { actor } = await toSummary({ prices: down, pay: () => Promise.reject(refusal) })
      actor.send({ type: 'step.requested', step: 2 })
      actor.send({ type: 'si.changed', rowId: 0, fields: { ...fullSi, interface: 'USB4' } })
      actor.send({ type: 'step.requested', step: 4 })
      actor.send({ type: 'payment.requested' })
      const snapshot = await settled(actor)
      expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([null, 4000])
      expect(wizardFailureOf(snapshot)).toBe('The total is now 4,000 US dollars.')
    })
  })

  describe('the prices of a quote', () => {
    const known: PriceTable = { ...defaultPrices, version: 'v1' }
    const stateOf = (actor: Request) => [arePricesKnown(actor.getSnapshot()), havePricesFailed(actor.getSnapshot())]

    test('are not the default ones, while the table is being loaded', async () => {
      let load: (prices: PriceTable) => void = () => {}
      const { actor } = await toSummary({ prices: () => new Promise((resolve) => (load = resolve)) })
      expect(stateOf(actor)).toEqual([false, false])
      load(known)
      await waitFor(actor, arePricesKnown)
      expect(stateOf(actor)).toEqual([true, false])
    })

    test('can be requested again if they could not be loaded', async () => {
      const { actor, asked } = await toSummary({ prices: () => Promise.reject(new Error('down')) })
      expect(stateOf(actor)).toEqual([false, true])
      actor.send({ type: 'prices.requested' })
      expect([asked, stateOf(actor)]).toEqual([['prices.requested'], [false, false]])
      actor.send({ type: 'prices.missed' })
      expect(stateOf(actor)).toEqual([false, true])
      actor.send({ type: 'prices.requested' })
      actor.send({ type: 'prices.changed', prices: known })
      expect(stateOf(actor)).toEqual([true, false])
    })

    test('stay known if a later call fails', async () => {
      const { actor } = await toSummary({ prices: async () => known })
      actor.send({ type: 'prices.missed' })
      expect(stateOf(actor)).toEqual([true, false])
    })
  })

  test('a failure after changed prices is shown in addition to them', async () => {
    const dearer = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    const answers = [Object.assign(new Error('The prices have changed.'), { prices: dearer }), new Error('')]
    const { actor } = await toSummary({ pay: () => Promise.reject(answers.shift() ?? new Error('Too many calls.')) })
    actor.send({ type: 'payment.requested' })
    expect(wizardFailureOf(await settled(actor))).toBeNull()
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect([wizardFailureOf(snapshot), oldTotalOf(snapshot)]).toEqual([
      'Failed to start payment. See console for details.',
      2000,
    ])
  })

  test('rejected by the API for a field of a row navigates to it, with a message until it is changed', async () => {
    const message = 'si[0].signal_nets must have at most 20000 characters (it has 20001).'
    const refused = Object.assign(new Error(message), { errors: [{ field: 'si[0].signal_nets', message }] })
    const { actor } = await toSummary({ pay: () => Promise.reject(refused) })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect([stepOf(snapshot), placeOf(snapshot)]).toEqual([2, { step: 2, rowId: 0, field: 'signal_nets' }])
    const text = 'Signal integrity row 1, signal nets must have at most 20000 characters (it has 20001).'
    expect(refusedAt(snapshot, 'si', 0)).toEqual({ signal_nets: text })
    expect(refusedAt(snapshot, 'pi', 0)).toEqual({})
    actor.send({ type: 'si.changed', rowId: 0, fields: { speed: '1 Gbps' } })
    expect(refusedAt(actor.getSnapshot(), 'si', 0)).toEqual({ signal_nets: text })
    actor.send({ type: 'si.changed', rowId: 0, fields: { signal_nets: ['D1_P'] } })
    expect(refusedAt(actor.getSnapshot(), 'si', 0)).toEqual({})
  })

  test('rejected for anything else stays at the summary, without a field name of the API', async () => {
    const message = 'purchase_order must have at most 100 characters.'
    const refused = Object.assign(new Error(message), { errors: [{ field: 'purchase_order', message }] })
    const { actor } = await toSummary({ pay: () => Promise.reject(refused) })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect(snapshot.value).toEqual({ summary: 'reviewing' })
    expect(wizardFailureOf(snapshot)).toBe('The purchase order reference must have at most 100 characters.')
  })

  test.each([
    [
      'layout',
      'one.kicad_pcb was deleted, or is no longer a layout file. Choose another layout file.',
      ['layout-2', 'stack', 'fr4'],
    ],
    [
      'stackup',
      'stack.csv was deleted, or is no longer a stackup file. Choose another stackup file, or continue without one.',
      ['layout-1', 'layout-2', 'fr4'],
    ],
    [
      'material',
      'fr4.csv was deleted, or is no longer a material file. Choose another material file, or continue without one.',
      ['layout-1', 'layout-2', 'stack'],
    ],
  ] as const)('rejected for its %s file returns to the first step, with the file cleared', async (type, text, left) => {
    const errors = [
      { field: `${type}_file_id`, message: `${type}_file_id must be a file in the project’s Inputs folder.` },
    ]
    const { actor } = await toSummary({
      files: [...files, projectFile({ id: 'fr4', name: 'fr4.csv', fileType: 'material' })],
      pay: () => Promise.reject(Object.assign(new Error('refused'), { errors })),
    })
    actor.send({ type: 'step.requested', step: 1 })
    actor.send({ type: 'file.chosen', fileType: 'stackup', fileId: 'stack' })
    actor.send({ type: 'file.chosen', fileType: 'material', fileId: 'fr4' })
    actor.send({ type: 'step.requested', step: 4 })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect(snapshot.value).toEqual({ files: 'choosing' })
    expect(wizardFailureOf(snapshot)).toBe(text)
    expect(placeOf(snapshot)).toEqual({ step: 1, rowId: null, field: type })
    expect(draftOf(snapshot)[`${type}FileId`]).toBeNull()
    expect(filesOf(snapshot).map(({ id }) => id)).toEqual(left)

    if (type === 'layout') actor.send({ type: 'file.chosen', fileType: 'layout', fileId: 'layout-2' })
    actor.send({ type: 'step.next' })
    expect(actor.getSnapshot().value).toBe('signal')
    expect(wizardFailureOf(actor.getSnapshot())).toBeNull()
  })

  test('rejected for a file that is not chosen here stays at the summary', async () => {
    const message = 'material_file_id must be a file in the project’s Inputs folder.'
    const refused = Object.assign(new Error(message), { errors: [{ field: 'material_file_id', message }] })
    const { actor } = await toSummary({ pay: () => Promise.reject(refused) })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect(snapshot.value).toEqual({ summary: 'reviewing' })
    expect(wizardFailureOf(snapshot)).toBe('The material file must be a file in the project’s Inputs folder.')
  })

  test('the default prices are used if the price table cannot be loaded', async () => {
    covers('9-price-defaults')
    const { actor } = await toSummary({ prices: () => Promise.reject(new Error('down')) })
    expect(totalOfRequest(actor.getSnapshot())).toBe(2000)
  })

  test('returning from the payment page shows the summary', async () => {
    const { actor, comeBack } = await toSummary({})
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    comeBack()
    expect((await settled(actor)).value).toEqual({ summary: 'reviewing' })
  })
})
