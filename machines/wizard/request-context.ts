import type { ProjectFile } from '../files/file-order'
import { boardNameAmong, projectNameFor } from '../projects/project-name'
import type { Project, ProjectToCreate } from '../projects/project-list'
import type { ChosenFile } from '../transfers/upload-rules'
import {
  hasSameRows,
  emptyDraft,
  filesAgain,
  filesOfType,
  fileTypes,
  type KeptRequest,
  type PinnedFiles,
  pinnedFiles,
  type RequestDraft,
  type Step,
  type StoredRequest,
} from './drafts/request-draft'
import type { ProjectBudget } from './rows/budget-use'
import type { Restoring, Written } from './rows/request-rows'
import type { BillingDetails } from './billing/billing'
import { firstBilling, type RequestBilling } from './billing/request-billing'
import type { RequestLocation } from './rows/row-locations'
import type { Refusal } from './rejected-fields'
import { defaultPrices, type PriceTable } from './rows/interfaces'
import { completedBy, isOfferChanged, isWithoutRows, shownPrices } from './request-rules'

/** The context of a simulation request while it is being edited, and its updates on each transition. Pure functions. */

export type { Step } from './drafts/request-draft'

export type RequestInput = {
  projectId: string | null
  /** The key of a new draft. */
  key: string
  /** Billing details that were typed before a reload. */
  typedBilling?: BillingDetails | null
}

export type RequestContext = Omit<RequestInput, 'typedBilling'> & {
  projects: Project[]
  files: ProjectFile[]
  prices: PriceTable
  /** Whether loading the price table has ended, with or without success. Until then, the default prices apply. */
  arePricesLoaded: boolean
  /** Whether the price table could not be loaded when it was last requested. */
  pricesFailed: boolean
  /** A price table that arrived during a payment. It replaces the prices once the summary is shown again. */
  laterPrices: PriceTable | null
  /** The prices that were shown before they changed. */
  oldPrices: PriceTable | null
  /** The prices that were last shown for the stored draft, until they are compared with the loaded table. */
  shown: PriceTable | null
  draft: RequestDraft
  /** The current step, or the step to go to once the project is open. Null for the one in which the draft was left. */
  step: Step | null
  /** Identifies this draft to the API: the same key means the same order, which is paid once. */
  key: string
  /** The API's id of the request created from the draft in its current form. Null after any change. */
  sentAs: string | null
  /** Set when an earlier draft was restored: its date, and how its files have changed since. */
  restored: { at: string; repeats: string | null; isFromPrices: boolean; differences: string[] } | null
  /**
   * Another unsent request for the project; or 'gone' when this one was sent or discarded in another tab or on another
   * device.
   */
  otherDraft: OtherDraft | null
  /** The restored draft that the user has discarded. It can be brought back until the new draft has a row. */
  discarded: DiscardedDraft | null
  /** Brings back the row that was removed last, until a row is added or removed. */
  restoring: Restoring | null
  /** The place in the wizard to which the user is taken. */
  place: RequestLocation | null
  /** Whether a payment was refused because of missing or invalid fields. Such fields are highlighted from then on. */
  showsProblems: boolean
  /** The row values that the API rejected. */
  refusals: Refusal[]
  failure: string | null
  /**
   * The files to upload once the project is open. If no project is chosen, one is created for them; `namesInUse`
   * contains the names that the API has rejected for it because they are in use.
   */
  begun: { given: GivenFiles; namesInUse: string[] } | null
  /** The files last uploaded here that cannot be selected because of their type. */
  unusable: ProjectFile[]
  billing: RequestBilling
  /** The budget of the project; null until it is known. */
  budget: ProjectBudget | null
  paymentUrl: string | null
}

/** The projects for which a request can be created, and the project of the latest unsent request, if any. */
export type KnownProjects = { projects: Project[]; begunIn: string | null }

/**
 * The content of a project when it is opened: its files, and its unpaid request if there is one. `other`: the request
 * was also changed, sent or discarded on another device.
 */
export type OpenedProject = { files: ProjectFile[]; stored: StoredRequest | null; other?: OtherDraft | null }

/** Another version of the draft, or `gone` if it was sent or discarded elsewhere. */
export type OtherDraft = StoredRequest | 'gone'

/** `files`: the selected files as they were. `shown`: the prices that were last shown, null if there were none. */
type DiscardedDraft = Pick<RequestContext, 'draft' | 'key' | 'sentAs' | 'restored' | 'step' | 'shown'> & {
  files: PinnedFiles
}

/** Files to upload to the request's project. */
export type GivenFiles = { files: ChosenFile[]; unreadable: string[] }

/** A file that was uploaded to a project: its new entries in the list of files, and those that it replaced. */
export type Arrival = {
  projectId: string
  files: ProjectFile[]
  gone: string[]
  /** Whether the file was uploaded in the wizard rather than in the project's list of files. */
  isGiven: boolean
}

type Change = Partial<RequestContext>

/** The values before anything is entered. */
const blank = {
  restored: null,
  otherDraft: null,
  discarded: null,
  restoring: null,
  sentAs: null,
  failure: null,
  oldPrices: null,
  shown: null,
  place: null,
  showsProblems: false,
  refusals: [],
  unusable: [],
}

export const firstContext = ({ projectId, key, typedBilling = null }: RequestInput): RequestContext => ({
  ...blank,
  projectId,
  key,
  draft: { ...emptyDraft, projectId },
  step: null,
  projects: [],
  files: [],
  begun: null,
  prices: defaultPrices,
  arePricesLoaded: false,
  pricesFailed: false,
  laterPrices: null,
  billing: firstBilling(typedBilling),
  budget: null,
  paymentUrl: null,
})

/**
 * The requested project, or else the project of the latest unsent request, so that a new tab finds it. Null if there is
 * no such project.
 */
export function projectToOpen({ draft }: RequestContext, { projects, begunIn }: KnownProjects): string | null {
  const wanted = draft.projectId ?? begunIn
  return projects.some(({ id }) => id === wanted) ? wanted : null
}

export const knowing = (context: RequestContext, known: KnownProjects): Change => ({
  projects: known.projects,
  draft: { ...context.draft, projectId: projectToOpen(context, known) },
})

/** The table that took effect later. Responses may arrive in a different order from the calls. */
const latestOf = (known: PriceTable, arrived: PriceTable) =>
  known.valid_from && arrived.valid_from && arrived.valid_from < known.valid_from ? known : arrived

/**
 * A price table has arrived: the first one, or one that takes effect now. If this concerns the draft, the prices that
 * were shown until now are kept, so that the summary can show both. No one has seen the default prices before the first
 * table arrives, unless `isShown` is set because the summary showed them.
 */
export function priced(context: RequestContext, arrived: PriceTable, isShown: boolean): Change {
  const { draft, shown, oldPrices, arePricesLoaded } = context
  const prices = latestOf(context.prices, arrived)
  const change = {
    prices,
    shown: null,
    arePricesLoaded: true,
    pricesFailed: prices.version === undefined,
    laterPrices: null,
  }
  if (!arePricesLoaded && !isShown && (oldPrices ?? shown) === null) return change
  const before = oldPrices ?? shown ?? context.prices
  return { ...change, oldPrices: isOfferChanged(draft, before, prices) ? before : null }
}

/** Like `priced`, but in the summary. The notice of changed prices replaces an earlier payment failure. */
export function pricedInSummary(context: RequestContext, arrived: PriceTable): Change {
  const change = priced(context, arrived, true)
  return change.oldPrices && !context.oldPrices ? { ...change, failure: null } : change
}

/** The price table could not be loaded: the known prices stay, and those that were shown are compared with them. */
export const pricesMissed = (context: RequestContext): Change => ({
  ...priced(context, context.prices, false),
  pricesFailed: true,
  laterPrices: context.laterPrices,
})

/** A price table has arrived during a payment, which must not be interrupted, so the table is kept for later. */
export const pricedLater = ({ laterPrices }: RequestContext, arrived: PriceTable): Change => ({
  laterPrices: laterPrices ? latestOf(laterPrices, arrived) : arrived,
})

/**
 * The API has rejected a payment and responded with this table. The notice refers to the prices at which the payment
 * was requested.
 */
export function pricesRejected({ draft, prices }: RequestContext, current: PriceTable, message: string): Change {
  const isChanged = isOfferChanged(draft, prices, current)
  // If the offer is the same, only prices that were unknown here have changed, so there are no old prices to show.
  return {
    ...{ prices: current, arePricesLoaded: true, pricesFailed: current.version === undefined, shown: null },
    ...(isChanged ? { oldPrices: prices } : { oldPrices: null, failure: message }),
  }
}

/**
 * An edited draft is a new order, so earlier submissions and rejections no longer apply. Changed prices are shown until
 * the payment page opens, or until they no longer concern the draft: a keystroke must not hide them before the user has
 * read them.
 */
export function written(
  { draft, oldPrices, prices, discarded, restoring: before }: RequestContext,
  { fields, place, restoring }: Written,
): Change {
  const edited = { ...draft, ...fields }
  const hasSameRows = edited.si.length === draft.si.length && edited.pi.length === draft.pi.length
  return {
    draft: edited,
    oldPrices: oldPrices && isOfferChanged(edited, oldPrices, prices) ? oldPrices : null,
    ...{ place, sentAs: null, failure: null },
    // The click on Undo can be preceded by a change, since a field keeps what was typed when it loses the focus.
    restoring: restoring === undefined && hasSameRows ? before : (restoring ?? null),
    discarded: isWithoutRows(edited) ? discarded : null,
  }
}

/**
 * The project to create for the given files, named after the board among them. The key of the draft identifies it, so
 * that another attempt after a lost response does not create a second one.
 */
export function projectToBegin({ begun, projects, key }: RequestContext): ProjectToCreate {
  const { given, namesInUse } = begun ?? { given: { files: [] }, namesInUse: [] }
  const name = boardNameAmong(given.files.map((file) => file.name))
  const known = projects.map((project) => project.name)
  return { key, name: projectNameFor(name, [...known, ...namesInUse]), notes: null }
}

/** Adds files to those to upload once the project is open. The same file, given again, replaces the earlier one. */
export function collecting({ begun }: RequestContext, { files, unreadable }: GivenFiles): Change {
  const { given, namesInUse } = begun ?? { given: { files: [], unreadable: [] }, namesInUse: [] }
  const identityOf = ({ name, size, modified }: ChosenFile) => JSON.stringify([name, size, modified])
  const again = new Set(files.map(identityOf))
  return {
    begun: {
      given: {
        files: [...given.files.filter((file) => !again.has(identityOf(file))), ...files],
        unreadable: [...new Set([...given.unreadable, ...unreadable])],
      },
      namesInUse,
    },
  }
}

/** The API has rejected the name of the project to create, because it is in use. */
export const nameRejected = (context: RequestContext): Change => ({
  begun: context.begun && {
    ...context.begun,
    namesInUse: [...context.begun.namesInUse, projectToBegin(context).name],
  },
})

/** Rows are carried over to another project, but files are not. */
export const movedTo = ({ draft }: RequestContext, projectId: string): Change => ({
  draft: { ...draft, projectId, layoutFileId: null, stackupFileId: null, materialFileId: null },
  files: [],
  failure: null,
  restored: null,
  otherDraft: null,
  discarded: null,
  restoring: null,
  unusable: [],
})

/** Selects the project's first layout, and its stackup if there is only one. */
export const begun = ({ draft }: RequestContext, { files }: OpenedProject): Change => ({
  files,
  failure: null,
  draft: {
    ...draft,
    layoutFileId: filesOfType(files, 'layout')[0]?.id ?? null,
    stackupFileId: onlyOne(filesOfType(files, 'stackup'))?.id ?? null,
  },
})

const onlyOne = <One>([first, ...others]: One[]) => (others.length === 0 ? first : undefined)

/** The files of the project after an upload. */
export const listing = ({ files }: RequestContext, { files: arrived, gone }: Arrival): Change => ({
  files: [...files.filter(({ id }) => !gone.includes(id) && !arrived.some((one) => one.id === id)), ...arrived],
})

/**
 * The files that an upload selects: a file that was uploaded here, a new revision of the selected one, or the project's
 * first layout.
 */
export function chosenBy({ draft, files }: RequestContext, { files: arrived, gone, isGiven }: Arrival) {
  const fields: Partial<RequestDraft> = {}
  for (const type of fileTypes) {
    const file = filesOfType(arrived, type).at(-1)
    const chosen = draft[`${type}FileId`]
    const isFirst = type === 'layout' && filesOfType(files, type).length === 0
    if (file && (isGiven || isFirst || (chosen !== null && gone.includes(chosen)))) fields[`${type}FileId`] = file.id
  }
  return fields
}

/** The files uploaded here whose type no request uses. */
export const unusableOf = ({ files, isGiven }: Arrival) =>
  isGiven ? files.filter((file) => fileTypes.every((type) => filesOfType([file], type).length === 0)) : []

/**
 * Continues with the stored draft. If a selected file no longer exists, its field is left empty, so that no one pays
 * for a different file without noticing.
 */
export function resumed(context: RequestContext, { files, stored, other = null }: OpenedProject): Change {
  if (!stored) return begun(context, { files, stored })
  const { chosen, differences } = filesAgain(stored.files, files)
  return {
    files,
    failure: null,
    key: stored.key,
    sentAs: stored.sentAs,
    draft: { ...stored.draft, ...chosen },
    step: context.step ?? stored.step ?? 1,
    otherDraft: other,
    ...{ discarded: null, restoring: null },
    ...pricesResumed(context, stored.draft, stored.shown ?? null),
    restored: { at: stored.at, repeats: stored.repeats ?? null, isFromPrices: stored.fromPrices === true, differences },
  }
}

/**
 * Compares the prices that were last shown for a stored or discarded draft with the current ones, immediately or once
 * they are loaded.
 */
function pricesResumed(context: RequestContext, draft: RequestDraft, shown: PriceTable | null): Change {
  if (!context.arePricesLoaded) return { shown, oldPrices: null }
  return { oldPrices: shown && isOfferChanged(draft, shown, context.prices) ? shown : null }
}

/** Whether rows have been entered that differ from the rows of the stored draft, so that the user may want either. */
export const hasOtherDraft = ({ draft }: RequestContext, { stored }: OpenedProject) =>
  stored !== null && !isWithoutRows(draft) && !hasSameRows(stored.draft, draft)

/**
 * Continues with this tab's draft. If the other one was sent or discarded, this one becomes a separate request with a
 * new key.
 */
export const withOwnDraft = ({ otherDraft }: RequestContext, newKey: string): Change => ({
  otherDraft: null,
  ...(otherDraft === 'gone' && { key: newKey, sentAs: null }),
})

/** Starts a new draft for the same project at the first step, or switches to another draft at the current step. */
export const cleared = ({ draft, otherDraft, step }: RequestContext, newKey: string): Change => ({
  ...blank,
  draft: { ...emptyDraft, projectId: draft.projectId },
  key: newKey,
  step: otherDraft === null || otherDraft === 'gone' ? 1 : step,
})

/** Starts a new draft like `cleared`, and remembers the discarded one. */
export function discarding(context: RequestContext, newKey: string): Change {
  const { draft, key, sentAs, restored, step, arePricesLoaded } = context
  const files = pinnedFiles(draft, context.files)
  const shown = context.oldPrices ?? context.shown ?? (arePricesLoaded ? context.prices : null)
  return { ...cleared(context, newKey), discarded: { draft, key, sentAs, restored, step, files, shown } }
}

/**
 * Brings the discarded draft back, at the step in which it was discarded. The prices and the files of the project may
 * have changed since then.
 */
export function broughtBack(context: RequestContext): Change {
  if (!context.discarded) return {}
  const { draft, files, shown, restored, ...order } = context.discarded
  const { chosen, differences } = filesAgain(files, context.files)
  return {
    ...order,
    draft: { ...draft, ...chosen },
    ...pricesResumed(context, draft, shown),
    restored: restored && { ...restored, differences: [...new Set([...restored.differences, ...differences])] },
    ...{ discarded: null, failure: null },
  }
}

/**
 * Events for the actor that stores the draft: the initial version, each change, the step that is shown, and which of
 * two versions the user keeps. `kept: null` means that the draft is no longer needed.
 */
export type KeepingEvent =
  | { type: 'draft.opened'; projectId: string; stamp: string | null }
  | { type: 'draft.changed'; kept: KeptRequest | null }
  | { type: 'step.shown'; step: Step }
  | { type: 'other.taken'; other: OtherDraft | null }
  | { type: 'other.declined'; other: OtherDraft | null }

export const openedIn = ({ draft }: RequestContext, stored: StoredRequest | null): KeepingEvent => ({
  type: 'draft.opened',
  projectId: draft.projectId ?? '',
  stamp: stored?.stamp ?? null,
})

export const changedTo = ({ draft, key, files, sentAs, prices, oldPrices, step }: RequestContext): KeepingEvent => ({
  type: 'draft.changed',
  kept: {
    ...{ draft, key, files: pinnedFiles(draft, files), sentAs },
    shown: shownPrices(draft, oldPrices ? completedBy(oldPrices, prices) : prices),
    ...(step !== null && { step }),
  },
})
