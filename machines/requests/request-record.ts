import type { ProjectFile } from '../files/file-order'
import type { SimulationRequest } from './payment-return.machine'
import {
  emptyDraft,
  filesAgain,
  type PinnedFiles,
  pinnedFiles,
  type RequestDraft,
} from '../wizard/drafts/request-draft'
import { notOffered, type PriceTable } from '../wizard/rows/interfaces'
import {
  changePiRow,
  changeSiRow,
  emptyPiRow,
  emptySiRow,
  rowName,
  shownPrices,
  totalOf,
} from '../wizard/request-rules'

/** A simulation request that has been sent: its progress, and how it is repeated as a new request. Pure functions. */

type Status = SimulationRequest['status']

export type Moment = { status: Status; at: string | null; isReached: boolean; isCurrent: boolean }

/**
 * The statuses of a request in order, up to delivery. A canceled request shows the statuses that it reached, and the
 * cancellation.
 */
export function timelineOf(request: SimulationRequest): Moment[] {
  const { status, created, paid, started, delivered, cancelled } = request
  const times = { draft: created, 'awaiting payment': null, paid, 'in progress': started, delivered, cancelled }
  const course = ['draft', 'awaiting payment', 'paid', 'in progress', 'delivered'] as const satisfies Status[]
  const moment = (one: Status, isReached: boolean): Moment => ({
    status: one,
    at: times[one],
    isReached,
    isCurrent: one === status,
  })
  if (status === 'cancelled') {
    const was = course.filter((one) => one === 'awaiting payment' || times[one] !== null)
    return [...was.map((one) => moment(one, true)), moment('cancelled', true)]
  }
  return course.map((one, index) => moment(one, index <= course.indexOf(status)))
}

/** The current files and prices for a new request, and whether the project already has an unsent one. */
export type Offer = { files: ProjectFile[]; prices: PriceTable; isBegun: boolean }

/** A new draft that repeats an old request, with the draft's files and messages about what has changed since. */
export type Repeat = {
  draft: RequestDraft
  files: PinnedFiles
  /** The time at which the old request was ordered. */
  repeats: string
  differences: string[]
  /** The prices on which `total` is based. */
  shown: PriceTable
  oldTotal: number
  total: number
  replacesDraft: boolean
}

/** Creates a new draft with the rows of an old request, current prices and current files. */
export function repeatOf(request: SimulationRequest, { files, prices, isBegun }: Offer): Repeat {
  const { chosen, differences } = filesAgain(request, files)
  const offered = (kind: 'si' | 'pi', name: string, row: number) => {
    if (prices[kind].some((price) => price.name === name)) return name
    differences.push(`${rowName(kind, row)}: ${notOffered(kind, name)}`)
    return ''
  }
  const draft: RequestDraft = {
    // Clears the purchase order number, which belonged to the old order.
    ...emptyDraft,
    ...chosen,
    projectId: request.project_id,
    si: request.si.map(({ unit_price: _, ...row }, index) =>
      changeSiRow(emptySiRow(index), { ...row, interface: offered('si', row.interface, index + 1) }),
    ),
    pi: request.pi.map(({ unit_price: _, ...row }, index) =>
      changePiRow(emptyPiRow(request.si.length + index), { ...row, type: offered('pi', row.type, index + 1) }),
    ),
  }
  return {
    draft,
    differences,
    files: pinnedFiles(draft, files),
    repeats: request.created,
    replacesDraft: isBegun,
    shown: shownPrices(draft, prices),
    oldTotal: request.total,
    total: totalOf(draft, prices),
  }
}

/** Whether the new draft has the same content and price as the old request, and replaces no other draft. */
export const isAsBefore = ({ differences, total, oldTotal, replacesDraft }: Repeat) =>
  differences.length === 0 && total === oldTotal && !replacesDraft
