import { fromCallback } from 'xstate'

import {
  type ChosenFiles,
  type FileFacts,
  fileInspectionMachine,
} from '../../../machines/wizard/board/file-inspection.machine'
import { concerns } from '../../../machines/live/changes'
import { type Compared, draftSavingMachine } from '../../../machines/wizard/drafts/draft-saving.machine'
import { boardRowsMachine } from '../../../machines/wizard/board/board-rows.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import type { KnownProjects, OpenedProject } from '../../../machines/wizard/request-context'
import type { PriceTable } from '../../../machines/wizard/rows/interfaces'
import type { BillingDetails } from '../../../machines/wizard/billing/billing'
import type { Project, ProjectToCreate } from '../../../machines/projects/project-list'
import type { ProjectBudget } from '../../../machines/wizard/rows/budget-use'
import { chosenFilesOf, type SimulationRequestActor } from '../../../machines/wizard/request-selectors'
import {
  type PaymentAttempt,
  type PriceRequest,
  simulationRequestMachine,
  type UploadOrder,
} from '../../../machines/wizard/simulation-request.machine'
import { namedTurnaround } from '../../../machines/wizard/turnaround'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { followChanges } from '../live/running-changes'
import { machinesHook } from '../lib/machines'
import { askFormats } from '../readers/read-formats'
import { transfersFor } from '../transfers/machines'
import { countStackupLayers, factsOfLayout } from './layout/layout-facts'
import { openPaymentPage } from './payment-page'
import { type AccountDrafts, accountDrafts } from './drafts/account-drafts'
import { keepDraftOf } from './drafts/request-drafts'
import { connectQuote } from './quote/quote-machine'
import { idempotencyKeyOf } from './idempotency-key'

/** Connects the wizard's machines to the product API, the file readers and the browser's storage. */
export const connectWizard = (api: ProductApi, currentUser: () => CallingUser) => {
  const drafts = accountDrafts(
    () => api.orders(),
    () => currentUser().uid,
  )
  const draftSaving = draftSavingMachine.provide({
    actors: {
      synchronize: fromCall<Compared, { projectId: string }>(({ input }) => drafts.synchronize(input.projectId)),
    },
  })
  return { ...connectRequest(api, currentUser, drafts, draftSaving), draftSaving }
}

const connectRequest = (
  api: ProductApi,
  currentUser: () => CallingUser,
  drafts: AccountDrafts,
  draftSaving: typeof draftSavingMachine,
) => ({
  simulationRequest: simulationRequestMachine.provide({
    actors: {
      loadProjects: fromCall<KnownProjects>(async ({ signal }) => {
        const [projects, begunIn] = await Promise.all([api.listRequestProjects(signal), drafts.latest(signal)])
        return { projects, begunIn }
      }),
      // The same call as in ../projects/machines. That module is not imported, because its code is loaded with the list
      // of projects.
      createProject: fromCall<Project, ProjectToCreate>(({ input, signal }) =>
        api.createProject(currentUser(), input, signal),
      ),
      loadPrices: fromCall<PriceTable>(({ signal }) => api.getPrices(signal)),
      followPrices: fromCallback<PriceRequest>(({ sendBack, receive }) => {
        const leaving = new AbortController()
        const load = (onFailure: () => void) =>
          void api.getPrices(leaving.signal).then((prices) => sendBack({ type: 'prices.changed', prices }), onFailure)
        const following = followChanges(api, (changes) => {
          // If this fails, the API rejects an order whose prices differ.
          if (concerns(changes, null, 'prices')) load(() => {})
        })
        receive(() => load(() => sendBack({ type: 'prices.missed' })))
        return () => {
          following()
          leaving.abort()
        }
      }),
      openProject: fromCall<OpenedProject, { projectId: string }>(async ({ input, signal }) => {
        const [files, draft] = await Promise.all([
          api.listRequestFiles(input.projectId, signal),
          drafts.open(input.projectId, signal),
        ])
        return { files, ...draft }
      }),
      keepDraft: keepDraftOf(() => currentUser().uid, draftSaving),
      loadBilling: fromCall<BillingDetails | null>(async ({ signal }) =>
        (await api.orders()).getBillingDetails(signal),
      ),
      loadBudget: fromCall<ProjectBudget, { projectId: string }>(async ({ input: { projectId }, signal }) =>
        (await api.orders()).getProjectBudget(projectId, signal),
      ),
      startCheckout: fromCall<{ id: string; url: string }, PaymentAttempt>(async ({ input, signal }) => {
        try {
          const orders = await api.orders()
          const { order, turnaround, taxCents } = input
          const seen = { turnaround: namedTurnaround(turnaround), taxCents }
          return await orders.startCheckout(order, seen, await idempotencyKeyOf(input), signal)
        } catch (error) {
          console.error('The payment could not be started.', error)
          throw error
        }
      }),
      openPaymentPage,
      uploadFiles: fromCallback<UploadOrder>(({ receive, sendBack }) => {
        const { uploads } = transfersFor(api, currentUser)
        const given = new Set<string>()
        receive(({ projectId, files, unreadable }) => {
          for (const { id } of files) given.add(id)
          uploads.send({ type: 'files.chosen', projectId, files, unreadable })
        })
        const following = uploads.on('file.kept', ({ id, projectId, kept, gone }) =>
          sendBack({ type: 'file.arrived', projectId, files: kept, gone, isGiven: given.has(id) }),
        )
        return () => following.unsubscribe()
      }),
    },
  }),

  fileInspection: fileInspectionMachine.provide({
    actors: {
      inspect: fromCall<FileFacts, { files: ChosenFiles | null }>(async ({ input: { files }, signal }) => {
        if (!files) throw new Error('No file is chosen.')
        const chosen = (['layout', 'stackup', 'material'] as const).flatMap((choice) => {
          const file = files[choice]
          return file ? [{ choice, file }] : []
        })
        const [facts, stackupLayers, ...found] = await Promise.all([
          factsOfLayout(files.layout, api.readFile, signal),
          files.stackup && countStackupLayers(files.stackup, api.readFile, signal),
          ...chosen.map(async ({ choice, file }) => ({
            choice,
            name: file.name,
            ...(await kindOf(api, file, signal)),
          })),
        ])
        return { ...facts, stackupLayers, found }
      }),
    },
  }),

  boardRows: boardRowsMachine,

  quote: connectQuote(),
})

const areSameFiles = (one: ChosenFiles | null, other: ChosenFiles | null) =>
  one?.layout === other?.layout && one?.stackup === other?.stackup && one?.material === other?.material

/** Creates the actor that reports to the file inspection which files a request uses. */
export const followRequest = (request: SimulationRequestActor) =>
  fromCallback(({ sendBack }) => {
    let known: ChosenFiles | null = null
    const report = () => {
      const files = chosenFilesOf(request.getSnapshot())
      if (areSameFiles(files, known)) return
      known = files
      sendBack({ type: 'files.chosen', files })
    }
    report()
    const following = request.subscribe(report)
    return () => following.unsubscribe()
  })

export const useWizardMachines = machinesHook(connectWizard)

async function kindOf(api: ProductApi, { id, name, size }: ProjectFile, signal: AbortSignal) {
  const start =
    size === 0 ? new Uint8Array() : await api.readFilePart(id, { from: 0, to: Math.min(size, 4096) }, signal)
  return askFormats('kind', { file: { name, content: new Blob([start]) } }, signal)
}
