import type { ProjectFile } from '../files/file-order'
import type { Project } from '../projects/project-list'
import {
  askTheSame,
  emptyDraft,
  filesAgain,
  filesOfType,
  type KeptRequest,
  pinnedFiles,
  type RequestDraft,
  type StoredRequest,
} from './request-draft'
import type { RequestLocation } from './row-locations'
import type { Refusal } from './rejected-fields'
import { defaultPrices, type PriceTable } from './interfaces'
import { isWithoutRows } from './request-rules'

/** What a simulation request knows while it is being written, and what becomes of that at the turns of its way. Pure. */

export type Step = 1 | 2 | 3 | 4

export type RequestInput = {
  projectId: string | null
  /** Makes the name of a new draft. */
  newKey: () => string
}

export type RequestContext = RequestInput & {
  projects: Project[]
  files: ProjectFile[]
  prices: PriceTable
  /** The prices that the person had seen before they changed. */
  oldPrices: PriceTable | null
  draft: RequestDraft
  /** Where the person is, or is to be once the project is open. */
  step: Step
  /** Names this draft towards the API. */
  key: string
  /** The id under which the API knows the draft as it is. */
  sentAs: string | null
  /** The draft is an earlier one: of when, and what has become of its files since. */
  restored: { at: string; repeats: string | null; differences: string[] } | null
  /** Another unsent request for the project; or ours was sent or given up in another tab. */
  otherDraft: StoredRequest | 'gone' | null
  /** Where the person is led to. */
  place: RequestLocation | null
  /** A payment was refused for gaps, which are marked from then on. */
  showsProblems: boolean
  /** What the API has refused of the rows. */
  refusals: Refusal[]
  failure: string | null
  paymentUrl: string | null
}

/** The projects that a request can be made for, and the one of the latest unsent request, where there is one. */
export type KnownProjects = { projects: Project[]; begunIn: string | null }

/** What a project holds when it is opened: its files, and its unpaid request where the browser keeps one. */
export type OpenedProject = { files: ProjectFile[]; stored: StoredRequest | null }

type Change = Partial<RequestContext>

/** As it was before anything was written. */
const blank = {
  restored: null,
  otherDraft: null,
  sentAs: null,
  failure: null,
  oldPrices: null,
  place: null,
  showsProblems: false,
  refusals: [],
}

export const firstContext = ({ projectId, newKey }: RequestInput): RequestContext => ({
  ...blank,
  ...{ projectId, newKey, key: newKey(), draft: { ...emptyDraft, projectId }, step: 1 },
  ...{ projects: [], files: [], prices: defaultPrices, paymentUrl: null },
})

/** The project that was asked for; without one, that of the latest unsent request, so that a new tab finds it. */
export function projectToOpen({ draft }: RequestContext, { projects, begunIn }: KnownProjects): string | null {
  const wanted = draft.projectId ?? begunIn
  return projects.some(({ id }) => id === wanted) ? wanted : null
}

export const knowing = (context: RequestContext, known: KnownProjects): Change => ({
  projects: known.projects,
  draft: { ...context.draft, projectId: projectToOpen(context, known) },
})

/** Whatever is written makes it an order of its own: what was sent or refused before was not this. */
export const written = (
  context: RequestContext,
  fields: Partial<RequestDraft>,
  place: RequestLocation | null,
): Change => ({
  draft: { ...context.draft, ...fields },
  ...{ place, sentAs: null, failure: null, oldPrices: null },
})

/** Rows are carried over to another project, files are not. */
export const movedTo = ({ draft }: RequestContext, projectId: string): Change => ({
  draft: { ...draft, projectId, layoutFileId: null, stackupFileId: null, materialFileId: null },
  ...{ files: [], failure: null, restored: null, otherDraft: null },
})

/** With the project's first layout. */
export const begun = ({ draft }: RequestContext, { files }: OpenedProject): Change => ({
  ...{ files, failure: null },
  draft: { ...draft, layoutFileId: filesOfType(files, 'layout')[0]?.id ?? null },
})

/** The kept draft goes on. A file that has vanished leaves its place empty: nobody shall pay for another one unseen. */
export function resumed(context: RequestContext, { files, stored }: OpenedProject): Change {
  if (!stored) return begun(context, { files, stored })
  const { chosen, differences } = filesAgain(stored.files, files)
  return {
    ...{ files, failure: null, key: stored.key, sentAs: stored.sentAs },
    draft: { ...stored.draft, ...chosen },
    restored: { at: stored.at, repeats: stored.repeats ?? null, differences },
  }
}

/** Both what is written here and what is kept for the project are work that somebody may want. */
export const isOtherKept = ({ draft }: RequestContext, { stored }: OpenedProject) =>
  stored !== null && !isWithoutRows(draft) && !askTheSame(stored.draft, draft)

/** Ours holds; where the other was sent, ours is a request of its own. */
export const upheld = ({ otherDraft, newKey }: RequestContext): Change => ({
  otherDraft: null,
  ...(otherDraft === 'gone' && { key: newKey(), sentAs: null }),
})

/** A new draft for the same project, from its first step; or another one at the step that the person is in. */
export const cleared = ({ draft, newKey, otherDraft, step }: RequestContext): Change => ({
  ...blank,
  draft: { ...emptyDraft, projectId: draft.projectId },
  key: newKey(),
  step: otherDraft === null || otherDraft === 'gone' ? 1 : step,
})

/** What the machine tells whoever keeps its draft: from which writing on, and each change. Null is not wanted any more. */
export type KeepingEvent =
  | { type: 'draft.opened'; projectId: string; stamp: string | null }
  | { type: 'draft.changed'; kept: KeptRequest | null }

export const openedIn = ({ draft }: RequestContext, stored: RequestContext['otherDraft']): KeepingEvent => ({
  ...{ type: 'draft.opened', projectId: draft.projectId ?? '' },
  stamp: stored === 'gone' ? null : (stored?.stamp ?? null),
})

export const changedTo = ({ draft, key, files, sentAs }: RequestContext): KeepingEvent => ({
  ...{ type: 'draft.changed' },
  kept: { draft, key, files: pinnedFiles(draft, files), sentAs },
})
