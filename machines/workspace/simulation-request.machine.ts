import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { notProvided } from '../lib/not-provided'
import type { ChosenFiles } from './file-inspection.machine'
import type { ProjectFile } from './file-manager.machine'
import type { Project } from './project-list'
import {
  type CheckoutOrder,
  changePiRow,
  changeSiRow,
  defaultPrices,
  emptyDraft,
  emptyPiRow,
  emptySiRow,
  filesOfType,
  gapsOf,
  type KeptDraft,
  orderOf,
  type PiRow,
  type PriceTable,
  purchaseOrderLength,
  type RequestDraft,
  type SiRow,
  totalOf,
  withCopy,
} from './request-rules'

type Checkout = components['schemas']['Checkout']

/** A refusal of the payment because the prices have changed carries the current table. */
type StalePrices = { prices?: PriceTable }

const stalePrices = (error: unknown) => (error as StalePrices | null)?.prices

const stillIn = (files: ProjectFile[], id: string | null) => files.find((file) => file.id === id)?.id ?? null

/** One attempt to pay: the order, and a key by which the API knows a repeated call for the same one. */
export type PaymentAttempt = { order: CheckoutOrder; idempotencyKey: string }

/** A file of each kind may be chosen; which one a choice event means. */
type FileChoice = 'layoutFileId' | 'stackupFileId' | 'materialFileId'

/**
 * A simulation request, in four steps: files, signal integrity rows, power integrity rows, summary and payment.
 *
 * Nobody gets past the first step without project and layout, and payment is never asked for a request with a missing
 * layout, without a row, with an incomplete row, or at a price other than the one shown. The rows' own rules stand in
 * request-rules.ts. Every refusal leads back to the step it came from with the draft as it was.
 */
export const simulationRequestMachine = setup({
  types: {
    input: {} as {
      projectId: string | null
      /** The request as it was written before, when it was not paid. */
      draft: KeptDraft | null
      /** Names this draft towards the API; with the draft's revision it makes the idempotency key. */
      draftKey: string
    },
    context: {} as {
      projects: Project[]
      files: ProjectFile[]
      prices: PriceTable
      draft: RequestDraft
      draftKey: string
      /** Counts the changes, which also gives each new row its id. */
      revision: number
      failure: string | null
      /** The total the person agreed to before the prices changed. */
      oldTotal: number | null
      paymentUrl: string | null
    },
    events: {} as
      | { type: 'project.chosen'; projectId: string }
      | { type: 'file.chosen'; choice: FileChoice; fileId: string | null }
      | { type: 'files.retry' }
      | { type: 'projects.retry' }
      | { type: 'si.added' }
      | { type: 'si.changed'; rowId: number; fields: Partial<Omit<SiRow, 'id'>> }
      | { type: 'si.duplicated'; rowId: number }
      | { type: 'si.removed'; rowId: number }
      | { type: 'pi.added' }
      | { type: 'pi.changed'; rowId: number; fields: Partial<Omit<PiRow, 'id'>> }
      | { type: 'pi.duplicated'; rowId: number }
      | { type: 'pi.removed'; rowId: number }
      | { type: 'order.referenced'; purchaseOrder: string }
      | { type: 'step.next' }
      | { type: 'step.back' }
      | { type: 'payment.requested' }
      | { type: 'page.restored' },
    tags: {} as 'busy' | 'step1' | 'step2' | 'step3' | 'step4',
  },
  actors: {
    loadProjects: notProvided<Project[]>('loadProjects'),
    loadPrices: notProvided<PriceTable>('loadPrices'),
    loadFiles: notProvided<ProjectFile[], { projectId: string }>('loadFiles'),
    startCheckout: notProvided<Checkout, PaymentAttempt>('startCheckout'),
  },
  actions: {
    change: assign(({ context }, fields: Partial<RequestDraft>) => ({
      draft: { ...context.draft, ...fields },
      revision: context.revision + 1,
      failure: null,
      oldTotal: null,
    })),
    fail: assign({
      failure: (_, { error, fallback }: { error: unknown; fallback: string }) => messageOf(error, fallback),
    }),
    clearFailure: assign({ failure: null }),
    chooseProject: assign(({ context }, projectId: string) => ({
      draft: { ...context.draft, projectId, layoutFileId: null, stackupFileId: null, materialFileId: null },
      files: [],
      revision: context.revision + 1,
      failure: null,
    })),
    takeFiles: assign(({ context }, files: ProjectFile[]) => ({
      files,
      failure: null,
      draft: {
        ...context.draft,
        // A file chosen before stays chosen, if it is still there.
        layoutFileId: stillIn(files, context.draft.layoutFileId) ?? filesOfType(files, 'layout')[0]?.id ?? null,
        stackupFileId: stillIn(files, context.draft.stackupFileId),
        materialFileId: stillIn(files, context.draft.materialFileId),
      },
    })),
  },
  guards: {
    hasProject: ({ context }) => context.draft.projectId !== null,
    isKnownProject: ({ context }, projects: Project[]) =>
      projects.some((project) => project.id === context.draft.projectId),
    isOtherProject: ({ context }, projectId: string) => projectId !== context.draft.projectId,
    hasLayout: ({ context }) => context.draft.projectId !== null && context.draft.layoutFileId !== null,
    isPayable: ({ context: { draft } }) =>
      draft.layoutFileId !== null && draft.si.length + draft.pi.length > 0 && gapsOf(draft).length === 0,
    hasUrl: (_, checkout: Checkout) => /^https?:\/\//.test(checkout.url),
    arePricesStale: (_, { error }: { error: unknown }) => stalePrices(error) !== undefined,
  },
}).createMachine({
  id: 'simulationRequest',
  context: ({ input }) => ({
    projects: [],
    files: [],
    prices: defaultPrices,
    draft: { ...emptyDraft, projectId: input.projectId, ...input.draft },
    draftKey: input.draftKey,
    // Above every row's id, so that a new row has its own.
    revision: Math.max(0, ...[...(input.draft?.si ?? []), ...(input.draft?.pi ?? [])].map(({ id }) => id + 1)),
    failure: null,
    oldTotal: null,
    paymentUrl: null,
  }),
  // Without the table the client's own prices hold; the API recomputes them in any case.
  invoke: { src: 'loadPrices', onDone: { actions: assign({ prices: ({ event }) => event.output }) }, onError: {} },
  initial: 'files',
  states: {
    files: {
      tags: 'step1',
      initial: 'loadingProjects',
      states: {
        loadingProjects: {
          tags: 'busy',
          invoke: {
            src: 'loadProjects',
            onDone: [
              {
                guard: { type: 'isKnownProject', params: ({ event }) => event.output },
                target: 'loadingFiles',
                actions: assign({ projects: ({ event }) => event.output }),
              },
              {
                target: 'choosing',
                actions: [
                  { type: 'change', params: { projectId: null } },
                  assign({ projects: ({ event }) => event.output }),
                ],
              },
            ],
            onError: {
              target: 'projectsFailed',
              actions: {
                type: 'fail',
                params: ({ event }) => ({ error: event.error, fallback: 'Your projects could not be loaded.' }),
              },
            },
          },
        },
        projectsFailed: {
          on: { 'projects.retry': 'loadingProjects' },
        },
        loadingFiles: {
          tags: 'busy',
          invoke: {
            src: 'loadFiles',
            input: ({ context }) => ({ projectId: context.draft.projectId ?? '' }),
            onDone: { target: 'choosing', actions: { type: 'takeFiles', params: ({ event }) => event.output } },
            onError: {
              target: 'filesFailed',
              actions: {
                type: 'fail',
                params: ({ event }) => ({
                  error: event.error,
                  fallback: 'Failed to load project files. Please try again.',
                }),
              },
            },
          },
        },
        filesFailed: {
          on: { 'files.retry': 'loadingFiles' },
        },
        choosing: {
          on: {
            'file.chosen': {
              actions: { type: 'change', params: ({ event }) => ({ [event.choice]: event.fileId }) },
            },
            'step.next': { guard: 'hasLayout', target: '#simulationRequest.signal' },
          },
        },
      },
      on: {
        'project.chosen': {
          guard: { type: 'isOtherProject', params: ({ event }) => event.projectId },
          target: '.loadingFiles',
          actions: { type: 'chooseProject', params: ({ event }) => event.projectId },
        },
      },
    },
    signal: {
      tags: 'step2',
      on: {
        'si.added': {
          actions: {
            type: 'change',
            params: ({ context }) => ({ si: [...context.draft.si, emptySiRow(context.revision)] }),
          },
        },
        'si.changed': {
          actions: {
            type: 'change',
            params: ({ context, event }) => ({
              si: context.draft.si.map((row) => (row.id === event.rowId ? changeSiRow(row, event.fields) : row)),
            }),
          },
        },
        'si.duplicated': {
          actions: {
            type: 'change',
            params: ({ context, event }) => ({ si: withCopy(context.draft.si, event.rowId, context.revision) }),
          },
        },
        'si.removed': {
          actions: {
            type: 'change',
            params: ({ context, event }) => ({ si: context.draft.si.filter(({ id }) => id !== event.rowId) }),
          },
        },
        'step.next': 'power',
        'step.back': 'files.choosing',
      },
    },
    power: {
      tags: 'step3',
      on: {
        'pi.added': {
          actions: {
            type: 'change',
            params: ({ context }) => ({ pi: [...context.draft.pi, emptyPiRow(context.revision)] }),
          },
        },
        'pi.changed': {
          actions: {
            type: 'change',
            params: ({ context, event }) => ({
              pi: context.draft.pi.map((row) => (row.id === event.rowId ? changePiRow(row, event.fields) : row)),
            }),
          },
        },
        'pi.duplicated': {
          actions: {
            type: 'change',
            params: ({ context, event }) => ({ pi: withCopy(context.draft.pi, event.rowId, context.revision) }),
          },
        },
        'pi.removed': {
          actions: {
            type: 'change',
            params: ({ context, event }) => ({ pi: context.draft.pi.filter(({ id }) => id !== event.rowId) }),
          },
        },
        'step.next': 'summary',
        'step.back': 'signal',
      },
    },
    summary: {
      tags: 'step4',
      initial: 'reviewing',
      on: {
        'step.back': { target: 'power', actions: 'clearFailure' },
      },
      states: {
        reviewing: {
          on: {
            'payment.requested': { guard: 'isPayable', target: 'paying', actions: 'clearFailure' },
            'order.referenced': {
              actions: {
                type: 'change',
                params: ({ event }) => ({ purchaseOrder: event.purchaseOrder.slice(0, purchaseOrderLength) }),
              },
            },
          },
        },
        paying: {
          tags: 'busy',
          on: { 'step.back': {} },
          invoke: {
            src: 'startCheckout',
            input: ({ context }) => ({
              order: orderOf(context.draft, context.prices),
              idempotencyKey: `${context.draftKey}-${context.revision}`,
            }),
            onDone: [
              {
                guard: { type: 'hasUrl', params: ({ event }) => event.output },
                target: 'leaving',
                actions: assign({ paymentUrl: ({ event }) => event.output.url }),
              },
              {
                target: 'reviewing',
                actions: assign({ failure: 'Payment initialized, but no redirect URL returned.' }),
              },
            ],
            onError: [
              {
                guard: { type: 'arePricesStale', params: ({ event }) => ({ error: event.error }) },
                target: 'reviewing',
                actions: assign({
                  oldTotal: ({ context }) => totalOf(context.draft, context.prices),
                  prices: ({ context, event }) => stalePrices(event.error) ?? context.prices,
                  failure: ({ event }) => messageOf(event.error, 'The prices have changed.'),
                  // The same draft at another price is another order.
                  revision: ({ context }) => context.revision + 1,
                }),
              },
              {
                target: 'reviewing',
                actions: {
                  type: 'fail',
                  params: ({ event }) => ({
                    error: event.error,
                    fallback: 'Failed to start payment. See console for details.',
                  }),
                },
              },
            ],
          },
        },
        /** The payment page is opening; whoever comes back by the browser's Back finds the summary again. */
        leaving: {
          tags: 'busy',
          on: { 'step.back': {}, 'page.restored': 'reviewing' },
        },
      },
    },
  },
})

export type SimulationRequestActor = ActorRefFrom<typeof simulationRequestMachine>
type Snapshot = SnapshotFrom<typeof simulationRequestMachine>

export const stepOf = (snapshot: Snapshot) =>
  snapshot.hasTag('step1') ? 1 : snapshot.hasTag('step2') ? 2 : snapshot.hasTag('step3') ? 3 : 4
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const draftOf = (snapshot: Snapshot) => snapshot.context.draft
/** What would be lost with the page; null when nothing is written yet. */
export const unpaidDraftOf = ({ context: { draft } }: Snapshot) =>
  draft.si.length + draft.pi.length > 0 || draft.layoutFileId !== null ? draft : null
export const pricesOf = (snapshot: Snapshot) => snapshot.context.prices
export const projectsOf = (snapshot: Snapshot) => snapshot.context.projects
export const filesOf = (snapshot: Snapshot) => snapshot.context.files
/** The files that the request is made with; null until a layout is chosen. */
export function chosenFilesOf({ context: { draft, files } }: Snapshot): ChosenFiles | null {
  const file = (id: string | null) => files.find((one) => one.id === id) ?? null
  const layout = file(draft.layoutFileId)
  return layout && { layout, stackup: file(draft.stackupFileId), material: file(draft.materialFileId) }
}
export const failureOf = (snapshot: Snapshot) => snapshot.context.failure
export const oldTotalOf = (snapshot: Snapshot) => snapshot.context.oldTotal
export const paymentUrlOf = (snapshot: Snapshot) =>
  snapshot.matches({ summary: 'leaving' }) ? snapshot.context.paymentUrl : null
export const totalOfRequest = ({ context }: Snapshot) => totalOf(context.draft, context.prices)
