import { netText } from './net-list'
import type { PiEvent, SiEvent } from '../rows/request-rows'
import { isBlank, type PiRow, rowName, type SiRow } from '../request-rules'

/** The nets that the last click on the board added to a row, and how they are removed again. Pure functions. */

export type RowsOfStep = { step: 2; rows: SiRow[] } | { step: 3; rows: PiRow[] }

type NetField = 'signal_nets' | 'ground_nets' | 'clock_signal' | 'power_net' | 'ground_net'

export type AddedNets = {
  /** Null until the row that the click creates exists. */
  rowId: number | null
  isNewRow: boolean
  field: NetField
  nets: string[]
}

type Row = { id: number } & Partial<Record<NetField, string | string[]>>

const rowOf = ({ rows }: RowsOfStep, rowId: number | null): Row | undefined => rows.find(({ id }) => id === rowId)

/**
 * Names the row to which nets are added: "to Signal integrity row 1", or "as Signal integrity row 1" if the row is
 * created for them.
 */
export function targetText({ rowId, isNewRow }: Pick<AddedNets, 'rowId' | 'isNewRow'>, { step, rows }: RowsOfStep) {
  const at = rows.findIndex(({ id }) => id === rowId)
  const title = rowName(step === 2 ? 'si' : 'pi', (at < 0 ? rows.length : at) + 1)
  return `${isNewRow ? 'as' : 'to'} ${title}`
}

/** "CSI_D0_P, CSI_D0_N added to Signal integrity row 1." */
export const addedText = (added: AddedNets, rows: RowsOfStep) =>
  `${netText(added.nets)} added ${targetText(added, rows)}.`

/**
 * The added nets that are still in their row after the rows have changed. Null if there are none: a net that was
 * removed and is added again does not belong to the click. `newestId` is the id of a row that has just been created.
 */
export function stillAdded(added: AddedNets, rows: RowsOfStep, newestId: number | undefined): AddedNets | null {
  const rowId = added.rowId ?? newestId ?? null
  const there = [rowOf(rows, rowId)?.[added.field] ?? []].flat()
  const nets = added.nets.filter((net) => there.includes(net))
  return nets.length > 0 ? { ...added, rowId, nets } : null
}

/**
 * The change that removes the added nets. It also removes the row that the click has created, if nothing else has been
 * entered in it. Null if the row no longer exists.
 */
export function withdrawalOf({ rowId, isNewRow, field, nets }: AddedNets, rows: RowsOfStep): SiEvent | PiEvent | null {
  const row = rowOf(rows, rowId)
  if (!row) return null
  const value = row[field] ?? []
  const fields = { [field]: typeof value === 'string' ? '' : value.filter((net) => !nets.includes(net)) }
  const { id, ...rest } = { ...row, ...fields }
  const kind = rows.step === 2 ? 'si' : 'pi'
  if (isNewRow && Object.values(rest).every(isBlank)) return { type: `${kind}.withdrawn`, rowId: id }
  return { type: `${kind}.changed`, rowId: id, fields }
}
