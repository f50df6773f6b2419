import { hasPiRow, hasSiRow } from '../board/found-on-board'
import type { RequestDraft } from '../drafts/request-draft'
import type { RequestLocation } from './row-locations'
import {
  changePiRow,
  changeSiRow,
  emptyPiRow,
  emptySiRow,
  isBlank,
  type PiValues,
  type Rows,
  type SiValues,
} from '../request-rules'

/** The operations on the rows of a request, and where each one moves the user. Pure functions. */

export type SiEvent =
  | { type: 'si.added' }
  /** Rows for interfaces detected, or for nets clicked, on the board. */
  | { type: 'si.proposed'; rows: SiValues[] }
  | { type: 'si.changed'; rowId: number; fields: Partial<SiValues> }
  | { type: 'si.duplicated'; rowId: number }
  | { type: 'si.removed'; rowId: number }
  | SiRestoring
  /** Removes a row that a click on the board has created. The user stays at the board. */
  | { type: 'si.withdrawn'; rowId: number }

export type PiEvent =
  | { type: 'pi.added' }
  | { type: 'pi.proposed'; rows: PiValues[] }
  | { type: 'pi.changed'; rowId: number; fields: Partial<PiValues> }
  | { type: 'pi.duplicated'; rowId: number }
  | { type: 'pi.removed'; rowId: number }
  | PiRestoring
  | { type: 'pi.withdrawn'; rowId: number }

type SiRestoring = { type: 'si.restored'; index: number; values: SiValues }
type PiRestoring = { type: 'pi.restored'; index: number; values: PiValues }

/** The event that brings a removed row back. */
export type Restoring = SiRestoring | PiRestoring

/** An id that no row uses. */
const freeId = ({ si, pi }: Rows) => [...si, ...pi].reduce((free, { id }) => Math.max(free, id + 1), 0)

/**
 * The changed fields, and the place to which the user is moved. `place` is null if the user stays. `restoring` undoes the
 * removal of a row; it is missing if the row was empty.
 */
export type Written = {
  fields: Partial<RequestDraft>
  place: RequestLocation | null
  restoring?: Restoring | null
}

/**
 * The signal integrity rows after an event. The user is taken to an added or duplicated row, but not to proposed ones.
 */
export function afterSi({ si, pi }: Rows, event: SiEvent): Written {
  const row = emptySiRow(freeId({ si, pi }))
  const atRow: RequestLocation = { step: 2, rowId: row.id, field: 'interface' }
  switch (event.type) {
    case 'si.added':
      return { fields: { si: [...si, row] }, place: atRow }
    case 'si.proposed': {
      const rows = event.rows.filter((one) => !hasSiRow(si, one))
      return { fields: { si: [...si, ...rows.map((one, index) => ({ ...one, id: row.id + index }))] }, place: null }
    }
    case 'si.changed':
      return { fields: { si: changed(si, event.rowId, (one) => changeSiRow(one, event.fields)) }, place: null }
    case 'si.duplicated':
      return { fields: { si: withCopy(si, event.rowId, row.id) }, place: atRow }
    case 'si.removed': {
      const removed = filled(si, event.rowId)
      return {
        fields: { si: without(si, event.rowId) },
        place: { step: 2, ...neighbor(si, event.rowId) },
        restoring: removed && { type: 'si.restored', ...removed },
      }
    }
    case 'si.restored':
      return { fields: { si: si.toSpliced(event.index, 0, { ...event.values, id: row.id }) }, place: atRow }
    case 'si.withdrawn':
      return { fields: { si: without(si, event.rowId) }, place: null }
  }
}

/** The power integrity rows after an event. */
export function afterPi({ si, pi }: Rows, event: PiEvent): Written {
  const row = emptyPiRow(freeId({ si, pi }))
  const atRow: RequestLocation = { step: 3, rowId: row.id, field: 'type' }
  switch (event.type) {
    case 'pi.added':
      return { fields: { pi: [...pi, row] }, place: atRow }
    case 'pi.proposed': {
      const rows = event.rows.filter((one) => !hasPiRow(pi, one))
      return { fields: { pi: [...pi, ...rows.map((one, index) => ({ ...one, id: row.id + index }))] }, place: null }
    }
    case 'pi.changed':
      return { fields: { pi: changed(pi, event.rowId, (one) => changePiRow(one, event.fields)) }, place: null }
    case 'pi.duplicated':
      return { fields: { pi: withCopy(pi, event.rowId, row.id) }, place: atRow }
    case 'pi.removed': {
      const removed = filled(pi, event.rowId)
      return {
        fields: { pi: without(pi, event.rowId) },
        place: { step: 3, ...neighbor(pi, event.rowId) },
        restoring: removed && { type: 'pi.restored', ...removed },
      }
    }
    case 'pi.restored':
      return { fields: { pi: pi.toSpliced(event.index, 0, { ...event.values, id: row.id }) }, place: atRow }
    case 'pi.withdrawn':
      return { fields: { pi: without(pi, event.rowId) }, place: null }
  }
}

type Row = { id: number }

const changed = <Kind extends Row>(rows: Kind[], rowId: number, change: (row: Kind) => Kind) =>
  rows.map((row) => (row.id === rowId ? change(row) : row))

/** Inserts a copy of the row with the id `rowId` after that row. */
export const withCopy = <Kind extends Row>(rows: Kind[], rowId: number, copyId: number): Kind[] =>
  rows.flatMap((row) => (row.id === rowId ? [row, { ...row, id: copyId }] : [row]))

const without = <Kind extends Row>(rows: Kind[], rowId: number) => rows.filter(({ id }) => id !== rowId)

/** The position and the values of a row. Null if nothing has been entered in it. */
function filled<Kind extends Row>(rows: Kind[], rowId: number) {
  const index = rows.findIndex(({ id }) => id === rowId)
  const row = rows[index]
  if (!row) return null
  const { id: _, ...values } = row
  return (Object.values(values) as (string | string[])[]).every(isBlank) ? null : { index, values }
}

/**
 * The target of the focus after a row is removed: the row that takes its place, the last row, or the button that adds
 * rows.
 */
const neighbor = (rows: Row[], rowId: number): Pick<RequestLocation, 'rowId' | 'field'> => {
  const left = without(rows, rowId)
  const at = rows.findIndex(({ id }) => id === rowId)
  return { rowId: (left[at] ?? left.at(-1))?.id ?? null, field: 'remove' }
}
