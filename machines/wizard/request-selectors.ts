import type { ActorRefFrom, SnapshotFrom } from 'xstate'

import { budgetWarning } from './rows/budget-use'
import type { BillingField } from './billing/billing'
import type { ChosenFiles } from './board/file-inspection.machine'
import { estimatedTax, mistakesIn, typedIn } from './billing/request-billing'
import { openRefusals, type Refusal } from './rejected-fields'
import { completedBy, totalOf } from './request-rules'
import type { simulationRequestMachine } from './simulation-request.machine'

/** Selectors for the views of a simulation request. */

export type { GivenFiles } from './request-context'

export type SimulationRequestActor = ActorRefFrom<typeof simulationRequestMachine>
type Snapshot = SnapshotFrom<typeof simulationRequestMachine>

export const stepOf = (snapshot: Snapshot) =>
  snapshot.hasTag('step1') ? 1 : snapshot.hasTag('step2') ? 2 : snapshot.hasTag('step3') ? 3 : 4
export const isWizardBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const draftOf = ({ context }: Snapshot) => context.draft
export const siOf = ({ context }: Snapshot) => context.draft.si
export const piOf = ({ context }: Snapshot) => context.draft.pi
/**
 * The ids of the rows, which do not change while a row is edited. Every call returns a new array, so compare the
 * results by content.
 */
export const siIdsOf = (snapshot: Snapshot) => siOf(snapshot).map(({ id }) => id)
export const piIdsOf = (snapshot: Snapshot) => piOf(snapshot).map(({ id }) => id)
export const projectsOf = ({ context }: Snapshot) => context.projects
export const filesOf = ({ context }: Snapshot) => context.files
export const pricesOf = ({ context }: Snapshot) => context.prices
export const totalOfRequest = ({ context }: Snapshot) => totalOf(context.draft, context.prices)
/** The prices and the total that were shown before the prices changed; null if they have not changed. */
export const oldPricesOf = ({ context }: Snapshot) => context.oldPrices
export const oldTotalOf = ({ context: { draft, oldPrices, prices } }: Snapshot) =>
  oldPrices && totalOf(draft, completedBy(oldPrices, prices))
/** Whether the prices come from the API, so that they can be offered in a quote. */
export const arePricesKnown = ({ context }: Snapshot) => context.prices.version !== undefined
/** Whether the prices are unknown because they could not be loaded. */
export const havePricesFailed = (snapshot: Snapshot) => !arePricesKnown(snapshot) && snapshot.context.pricesFailed
export const billingOf = ({ context }: Snapshot) => context.billing.details
/** The billing details to keep for a reload. Once they are used for an order, the API stores them. */
export const typedBillingOf = ({ context: { billing, paymentUrl } }: Snapshot) =>
  paymentUrl === null ? typedIn(billing) : null
/** Whether the remembered billing details could not be loaded and none were entered here. */
export const hasBillingFailed = ({ context: { billing } }: Snapshot) => billing.hasFailed && !billing.isEdited
/** The number of payments that were refused because of the billing details. */
export const billingRefusalsOf = ({ context }: Snapshot) => context.billing.refusals
/** The mistakes in the billing details, once a payment has been refused. */
export const billingMistakesOf = ({ context }: Snapshot): Partial<Record<BillingField, string>> =>
  context.billing.refusals > 0 ? mistakesIn(context.billing, context.prices) : {}
export const taxOfRequest = ({ context: { draft, prices, billing } }: Snapshot) => estimatedTax(draft, prices, billing)
/** The total including tax, in cents. Null if no tax is added or the location is not known. */
export const totalWithTaxOf = (snapshot: Snapshot) => {
  const tax = taxOfRequest(snapshot)
  return tax && totalOfRequest(snapshot) * 100 + tax.cents
}
/** The warning about the project's budget that is shown before the payment; null if there is none. */
export const budgetWarningOf = (snapshot: Snapshot) => {
  const { budget, sentAs } = snapshot.context
  const cents = totalOfRequest(snapshot) * 100 + (taxOfRequest(snapshot)?.cents ?? 0)
  return budget && budgetWarning(budget, cents, sentAs !== null)
}
export const restoredOf = ({ context }: Snapshot) => context.restored
/** Whether the draft that was discarded can be brought back. */
export const canUndoDiscard = (snapshot: Snapshot) => snapshot.can({ type: 'discard.undone' })
/** The event that brings back the row that was removed last, if the row was of this kind. */
export const restoringOf = ({ context: { restoring } }: Snapshot, kind: 'si' | 'pi') =>
  restoring?.type === `${kind}.restored` ? restoring : null
export const otherDraftOf = ({ context }: Snapshot) => context.otherDraft
export const placeOf = ({ context }: Snapshot) => context.place
export const showsProblemsOf = ({ context }: Snapshot) => context.showsProblems
export const refusalsOf = ({ context }: Snapshot) => openRefusals(context.refusals, context.draft)
/** The messages for a rejected row, by field. */
export const refusedAt = (snapshot: Snapshot, kind: Refusal['kind'], rowId: number): Partial<Record<string, string>> =>
  Object.fromEntries(
    refusalsOf(snapshot)
      .filter((one) => one.kind === kind && one.rowId === rowId)
      .map(({ field, text }) => [field, text]),
  )
export const wizardFailureOf = ({ context }: Snapshot) => context.failure
export const isCreatingProject = (snapshot: Snapshot) => snapshot.matches({ files: 'creatingProject' })
/** Whether files have been given whose upload starts only once the project is open. */
export const isUploadPending = ({ context }: Snapshot) => context.begun !== null
/** The files last uploaded here that cannot be selected because of their type. */
export const unusableOf = ({ context }: Snapshot) => context.unusable

const fileOf = ({ context }: Snapshot, id: string | null) => context.files.find((one) => one.id === id) ?? null

export const layoutOf = (snapshot: Snapshot) => fileOf(snapshot, snapshot.context.draft.layoutFileId)
export const stackupOf = (snapshot: Snapshot) => fileOf(snapshot, snapshot.context.draft.stackupFileId)

/** The files selected for the request. Null until a layout is selected. */
export function chosenFilesOf(snapshot: Snapshot): ChosenFiles | null {
  const layout = layoutOf(snapshot)
  const material = fileOf(snapshot, snapshot.context.draft.materialFileId)
  return layout && { layout, stackup: stackupOf(snapshot), material }
}
