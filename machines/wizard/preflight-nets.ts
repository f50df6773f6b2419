import type { FileFacts } from './board/file-inspection.machine'
import { netText } from './board/net-list'
import { interfaces } from './rows/interfaces'
import { type LayoutNets, missingNets } from './rows/net-rules'
import type { RequestDraft } from './drafts/request-draft'
import { isRepeat, type PiRow, rowName, type SiRow } from './request-rules'
import type { Warning } from './warning'

/**
 * Runs the pre-flight checks that compare the nets of the rows with each other and with those detected on the board.
 */
export function purposeWarnings({ si, pi }: RequestDraft, { nets, proposals }: FileFacts): Warning[] {
  return [
    ...si.flatMap((row, index) => halfPairs(row, index, nets.pairs)),
    ...singleNets(si, nets, proposals.interfaces),
    ...si.flatMap((row, index) => foreignSignals(row, index, proposals.interfaces)),
    ...si.flatMap((row, index) => foreignClock(row, index, { nets, proposals })),
    ...pi.flatMap((row, index) => groundAsPower(row, index, nets.ground)),
    ...sharedSignals(si),
    ...sharedSupplies(pi),
  ]
}

type Pair = FileFacts['nets']['pairs'][number]

/** The maximum number of nets that a warning lists. */
const mostListed = 3

/** "A, B, C and 2 more" */
const listed = (nets: string[]) =>
  `${netText(nets.slice(0, mostListed))}${nets.length > mostListed ? ` and ${nets.length - mostListed} more` : ''}`

/** Warns about a row with only one net of a differential pair, which can only be simulated with both. */
function halfPairs({ id, signal_nets, clock_signal }: SiRow, index: number, pairs: Pair[]): Warning[] {
  const named = new Set([...signal_nets, ...clock_signal])
  const halves = pairs
    .filter(({ positive, negative }) => named.has(positive) !== named.has(negative))
    .map(({ positive, negative }) =>
      named.has(positive) ? { given: positive, missing: negative } : { given: negative, missing: positive },
    )
  const [first] = halves
  if (!first) return []
  const title = rowName('si', index + 1)
  const texts =
    halves.length === 1
      ? {
          text: `${title} contains ${first.given} without ${first.missing}, the other half of its pair.`,
          advice: 'Add the other net, unless only one of them is routed.',
        }
      : {
          text: `${title} contains only one net of each of ${halves.length} pairs. Missing: ${listed(halves.map(({ missing }) => missing))}.`,
          advice: 'Add the missing nets that are routed.',
        }
  const field = clock_signal.includes(first.given) ? 'clock_signal' : 'signal_nets'
  return [{ id: `half-si-${id}`, ...texts, place: { step: 2, rowId: id, field } }]
}

/**
 * Warns about nets of the layout that belong to no pair, in a row for one of the built-in interfaces, whose lanes are
 * all pairs. The nets of the interfaces found on the board have a warning of their own.
 */
function singleNets(rows: SiRow[], nets: LayoutNets, found: FileFacts['proposals']['interfaces']): Warning[] {
  if (nets.pairs.length === 0) return []
  const known = new Set([
    ...nets.pairs.flatMap(({ positive, negative }) => [positive, negative]),
    ...found.flatMap(({ signals, clock }) => [...signals, ...clock]),
  ])
  return rows.flatMap(({ id, interface: ordered, signal_nets }, index) => {
    if (!interfaces.some(({ name }) => name === ordered)) return []
    const missing = new Set(missingNets(signal_nets, nets))
    const single = signal_nets.filter((net) => !known.has(net) && !missing.has(net))
    const [first] = single
    if (first === undefined) return []
    return [
      {
        id: `single-si-${id}`,
        text: `${rowName('si', index + 1)} is for ${ordered}, whose lanes are pairs, but ${listed(single)} ${single.length === 1 ? 'belongs' : 'belong'} to no pair.`,
        advice: `Remove ${single.length === 1 ? 'this net, unless it is' : 'these nets, unless they are'} part of the interface.`,
        place: { step: 2 as const, rowId: id, field: 'signal_nets' as const },
      },
    ]
  })
}

/**
 * Warns about a row whose signals belong to an interface on the board that is of a different kind from the ordered one.
 */
function foreignSignals(
  { id, interface: ordered, signal_nets }: SiRow,
  index: number,
  found: FileFacts['proposals']['interfaces'],
): Warning[] {
  const simulated = interfaces.find(({ name }) => name === ordered)?.found
  if (simulated === undefined) return []
  const other = found.find(
    ({ kind, signals }) => kind !== simulated && signals.some((net) => signal_nets.includes(net)),
  )
  if (!other) return []
  const net = signal_nets.find((one) => other.signals.includes(one))
  return [
    {
      id: `kind-si-${id}`,
      text: `${rowName('si', index + 1)} is for ${ordered}, but ${net} seems to belong to ${other.kind}.`,
      advice: 'Check the interface of the row. If the right one is not in the list, ask for a quote.',
      place: { step: 2, rowId: id, field: 'signal_nets' },
    },
  ]
}

/**
 * Warns about a clock that does not belong to the row's interface although that interface has a clock on the board.
 * Nets that are not in the layout have a warning of their own.
 */
function foreignClock(
  { id, signal_nets, clock_signal }: SiRow,
  index: number,
  { nets, proposals: { interfaces } }: Pick<FileFacts, 'nets' | 'proposals'>,
): Warning[] {
  const own = interfaces.filter(({ signals }) => signals.some((net) => signal_nets.includes(net)))
  const [first] = own.filter(({ clock }) => clock.length > 0)
  if (!first) return []
  const otherOf = (net: string) => interfaces.find((one) => one.clock.includes(net))
  const isInLayout = (net: string) => nets.nets.length > 0 && net !== 'N/A' && missingNets([net], nets).length === 0
  const isOwn = (net: string) => own.some(({ clock }) => clock.includes(net))
  const wrong = clock_signal.find((net) => !isOwn(net) && (otherOf(net) || isInLayout(net)))
  if (wrong === undefined) return []
  const missing = own.flatMap(({ clock }) => clock).find((net) => !clock_signal.includes(net))
  const instead = missing === undefined ? 'Remove it' : `Choose ${missing} instead`
  const other = otherOf(wrong)
  const what = `is ${other ? '' : 'not '}the clock of ${(other ?? first).name}`
  return [
    {
      id: `clock-si-${id}`,
      text: `${rowName('si', index + 1)} has signals of ${first.name}, but ${wrong} ${what}.`,
      advice: other
        ? `${instead}, unless both interfaces share one clock.`
        : `${instead}, unless ${first.name} is also clocked by ${wrong}.`,
      place: { step: 2, rowId: id, field: 'clock_signal' },
    },
  ]
}

function groundAsPower({ id, power_net }: PiRow, index: number, ground: string[]): Warning[] {
  if (!ground.includes(power_net)) return []
  return [
    {
      id: `ground-pi-${id}`,
      text: `${rowName('pi', index + 1)} has the power net ${power_net}, which looks like a ground.`,
      advice: 'Choose the supply to simulate.',
      place: { step: 3, rowId: id, field: 'power_net' },
    },
  ]
}

/**
 * Warns about a signal in two rows, because it would be paid for twice. A row that repeats another has its own warning.
 */
function sharedSignals(rows: SiRow[]): Warning[] {
  const rowOf = new Map<string, number>()
  return rows.flatMap((row, index) => {
    const shared = row.signal_nets.find((net) => rowOf.has(net))
    for (const net of row.signal_nets) if (!rowOf.has(net)) rowOf.set(net, index)
    const before = shared === undefined ? undefined : rowOf.get(shared)
    const isCopy = rows.slice(0, index).some((one) => isRepeat(row, one))
    if (shared === undefined || before === undefined || isCopy) return []
    return [
      {
        id: `shared-si-${row.id}`,
        text: `${rowName('si', index + 1)} contains ${shared}, which is also in row ${before + 1}.`,
        advice: 'Remove it from one of the rows, unless both need it.',
        place: { step: 2 as const, rowId: row.id, field: 'signal_nets' as const },
      },
    ]
  })
}

/** Warns about a supply that two rows simulate in the same way. A row that repeats another has its own warning. */
function sharedSupplies(rows: PiRow[]): Warning[] {
  return rows.flatMap((row, index) => {
    const { id, type, power_net } = row
    const before = rows.findIndex((one) => one.type === type && one.power_net === power_net)
    const isCopy = rows.slice(0, index).some((one) => isRepeat(row, one))
    if (before === index || isCopy || power_net.trim() === '') return []
    return [
      {
        id: `shared-pi-${id}`,
        text: `${rowName('pi', index + 1)} simulates the same supply as row ${before + 1} (${power_net}).`,
        advice: 'Remove one of the rows, unless you need both.',
        place: { step: 3 as const, rowId: id, field: 'power_net' as const },
      },
    ]
  })
}
