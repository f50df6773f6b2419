import { assign, emit, enqueueActions, not, type NonReducibleUnknown, sendTo, setup, stateIn } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf, messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { isNameConflict, type Project, type ProjectToCreate } from '../projects/project-list'
import type { BillingDetails } from './billing/billing'
import type { ProjectBudget } from './rows/budget-use'
import { billingEdited, billingLoaded, billingToSend, estimatedTax, mistakesIn } from './billing/request-billing'
import * as wizard from './request-context'
import {
  type CheckoutOrder,
  type FileType,
  orderOf,
  purchaseOrderLength,
  type StoredRequest,
} from './drafts/request-draft'
import { firstProblemOf, type RequestLocation } from './rows/row-locations'
import {
  type FileRefusal,
  fileRefusalOf,
  placeOfRefusal,
  type Refusal,
  refusalsOf,
  refusalText,
} from './rejected-fields'
import { afterPi, afterSi, type PiEvent, type SiEvent, type Written } from './rows/request-rows'
import type { PriceTable } from './rows/interfaces'
import { isWithoutRows } from './request-rules'
import { turnaroundOf } from './turnaround'

type Checkout = components['schemas']['Checkout']

/**
 * A payment attempt, with the turnaround and the tax in cents that were shown. The same order with the same key is the
 * same payment, whichever tab sends it.
 */
export type PaymentAttempt = { order: CheckoutOrder; turnaround: number; taxCents: number; key: string }

/** Files to upload to a project. */
export type UploadOrder = { type: 'files.given'; projectId: string } & wizard.GivenFiles

const paymentNotStarted = 'Failed to start payment. See console for details.'

/** Requests the price table again. */
export type PriceRequest = { type: 'prices.requested' }

/** The current price table, which the API sends when it rejects a payment because the prices have changed. */
const currentPrices = (error: unknown) => (error as { prices?: PriceTable } | null)?.prices

/**
 * A simulation request in four steps: files, signal integrity rows, power integrity rows, summary and payment.
 *
 * All input except the billing details is stored immediately, per user and project, in the browser and by the API, and
 * restored after a reload, a sign-in or a canceled payment, and on another device, at the step in which it was left
 * unless the URL names one. A restored draft that is discarded can be brought back until the new one has a row. The
 * first step requires a project and a layout. If files are given before a project is chosen, a new project is created
 * for them. A payment is never started without a layout, without a row, with an incomplete row, or at a price other
 * than the one shown; instead, the user is taken to the first problem or shown the new prices. If another tab or device
 * has changed the request, no payment is started until the user has chosen between the two versions. If the API rejects
 * a row or a file, the user is taken to it, and a rejected file is deselected. Every other failure returns the user to
 * the step where it occurred, with the draft unchanged. Billing details are optional, except the country and the region
 * if tax depends on them.
 *
 * Related files: rows and prices are in request-rules.ts, the effects of events on rows in request-rows.ts, the draft
 * with its files and its order in request-draft.ts, problems in row-problems.ts, their locations in row-locations.ts,
 * and the context in request-context.ts.
 */
export const simulationRequestMachine = setup({
  types: {
    input: {} as wizard.RequestInput,
    context: {} as wizard.RequestContext,
    events: {} as
      | { type: 'project.chosen'; projectId: string }
      | { type: 'projects.retry' }
      | { type: 'files.retry' }
      | { type: 'creation.retry' }
      | { type: 'file.chosen'; fileType: FileType; fileId: string | null }
      | UploadOrder
      /**
       * Files are given before a project is chosen. By the time they have been read, a project may have been chosen.
       */
      | ({ type: 'project.begun' } & wizard.GivenFiles)
      | ({ type: 'file.arrived' } & wizard.Arrival)
      | SiEvent
      | PiEvent
      | { type: 'order.referenced'; purchaseOrder: string }
      | { type: 'billing.changed'; fields: Partial<BillingDetails> }
      | { type: 'billing.retry' }
      /** Events that can start another order carry its key. */
      | { type: 'draft.discarded'; newKey: string }
      | { type: 'discard.undone' }
      | { type: 'draft.foundElsewhere'; stored: StoredRequest | null }
      /** Another tab has stored the same draft again, so there is no choice to make. */
      | { type: 'draft.foundAgain' }
      | { type: 'other.taken'; newKey: string }
      | { type: 'other.declined'; newKey: string }
      | { type: 'restored.seen' }
      | { type: 'location.selected'; place: RequestLocation }
      | { type: 'place.reached' }
      | { type: 'step.next' }
      | { type: 'step.back' }
      /** The URL requests a step. */
      | { type: 'step.requested'; step: wizard.Step }
      | { type: 'payment.requested' }
      /** Another price table has taken effect. */
      | { type: 'prices.changed'; prices: PriceTable }
      | PriceRequest
      /** The requested table could not be loaded. */
      | { type: 'prices.missed' },
    emitted: {} as
      /** The URL is updated to match these two. */
        | { type: 'step.reached'; step: wizard.Step }
        | { type: 'project.opened'; projectId: string }
        /** The list of projects adds this project. */
        | { type: 'project.created'; project: Project },
    tags: {} as 'busy' | 'step1' | 'step2' | 'step3' | 'step4',
  },
  actors: {
    loadProjects: placeholderActor<wizard.KnownProjects>('loadProjects'),
    createProject: placeholderActor<Project, ProjectToCreate>('createProject'),
    loadPrices: placeholderActor<PriceTable>('loadPrices'),
    /** Reports prices.changed, and prices.missed if a requested table could not be loaded. */
    followPrices: placeholderCallback<NonReducibleUnknown, PriceRequest>('followPrices'),
    openProject: placeholderActor<wizard.OpenedProject, { projectId: string }>('openProject'),
    /** Loads the billing details of the user's last order. */
    loadBilling: placeholderActor<BillingDetails | null>('loadBilling'),
    loadBudget: placeholderActor<ProjectBudget, { projectId: string }>('loadBudget'),
    startCheckout: placeholderActor<Checkout, PaymentAttempt>('startCheckout'),
    /** Redirects to the payment page. Resolves when the user returns with the browser's Back button. */
    openPaymentPage: placeholderActor<void, { url: string }>('openPaymentPage'),
    /** Stores the draft of the open project, and reports when another tab or device has changed or deleted it. */
    keepDraft: placeholderCallback<NonReducibleUnknown, wizard.KeepingEvent>('keepDraft'),
    /** Uploads the given files, and reports each file that has been uploaded, here or elsewhere. */
    uploadFiles: placeholderCallback<NonReducibleUnknown, UploadOrder>('uploadFiles'),
  },
  actions: {
    write: enqueueActions(({ context, enqueue }, change: Written) => {
      enqueue.assign(wizard.written(context, change))
      enqueue.sendTo('keeper', (after) => wizard.changedTo(after.context))
    }),
    keep: sendTo('keeper', ({ context }) => wizard.changedTo(context)),
    dropKept: sendTo('keeper', { type: 'draft.changed', kept: null } satisfies wizard.KeepingEvent),
    know: assign(({ context }, known: wizard.KnownProjects) => wizard.knowing(context, known)),
    begin: enqueueActions(({ context, enqueue }, project: wizard.OpenedProject) => {
      enqueue.assign(wizard.begun(context, project))
      enqueue.sendTo('keeper', wizard.openedIn(context, null))
      if (!isWithoutRows(context.draft)) enqueue.sendTo('keeper', (after) => wizard.changedTo(after.context))
    }),
    resume: enqueueActions(({ context, enqueue }, project: wizard.OpenedProject) => {
      enqueue.assign(wizard.resumed(context, project))
      enqueue.sendTo('keeper', wizard.openedIn(context, project.stored))
    }),
    askWhich: assign({ otherDraft: (_, stored: StoredRequest | null) => stored ?? ('gone' as const) }),
    keepOwnDraft: enqueueActions(({ context, enqueue }, newKey: string) => {
      enqueue.assign(wizard.withOwnDraft(context, newKey))
      enqueue.sendTo('keeper', { type: 'other.declined', other: context.otherDraft } satisfies wizard.KeepingEvent)
      enqueue.sendTo('keeper', (after) => wizard.changedTo(after.context))
    }),
    upload: sendTo('uploader', (_, order: UploadOrder) => order),
    openCreated: enqueueActions(({ context: { projects, draft }, enqueue }, project: Project) => {
      const others = projects.filter(({ id }) => id !== project.id)
      enqueue.assign({ projects: [project, ...others], draft: { ...draft, projectId: project.id } })
      enqueue.emit({ type: 'project.created', project })
    }),
    collect: assign(({ context }, given: wizard.GivenFiles) => wizard.collecting(context, given)),
    uploadCollected: enqueueActions(({ context: { begun, draft }, enqueue }) => {
      if (!begun || draft.projectId === null) return
      enqueue.assign({ begun: null, unusable: [] })
      enqueue.sendTo('uploader', { type: 'files.given', projectId: draft.projectId, ...begun.given })
    }),
    list: assign(({ context }, arrival: wizard.Arrival) => wizard.listing(context, arrival)),
    take: enqueueActions(({ context, enqueue }, arrival: wizard.Arrival) => {
      const fields = wizard.chosenBy(context, arrival)
      enqueue.assign({
        ...wizard.listing(context, arrival),
        unusable: [...context.unusable, ...wizard.unusableOf(arrival)],
      })
      if (Object.keys(fields).length === 0) return
      enqueue.assign(wizard.written(context, { fields, place: context.place }))
      enqueue.sendTo('keeper', (after) => wizard.changedTo(after.context))
    }),
    takeOther: sendTo(
      'keeper',
      ({ context }) => ({ type: 'other.taken', other: context.otherDraft }) satisfies wizard.KeepingEvent,
    ),
    clear: assign(({ context }, newKey: string) => wizard.cleared(context, newKey)),
    discard: assign(({ context }, newKey: string) => wizard.discarding(context, newKey)),
    bringBack: assign(({ context }) => wizard.broughtBack(context)),
    arriveAt: enqueueActions(({ enqueue }, step: wizard.Step) => {
      enqueue.assign({ step })
      enqueue.sendTo('keeper', { type: 'step.shown', step } satisfies wizard.KeepingEvent)
      enqueue.emit({ type: 'step.reached', step })
    }),
    goToProblem: assign({
      place: ({ context }) => firstProblemOf(context.draft, context.prices),
      showsProblems: true,
      failure: null,
    }),
    goToRefusal: assign((_, refusals: Refusal[]) => {
      const [first] = refusals
      return { refusals, place: first ? placeOfRefusal(first) : null, showsProblems: true }
    }),
    /**
     * Deselects the rejected file and goes to its field, so that the user does not pay without noticing the rejection.
     */
    goToFile: assign(({ context: { draft, files } }, refusal: FileRefusal | null) =>
      refusal
        ? {
            failure: refusal.text,
            place: { step: 1 as const, rowId: null, field: refusal.type },
            draft: { ...draft, [`${refusal.type}FileId`]: null },
            files: files.filter(({ id }) => id !== draft[`${refusal.type}FileId`]),
            sentAs: null,
          }
        : {},
    ),
    fail: assign({ failure: (_, message: string) => refusalText(message) }),
    clearFailure: assign({ failure: null }),
    price: assign(({ context }, prices: PriceTable) => wizard.priced(context, prices, false)),
    priceInSummary: assign(({ context }, prices: PriceTable) => wizard.pricedInSummary(context, prices)),
    priceLater: assign(({ context }, prices: PriceTable) => wizard.pricedLater(context, prices)),
    takeLaterPrices: assign(({ context }) =>
      context.laterPrices ? wizard.priced(context, context.laterPrices, true) : {},
    ),
    missPrices: assign(({ context }) => wizard.pricesMissed(context)),
    requestPrices: sendTo('pricer', { type: 'prices.requested' } satisfies PriceRequest),
  },
  guards: {
    isProjectKnown: ({ context }, known: wizard.KnownProjects) => wizard.projectToOpen(context, known) !== null,
    isOtherProject: ({ context }, projectId: string) => projectId !== context.draft.projectId,
    isOfProject: ({ context }, { projectId }: wizard.Arrival) => projectId === context.draft.projectId,
    hasOtherDraft: ({ context }, project: wizard.OpenedProject) => wizard.hasOtherDraft(context, project),
    isKept: (_, { stored }: wizard.OpenedProject) => stored !== null,
    isRestored: ({ context }) => context.restored !== null,
    isDiscarded: ({ context }) => context.discarded !== null && context.otherDraft === null,
    isDisputed: ({ context }) => context.otherDraft !== null,
    hasProject: ({ context }) => context.draft.projectId !== null,
    isBegun: ({ context }, files: wizard.GivenFiles['files']) => context.draft.projectId === null && files.length > 0,
    isNameConflict: (_, { error }: { error: unknown }) => isNameConflict(error),
    hasLayout: ({ context: { draft } }) => draft.projectId !== null && draft.layoutFileId !== null,
    isAskedFor: ({ context }, step: wizard.Step) => context.step === step,
    isComplete: ({ context }) => firstProblemOf(context.draft, context.prices) === null,
    isBillingWrong: ({ context }) =>
      firstProblemOf(context.draft, context.prices) === null &&
      Object.keys(mistakesIn(context.billing, context.prices)).length > 0,
    isTargetStep: ({ context }, step: RequestLocation['step']) => context.place?.step === step,
    hasUrl: (_, checkout: Checkout) => /^https?:\/\//.test(checkout.url),
    isRefusedInRows: ({ context }, { error }: { error: unknown }) => refusalsOf(error, context.draft).length > 0,
    isFileRefused: ({ context }, { error }: { error: unknown }) =>
      fileRefusalOf(error, context.draft, context.files) !== null,
    arePricesStale: (_, { error }: { error: unknown }) => currentPrices(error) !== undefined,
    isConflict: (_, { error }: { error: unknown }) => (error as { status?: number } | null)?.status === 409,
  },
}).createMachine({
  id: 'simulationRequest',
  context: ({ input }) => wizard.firstContext(input),
  invoke: [
    // Without the table, the client's default prices apply. The API recomputes the prices anyway.
    {
      src: 'loadPrices',
      onDone: [
        // The summary has shown the default prices, which may be what the user is about to pay.
        {
          guard: stateIn({ summary: 'reviewing' }),
          actions: { type: 'priceInSummary', params: ({ event }) => event.output },
        },
        { guard: stateIn('summary'), actions: { type: 'priceLater', params: ({ event }) => event.output } },
        { actions: { type: 'price', params: ({ event }) => event.output } },
      ],
      onError: { actions: 'missPrices' },
    },
    { src: 'followPrices', id: 'pricer' },
    { src: 'keepDraft', id: 'keeper' },
    { src: 'uploadFiles', id: 'uploader' },
  ],
  on: {
    'draft.foundElsewhere': { actions: { type: 'askWhich', params: ({ event }) => event.stored } },
    'draft.foundAgain': { actions: assign({ otherDraft: null }) },
    'other.taken': {
      guard: 'isDisputed',
      target: '.files.opening',
      actions: ['takeOther', { type: 'clear', params: ({ event }) => event.newKey }],
    },
    'other.declined': {
      guard: 'isDisputed',
      actions: { type: 'keepOwnDraft', params: ({ event }) => event.newKey },
    },
    'draft.discarded': {
      guard: 'isRestored',
      target: '.files.opening',
      actions: ['dropKept', { type: 'discard', params: ({ event }) => event.newKey }],
    },
    'discard.undone': { guard: 'isDiscarded', target: '.enteringStep', actions: ['bringBack', 'keep'] },
    'prices.changed': { actions: { type: 'price', params: ({ event }) => event.prices } },
    'prices.requested': { actions: [assign({ pricesFailed: false }), 'requestPrices'] },
    'prices.missed': { actions: 'missPrices' },
    'restored.seen': { actions: assign({ restored: null }) },
    'place.reached': { actions: assign({ place: null }) },
    'step.requested': { actions: assign({ step: ({ event }) => event.step }) },
    // Handled in every step, because reading a dropped folder may take longer than the user stays in the first step.
    'files.given': { actions: [assign({ unusable: [] }), { type: 'upload', params: ({ event }) => event }] },
    'project.begun': {
      guard: 'hasProject',
      actions: [{ type: 'collect', params: ({ event }) => event }, 'uploadCollected'],
    },
    'file.arrived': {
      guard: { type: 'isOfProject', params: ({ event }) => event },
      actions: { type: 'take', params: ({ event }) => event },
    },
  },
  initial: 'files',
  states: {
    files: {
      tags: 'step1',
      initial: 'loadingProjects',
      on: {
        // Ignored until the project is open, because its files are listed then.
        'file.arrived': {},
        'project.chosen': {
          guard: { type: 'isOtherProject', params: ({ event }) => event.projectId },
          target: '.opening',
          actions: [
            // Files that were given for the previous project belong to it. If there was none, they go into the chosen
            // project.
            'uploadCollected',
            assign(({ context, event }) => wizard.movedTo(context, event.projectId)),
          ],
        },
      },
      states: {
        loadingProjects: {
          tags: 'busy',
          invoke: {
            src: 'loadProjects',
            onDone: [
              {
                guard: { type: 'isProjectKnown', params: ({ event }) => event.output },
                target: 'opening',
                actions: { type: 'know', params: ({ event }) => event.output },
              },
              { target: 'choosing', actions: { type: 'know', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'projectsFailed',
              actions: { type: 'fail', params: messageOr('Your projects could not be loaded.') },
            },
          },
        },
        // The step is neither changed nor reported when a call fails, so that another attempt can lead to it.
        projectsFailed: {
          on: { 'projects.retry': { target: 'loadingProjects', actions: 'clearFailure' } },
        },
        opening: {
          tags: 'busy',
          on: {
            // The requested list may not contain this file yet, so the project is opened again.
            'file.arrived': {
              guard: { type: 'isOfProject', params: ({ event }) => event },
              target: 'opening',
              reenter: true,
            },
            // A file that arrives before the project is open would not be selected, so the upload starts afterwards.
            'project.begun': { actions: { type: 'collect', params: ({ event }) => event } },
          },
          entry: emit(({ context }) => ({ type: 'project.opened', projectId: context.draft.projectId ?? '' })),
          invoke: {
            src: 'openProject',
            input: ({ context }) => ({ projectId: context.draft.projectId ?? '' }),
            onDone: [
              {
                guard: { type: 'hasOtherDraft', params: ({ event }) => event.output },
                target: '#simulationRequest.enteringStep',
                actions: [
                  { type: 'begin', params: ({ event }) => event.output },
                  { type: 'askWhich', params: ({ event }) => event.output.stored },
                ],
              },
              {
                guard: { type: 'isKept', params: ({ event }) => event.output },
                target: '#simulationRequest.enteringStep',
                actions: { type: 'resume', params: ({ event }) => event.output },
              },
              {
                target: '#simulationRequest.enteringStep',
                actions: { type: 'begin', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'filesFailed',
              actions: { type: 'fail', params: messageOr('Failed to load project files. Please try again.') },
            },
          },
        },
        filesFailed: {
          on: {
            'files.retry': { target: 'opening', actions: 'clearFailure' },
            'project.begun': { actions: { type: 'collect', params: ({ event }) => event } },
          },
        },
        choosing: {
          entry: { type: 'arriveAt', params: 1 },
          on: {
            'step.requested': {
              guard: ({ event }) => event.step !== 1,
              target: '#simulationRequest.enteringStep',
              actions: assign({ step: ({ event }) => event.step, failure: null }),
            },
            'file.arrived': {
              guard: { type: 'isOfProject', params: ({ event }) => event },
              actions: { type: 'take', params: ({ event }) => event },
            },
            'file.chosen': {
              actions: {
                type: 'write',
                params: ({ event }) => ({ fields: { [`${event.fileType}FileId`]: event.fileId }, place: null }),
              },
            },
            'project.begun': [
              {
                guard: { type: 'isBegun', params: ({ event }) => event.files },
                target: 'creatingProject',
                actions: [{ type: 'collect', params: ({ event }) => event }, 'clearFailure'],
              },
              { guard: not('hasProject'), actions: { type: 'fail', params: 'The files could not be read.' } },
            ],
            'step.next': { guard: 'hasLayout', target: '#simulationRequest.signal', actions: 'clearFailure' },
          },
        },
        creatingProject: {
          tags: 'busy',
          on: {
            'project.chosen': {},
            'project.begun': { actions: { type: 'collect', params: ({ event }) => event } },
          },
          invoke: {
            src: 'createProject',
            input: ({ context }) => wizard.projectToBegin(context),
            onDone: { target: 'opening', actions: { type: 'openCreated', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'isNameConflict', params: ({ event }) => ({ error: event.error }) },
                target: 'creatingProject',
                reenter: true,
                actions: assign(({ context }) => wizard.nameRejected(context)),
              },
              {
                target: 'creationFailed',
                actions: { type: 'fail', params: messageOr('Failed to create project') },
              },
            ],
          },
        },
        creationFailed: {
          on: {
            'creation.retry': { target: 'creatingProject', actions: 'clearFailure' },
            'project.begun': {
              target: 'creatingProject',
              actions: [{ type: 'collect', params: ({ event }) => event }, 'clearFailure'],
            },
          },
        },
      },
    },
    /** Goes to the step in the URL, or as close to it as the draft allows. */
    enteringStep: {
      tags: 'step1',
      entry: 'uploadCollected',
      always: [
        { guard: not('hasLayout'), target: 'files.choosing' },
        { guard: { type: 'isAskedFor', params: 2 }, target: 'signal' },
        { guard: { type: 'isAskedFor', params: 3 }, target: 'power' },
        { guard: { type: 'isAskedFor', params: 4 }, target: 'summary' },
        { target: 'files.choosing' },
      ],
    },
    signal: {
      tags: 'step2',
      entry: { type: 'arriveAt', params: 2 },
      on: {
        'step.requested': {
          guard: ({ event }) => event.step !== 2,
          target: 'enteringStep',
          actions: assign({ step: ({ event }) => event.step }),
        },
        'si.*': { actions: { type: 'write', params: ({ context, event }) => afterSi(context.draft, event) } },
        'step.next': 'power',
        'step.back': 'files.choosing',
      },
    },
    power: {
      tags: 'step3',
      entry: { type: 'arriveAt', params: 3 },
      on: {
        'step.requested': {
          guard: ({ event }) => event.step !== 3,
          target: 'enteringStep',
          actions: assign({ step: ({ event }) => event.step }),
        },
        'pi.*': { actions: { type: 'write', params: ({ context, event }) => afterPi(context.draft, event) } },
        'step.next': 'summary',
        'step.back': 'signal',
      },
    },
    summary: {
      tags: 'step4',
      entry: assign({ budget: null }),
      // The API has stored the billing details and the budget, so an order can be paid for even if they cannot be
      // loaded here.
      invoke: [
        {
          src: 'loadBilling',
          onDone: {
            actions: assign({ billing: ({ context, event }) => billingLoaded(context.billing, event.output) }),
          },
          onError: { actions: assign({ billing: ({ context }) => ({ ...context.billing, hasFailed: true }) }) },
        },
        {
          src: 'loadBudget',
          input: ({ context }) => ({ projectId: context.draft.projectId ?? '' }),
          onDone: { actions: assign({ budget: ({ event }) => event.output }) },
          // Without the budget, only the warning is missing: the API refuses an order above the budget anyway.
          onError: {},
        },
      ],
      initial: 'reviewing',
      states: {
        reviewing: {
          entry: [{ type: 'arriveAt', params: 4 }, 'takeLaterPrices'],
          on: {
            'prices.changed': { actions: { type: 'priceInSummary', params: ({ event }) => event.prices } },
            'step.requested': {
              guard: ({ event }) => event.step !== 4,
              target: '#simulationRequest.enteringStep',
              actions: assign({ step: ({ event }) => event.step, failure: null }),
            },
            'step.back': { target: '#simulationRequest.power', actions: 'clearFailure' },
            'order.referenced': {
              actions: {
                type: 'write',
                params: ({ event }) => ({
                  fields: { purchaseOrder: event.purchaseOrder.slice(0, purchaseOrderLength) },
                  place: null,
                }),
              },
            },
            'billing.changed': {
              actions: assign({
                billing: ({ context, event }) => billingEdited(context.billing, event.fields, context.prices),
                failure: null,
              }),
            },
            'billing.retry': {
              target: '#simulationRequest.summary',
              reenter: true,
              actions: assign({ billing: ({ context }) => ({ ...context.billing, hasFailed: false }) }),
            },
            'payment.requested': [
              { guard: 'isDisputed' },
              {
                guard: 'isBillingWrong',
                actions: assign({
                  billing: ({ context: { billing } }) => ({ ...billing, refusals: billing.refusals + 1 }),
                }),
              },
              { guard: 'isComplete', target: 'paying', actions: 'clearFailure' },
              { target: 'goingToProblem', actions: 'goToProblem' },
            ],
            'location.selected': {
              target: 'goingToProblem',
              actions: assign({ place: ({ event }) => event.place }),
            },
          },
        },
        /** Goes to the step in which the problem can be fixed. */
        goingToProblem: {
          always: [
            { guard: { type: 'isTargetStep', params: 1 }, target: '#simulationRequest.files.choosing' },
            { guard: { type: 'isTargetStep', params: 2 }, target: '#simulationRequest.signal' },
            { target: '#simulationRequest.power' },
          ],
        },
        paying: {
          tags: 'busy',
          // A draft that is being paid for must not be replaced or discarded.
          on: {
            'other.taken': {},
            'draft.discarded': {},
            'step.requested': {},
            // The payment continues, because the API compares the order with the current prices.
            'prices.changed': { actions: { type: 'priceLater', params: ({ event }) => event.prices } },
            'file.arrived': {
              guard: { type: 'isOfProject', params: ({ event }) => event },
              actions: { type: 'list', params: ({ event }) => event },
            },
          },
          invoke: {
            src: 'startCheckout',
            input: ({ context: { draft, prices, billing, key } }) => ({
              order: orderOf(draft, prices, billingToSend(billing)),
              turnaround: turnaroundOf(prices),
              taxCents: estimatedTax(draft, prices, billing)?.cents ?? 0,
              key,
            }),
            onDone: [
              {
                guard: { type: 'hasUrl', params: ({ event }) => event.output },
                target: 'leaving',
                actions: [
                  assign({
                    paymentUrl: ({ event }) => event.output.url,
                    sentAs: ({ event }) => event.output.id,
                    oldPrices: null,
                  }),
                  'keep',
                ],
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
                actions: assign(({ context, event: { error } }) =>
                  wizard.pricesRejected(
                    context,
                    currentPrices(error) ?? context.prices,
                    messageOf(error, paymentNotStarted),
                  ),
                ),
              },
              {
                guard: { type: 'isRefusedInRows', params: ({ event }) => ({ error: event.error }) },
                target: 'goingToProblem',
                actions: {
                  type: 'goToRefusal',
                  params: ({ context, event }) => refusalsOf(event.error, context.draft),
                },
              },
              {
                guard: { type: 'isFileRefused', params: ({ event }) => ({ error: event.error }) },
                target: 'goingToProblem',
                actions: [
                  {
                    type: 'goToFile',
                    params: ({ context, event }) => fileRefusalOf(event.error, context.draft, context.files),
                  },
                  'keep',
                ],
              },
              // The delivery time may have changed (the rejection then contains no price table), or the budget may be
              // used up.
              {
                guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
                target: '#simulationRequest.summary',
                reenter: true,
                actions: [{ type: 'fail', params: messageOr(paymentNotStarted) }, 'requestPrices'],
              },
              { target: 'reviewing', actions: { type: 'fail', params: messageOr(paymentNotStarted) } },
            ],
          },
        },
        /** The payment page is opening. The browser's Back button returns to the summary. */
        leaving: {
          tags: 'busy',
          on: {
            'other.taken': {},
            'draft.discarded': {},
            'step.requested': {},
            'prices.changed': { actions: { type: 'priceLater', params: ({ event }) => event.prices } },
            'file.arrived': {
              guard: { type: 'isOfProject', params: ({ event }) => event },
              actions: { type: 'list', params: ({ event }) => event },
            },
          },
          invoke: {
            src: 'openPaymentPage',
            input: ({ context }) => ({ url: context.paymentUrl ?? '' }),
            onDone: 'reviewing',
            onError: { target: 'reviewing', actions: { type: 'fail', params: messageOr(paymentNotStarted) } },
          },
        },
      },
    },
  },
})
