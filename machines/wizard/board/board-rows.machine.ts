import { type ActorRefFrom, assign, enqueueActions, type NonReducibleUnknown, setup, type SnapshotFrom } from 'xstate'

import { placeholderCallback } from '../../lib/placeholder-actor'
import type { PickedNet } from '../../previews/board/board-part'
import type { NetGroup } from '../../previews/board/highlighted-nets'
import { type AddedNets, addedText, type RowsOfStep, stillAdded, targetText, withdrawalOf } from './added-nets'
import { afterPick, type BoardNets } from './board-picks'
import { nothingFound } from './found-on-board'
import { netText } from './net-list'
import { noNets } from '../rows/net-rules'
import type { PiEvent, SiEvent } from '../rows/request-rows'
import { type Rows, rowName } from '../request-rules'
import type { Step } from '../request-context'

type Context = {
  step: Step
  rows: Rows
  board: BoardNets
  /** The id of the row to which clicks on the board add nets. */
  active: number | null
  /** The id of the row under the pointer. */
  pointed: number | null
  /** The id of the row that contains the focus. */
  focused: number | null
  /** A sentence that describes the result of the last click on the board. */
  result: string
  /** The nets that the last click added, as long as they can be removed again. */
  added: AddedNets | null
}

/**
 * The rows of a request, and their nets on the board. A click on a net adds it, with the other nets of its pair or
 * lane, to the active row: the one that was added or focused last. A click on a signal or supply of another row makes
 * that row active instead. The nets of each row are highlighted in its color; while the pointer or the focus is on one
 * row, only its nets are highlighted.
 *
 * The nets that the last click added can be removed again, until the rows no longer have them, the step changes or
 * another layout is chosen.
 */
export const boardRowsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'rows.changed'; step: Step; si: Rows['si']; pi: Rows['pi'] }
      | { type: 'nets.read'; board: BoardNets }
      | { type: 'row.pointed'; rowId: number | null }
      | { type: 'row.focused'; rowId: number | null }
      | ({ type: 'net.picked' } & PickedNet)
      | { type: 'undo.requested' },
    /** The nets that a click had added were removed again. */
    emitted: {} as { type: 'pick.undone'; nets: string[] },
  },
  actors: {
    /** Reports the rows and the nets of the layout, and receives changes to the rows. */
    followRows: placeholderCallback<NonReducibleUnknown, SiEvent | PiEvent>('followRows'),
  },
  actions: {
    follow: assign(({ context }, { step, si, pi }: Pick<Context, 'step'> & Rows) => {
      const now = { step, rows: { si, pi } }
      const added = addedAfter(context, now)
      return {
        ...now,
        active: activeAfter(context, now),
        added,
        ...(context.added && !added && { result: '' }),
        ...(step !== context.step && { pointed: null, focused: null, result: '' }),
      }
    }),
    learn: assign(({ context }, board: BoardNets) => ({
      board,
      // If nets were known before, the last click was on the board of another layout.
      ...(context.board.nets.nets.length > 0 && { added: null, result: '' }),
    })),
    pick: enqueueActions(({ context, enqueue }, picked: PickedNet) => {
      const rows = rowsOf(context)
      if (!rows) return
      const result = afterPick(picked, { rows, active: context.active, board: context.board })
      enqueue.assign({ active: result.active, result: result.text, added: result.added })
      if (result.edit) enqueue.sendTo('rows', result.edit)
    }),
    undo: enqueueActions(({ context, enqueue }) => {
      const rows = rowsOf(context)
      const { added } = context
      const edit = rows && added && withdrawalOf(added, rows)
      if (!edit) return
      enqueue.assign({ result: `${netText(added.nets)} removed.`, added: null })
      enqueue.sendTo('rows', edit)
      enqueue.emit({ type: 'pick.undone', nets: added.nets })
    }),
  },
  guards: { isRowStep: (_, step: Step) => step === 2 || step === 3 },
}).createMachine({
  id: 'boardRows',
  context: {
    step: 1,
    rows: { si: [], pi: [] },
    board: { nets: noNets, proposals: nothingFound },
    active: null,
    pointed: null,
    focused: null,
    result: '',
    added: null,
  },
  invoke: { src: 'followRows', id: 'rows' },
  initial: 'showing',
  on: {
    'rows.changed': [
      {
        guard: { type: 'isRowStep', params: ({ event }) => event.step },
        target: '.collecting',
        actions: { type: 'follow', params: ({ event }) => event },
      },
      { target: '.showing', actions: { type: 'follow', params: ({ event }) => event } },
    ],
    'nets.read': { actions: { type: 'learn', params: ({ event }) => event.board } },
  },
  states: {
    /** There are no rows to change, as in the first and last steps. */
    showing: {},
    collecting: {
      on: {
        'row.pointed': { actions: assign({ pointed: ({ event }) => event.rowId }) },
        'row.focused': {
          actions: assign({
            focused: ({ event }) => event.rowId,
            active: ({ context, event }) => event.rowId ?? context.active,
          }),
        },
        'net.picked': { actions: { type: 'pick', params: ({ event }) => event } },
        'undo.requested': { actions: 'undo' },
      },
    },
  },
})

/** The rows of a step. Null for a step without rows. */
function rowsOf({ step, rows: { si, pi } }: Pick<Context, 'step' | 'rows'>): RowsOfStep | null {
  if (step === 2) return { step, rows: si }
  return step === 3 ? { step, rows: pi } : null
}

const idsOf = (context: Pick<Context, 'step' | 'rows'>) => rowsOf(context)?.rows.map(({ id }) => id) ?? []

/** The id of the last row that a change of the rows has created; undefined if it has created none. */
function newestId(before: Context, now: Pick<Context, 'step' | 'rows'>): number | undefined {
  const known = idsOf(before)
  return idsOf(now).findLast((id) => !known.includes(id))
}

/**
 * The nets of the last click that the rows still contain after a change; null if there are none or the step has
 * changed.
 */
function addedAfter(before: Context, now: Pick<Context, 'step' | 'rows'>): AddedNets | null {
  const rows = rowsOf(now)
  return before.added && rows && before.step === now.step ? stillAdded(before.added, rows, newestId(before, now)) : null
}

/**
 * The active row after the rows have changed: the newest one, or else the one that was active, or else the last one.
 */
function activeAfter(before: Context, now: Pick<Context, 'step' | 'rows'>): number | null {
  const ids = idsOf(now)
  const last = ids.at(-1) ?? null
  if (before.step !== now.step) return last
  const newest = newestId(before, now)
  if (newest !== undefined) return newest
  return before.active !== null && ids.includes(before.active) ? before.active : last
}

export type BoardRowsActor = ActorRefFrom<typeof boardRowsMachine>
type Snapshot = SnapshotFrom<typeof boardRowsMachine>

/** Whether a click on the board can add a net to a row. */
export const canPick = (snapshot: Snapshot) => snapshot.matches('collecting')
export const activeRowOf = ({ context }: Snapshot) => context.active
/** The result of the last click. Added nets are described with the present number of their row. */
export function pickResultOf({ context }: Snapshot): string {
  const { added, result } = context
  const rows = rowsOf(context)
  return added && added.rowId !== null && rows ? addedText(added, rows) : result
}

/** Whether the nets that the last click added can be removed again. */
export const canUndoPick = ({ context: { added } }: Snapshot) => added !== null && added.rowId !== null

/**
 * The text of the button that adds the net with this name. If a click would add nothing, such as for a supply in step
 * 2, it is null, and `reason` explains why.
 */
export function pickOfferOf({ context }: Snapshot, name: string): { action: string | null; reason: string } {
  const { active, board } = context
  const rows = rowsOf(context)
  if (!rows) return { action: null, reason: '' }
  const { added, text } = afterPick({ name, isZone: false }, { rows, active, board })
  return added ? { action: `Add ${targetText(added, rows)}`, reason: '' } : { action: null, reason: text }
}

/**
 * The name of the row to which a click on the board adds a net. Null if the click creates a row, or if the step has no
 * rows.
 */
export function activeNameOf({ context }: Snapshot): string | null {
  const at = context.active === null ? -1 : idsOf(context).indexOf(context.active)
  return at < 0 ? null : rowName(context.step === 2 ? 'si' : 'pi', at + 1)
}

/** The number of colors, which repeat after this many rows. */
const colors = 8

/**
 * The color of a row, by its position among the rows of its kind. The two kinds start at opposite ends of the palette.
 */
export const colorOfRow = (kind: 'si' | 'pi', index: number) =>
  kind === 'si' ? index % colors : colors - 1 - (index % colors)

type Row = Rows['si'][number] | Rows['pi'][number]

const knownNets = new WeakMap<Row, string[]>()

/** The nets of a row, computed once: in a request with a thousand rows, every keystroke needs the nets of all rows. */
function netsOfRow(row: Row): string[] {
  const nets =
    knownNets.get(row) ??
    ('power_net' in row ? [row.power_net] : [...row.signal_nets, ...row.clock_signal]).filter(
      (net) => net.trim() !== '',
    )
  knownNets.set(row, nets)
  return nets
}

/** Whether two lists of groups would be drawn in the same way. */
export const areSameGroups = (some: NetGroup[], others: NetGroup[]): boolean =>
  some.length === others.length &&
  some.every((one, index) => {
    const other = others[index]
    return (
      one.color === other?.color &&
      one.isDimmed === other.isDimmed &&
      (one.nets === other.nets ||
        (one.nets.length === other.nets.length && one.nets.every((net, at) => net === other.nets[at])))
    )
  })

/**
 * The nets of the rows by color: of the rows of the current step, or of all rows in the first and last steps. Ground
 * nets are excluded, because they would highlight the whole board. A row without nets does not dim the others.
 */
export function netGroupsOf({ context: { step, rows, pointed, focused } }: Snapshot): NetGroup[] {
  const si = step === 3 ? [] : rows.si.map((row, index) => ({ row, color: colorOfRow('si', index) }))
  const pi = step === 2 ? [] : rows.pi.map((row, index) => ({ row, color: colorOfRow('pi', index) }))
  const shown = [...si, ...pi].map(({ row, color }) => ({ id: row.id, nets: netsOfRow(row), color }))
  const highlighted = pointed ?? focused
  const isOneHighlighted = shown.some(({ id, nets }) => id === highlighted && nets.length > 0)
  return shown.map(({ id, nets, color }) => ({ nets, color, isDimmed: isOneHighlighted && id !== highlighted }))
}
