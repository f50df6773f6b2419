import type { PriceTable } from './interfaces'
import type { FileType, RequestDraft } from '../drafts/request-draft'
import { isWithoutRows, type PiField, type SiField } from '../request-rules'
import { type RowProblem, rowProblemsOf } from './row-problems'

/**
 * A place in the wizard that needs attention: a row and a field in it, or a file in step 1. Without either, the place
 * where rows are added.
 */
export type RequestLocation = {
  step: 1 | 2 | 3
  rowId: number | null
  field: SiField | PiField | FileType | 'remove' | null
}

export const locationOfProblem = ({ kind, rowId, fields }: RowProblem): RequestLocation => ({
  step: kind === 'si' ? 2 : 3,
  rowId,
  field: fields[0] ?? null,
})

/**
 * The place where the user has to continue before paying: the first missing or invalid value. Null if there is none.
 */
export function firstProblemOf(draft: RequestDraft, prices?: PriceTable): RequestLocation | null {
  if (draft.layoutFileId === null) return { step: 1, rowId: null, field: 'layout' }
  if (isWithoutRows(draft)) return { step: 2, rowId: null, field: null }
  const [gap] = rowProblemsOf(draft, prices)
  return gap ? locationOfProblem(gap) : null
}
