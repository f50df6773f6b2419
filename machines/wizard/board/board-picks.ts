import type { PickedNet } from '../../previews/board/board-part'
import { type AddedNets, addedText, type RowsOfStep } from './added-nets'
import type { FileFacts } from './file-inspection.machine'
import { netText } from './net-list'
import { clockPairs, type NetPair } from '../rows/net-rules'
import type { PiEvent, SiEvent } from '../rows/request-rows'
import {
  emptyPiRow,
  emptySiRow,
  forcedFields,
  isBlank,
  type PiRow,
  type PiValues,
  rowName,
  type SiRow,
  type SiValues,
} from '../request-rules'

/** How a click on a net of the board changes the rows of the current step. Pure functions. */

/** The known facts about the nets of the board. */
export type BoardNets = Pick<FileFacts, 'nets' | 'proposals'>

/**
 * The change to the rows, and the nets that it adds, if any; the id of the row that is active afterwards; and a
 * sentence that describes the result.
 */
export type PickResult = {
  edit: SiEvent | PiEvent | null
  added: AddedNets | null
  active: number | null
  text: string
}

/**
 * The nets that belong with a given net, including the net itself: its lane or byte lane in an interface, or else its
 * differential pair, or else just the net. A lane that is a pair includes the nets behind its series parts.
 */
export function netsWith(name: string, { nets, proposals }: BoardNets): string[] {
  const group = proposals.interfaces.flatMap(({ groups }) => groups).find((group) => group.includes(name))
  if (group) return group
  const pair = nets.pairs.find(hasNet(name))
  return pair ? [pair.positive, pair.negative] : [name]
}

const hasNet =
  (name: string) =>
  ({ positive, negative }: NetPair) =>
    positive === name || negative === name

type Picking<Row> = { rows: Row[]; active: number | null; board: BoardNets }

export function afterPick(
  { name, isZone }: PickedNet,
  { rows, active, board }: { rows: RowsOfStep; active: number | null; board: BoardNets },
): PickResult {
  if (rows.step === 3) return afterPowerPick(name, { rows: rows.rows, active, board })
  const result = afterSignalPick(name, { rows: rows.rows, active, board })
  return isZone ? stays(active, result.edit ? areaText(name) : result.text) : result
}

/**
 * The message after a click on a filled area of a net in step 2. Such a click adds nothing, because it is often a click
 * beside a track.
 */
const areaText = (name: string) => `${name} fills this area. Click one of its tracks or pads to add it.`

const containedText = (nets: string[], title: string) =>
  `${netText(nets)} ${nets.length === 1 ? 'is' : 'are'} already in ${title}.`

/** The row that contains a net, if the active row does not contain it. A net in two rows would be paid for twice. */
function otherRow<Row extends { id: number }>({ rows, active }: Picking<Row>, contains: (row: Row) => boolean) {
  const found = rows.filter(contains)
  return found.some(({ id }) => id === active) ? undefined : found[0]
}

function afterSignalPick(name: string, picking: Picking<SiRow>): PickResult {
  const { rows, active, board } = picking
  const { ground, power } = board.nets
  const isGround = ground.includes(name)
  if (!isGround && power.includes(name)) return stays(active, `${name} is a supply. Supplies are added in step 3.`)
  const row = rows.find(({ id }) => id === active) ?? emptySiRow(-1)
  const nets = isGround ? [name] : netsWith(name, board)
  const isClock = isClockNet(name, board) && !('clock_signal' in forcedFields(row))
  const field = isGround ? 'ground_nets' : isClock ? 'clock_signal' : 'signal_nets'
  if (field === 'signal_nets') {
    const other = otherRow(picking, ({ signal_nets }) => nets.some((net) => signal_nets.includes(net)))
    const shared = nets.filter((net) => other?.signal_nets.includes(net))
    if (other) return stays(other.id, containedText(shared, rowName('si', rows.indexOf(other) + 1)))
  }
  const added = nets.filter((net) => !row[field].includes(net))
  const fields = { [field]: [...row[field], ...added] }
  const adding = addingTo({ step: 2, rows }, { active, field, nets: added })
  if (!rows.includes(row)) {
    return adding(null, { type: 'si.proposed', rows: [valuesOf<SiValues>({ ...row, ...fields })] })
  }
  if (added.length === 0) return stays(active, containedText(nets, rowName('si', rows.indexOf(row) + 1)))
  return adding(row.id, { type: 'si.changed', rowId: row.id, fields })
}

/** Whether a net is a clock: the clock of an interface, or a net whose name indicates a clock. */
function isClockNet(name: string, { nets, proposals }: BoardNets): boolean {
  const own = proposals.interfaces.find(({ signals, clock }) => signals.includes(name) || clock.includes(name))
  return own ? own.clock.includes(name) : clockPairs(nets).some(hasNet(name))
}

/**
 * A power integrity row has one supply and one ground, which a click never replaces. Another supply requires another
 * row.
 */
function afterPowerPick(name: string, picking: Picking<PiRow>): PickResult {
  const { rows, active, board } = picking
  const row = rows.find(({ id }) => id === active)
  const isGround = board.nets.ground.includes(name)
  const isSignal =
    board.nets.pairs.some(hasNet(name)) || board.proposals.interfaces.some(({ signals }) => signals.includes(name))
  if (!isGround && isSignal) return stays(active, `${name} is a signal. Signals are added in step 2.`)
  const field = isGround ? 'ground_net' : 'power_net'
  const title = row && rowName('pi', rows.indexOf(row) + 1)
  if (title && row[field] === name) return stays(active, containedText([name], title))
  const other = isGround ? undefined : otherRow(picking, ({ power_net }) => power_net === name)
  if (other) return stays(other.id, containedText([name], rowName('pi', rows.indexOf(other) + 1)))
  const adding = addingTo({ step: 3, rows }, { active, field, nets: [name] })
  if (row && isBlank(row[field])) {
    return adding(row.id, { type: 'pi.changed', rowId: row.id, fields: { [field]: name } })
  }
  if (isGround) {
    return stays(active, row ? `The ground net of ${title} is ${row.ground_net}.` : 'Click a supply first.')
  }
  return adding(null, { type: 'pi.proposed', rows: [valuesOf<PiValues>({ ...emptyPiRow(-1), power_net: name })] })
}

const stays = (active: number | null, text: string): PickResult => ({ edit: null, added: null, active, text })

/** Returns a function that creates the result of adding nets to a row, or as a new row if `rowId` is null. */
const addingTo =
  (rows: RowsOfStep, { active, ...what }: Pick<PickResult, 'active'> & Pick<AddedNets, 'field' | 'nets'>) =>
  (rowId: number | null, edit: SiEvent | PiEvent): PickResult => {
    const added = { rowId, isNewRow: rowId === null, ...what }
    return { edit, added, active, text: addedText(added, rows) }
  }

const valuesOf = <Values>({ id: _, ...values }: Values & { id: number }) => values as Values
