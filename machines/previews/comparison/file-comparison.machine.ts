import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import type { BoardFacts } from '../board/board-view.machine'
import type { Box } from '../board/board-viewport'
import type { AddressedComparison } from './comparison-address'
import type { StackupLayer } from '../stackup/stackup-section'

/** The kinds of differences, in the order in which they are listed. */
export const entryGroups = [
  'Nets added',
  'Nets removed',
  'Nets renamed',
  'Nets changed',
  'Zones filled differently',
  'Footprints added',
  'Footprints removed',
  'Footprints moved',
  'Footprints changed',
  'Outline',
] as const

/** A difference between two boards, and where it is. */
export type ComparisonEntry = {
  id: string
  group: (typeof entryGroups)[number]
  name: string
  detail: string
  /** The rectangle around what differs, in mm; null for a net without copper and pins. */
  box: Box | null
  /** The names of the nets to highlight, on either board. */
  nets: string[]
}

/**
 * A difference between two stackups: a layer with other properties or in a different position, or a layer that only one
 * of them has.
 */
export type LayerDifference = {
  before: StackupLayer | null
  after: StackupLayer | null
  changed: (keyof StackupLayer)[]
  isReordered: boolean
}

/** A paid request that was made with the earlier board, and the rows in it whose nets differ. */
export type TouchedRequest = { id: string; created: string; rows: { name: string; nets: string[] }[] }

export type FileDifferences = {
  /**
   * The facts of the later board, plus the nets and layers that only the earlier board has. Null if the files are not
   * boards.
   */
  facts: BoardFacts | null
  entries: ComparisonEntry[]
  layers: LayerDifference[]
  /** The thickness of the board in mm, if it differs. */
  thickness: { before: number | null; after: number | null } | null
  /**
   * The paid requests that were made with the earlier board and contain rows whose nets differ; null if they could not
   * be loaded.
   */
  touched: TouchedRequest[] | null
}

/**
 * The comparison of two files. They are loaded and compared once. The user can then select a difference, which is
 * brought into view, search the list, and blend the pictures of both boards.
 */
export const fileComparisonMachine = setup({
  types: {
    input: {} as AddressedComparison,
    context: {} as {
      differences: FileDifferences | null
      failure: string | null
      entryId: string | null
      query: string
      /** The opacity of the later board in the picture, from 0 to 100. */
      share: number
    },
    events: {} as
      | { type: 'comparison.retry' }
      | { type: 'entry.chosen'; id: string }
      | { type: 'query.changed'; query: string }
      | { type: 'share.changed'; share: number },
    emitted: {} as { type: 'entry.shown'; box: Box | null; nets: string[] },
    tags: {} as 'busy',
  },
  actors: { compareFiles: placeholderActor<FileDifferences>('compareFiles') },
}).createMachine({
  id: 'fileComparison',
  context: ({ input: { entryId, share } }) => ({ differences: null, failure: null, entryId, query: '', share }),
  initial: 'comparing',
  states: {
    comparing: {
      tags: 'busy',
      invoke: {
        src: 'compareFiles',
        onDone: {
          target: 'compared',
          actions: assign(({ context: { entryId }, event: { output } }) => ({
            differences: output,
            // The URL can refer to a difference that no longer exists.
            entryId: output.entries.some(({ id }) => id === entryId) ? entryId : null,
          })),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The files could not be compared.') }),
        },
      },
    },
    compared: {
      on: {
        'entry.chosen': {
          actions: [
            assign({ entryId: ({ event }) => event.id }),
            emit(({ context, event }) => {
              const { box = null, nets = [] } = context.differences?.entries.find(({ id }) => id === event.id) ?? {}
              return { type: 'entry.shown' as const, box, nets }
            }),
          ],
        },
        'query.changed': { actions: assign({ query: ({ event }) => event.query }) },
        'share.changed': { actions: assign({ share: ({ event }) => event.share }) },
      },
    },
    failed: { on: { 'comparison.retry': { target: 'comparing', actions: assign({ failure: null }) } } },
  },
})

export type FileComparisonActor = ActorRefFrom<typeof fileComparisonMachine>
type Snapshot = SnapshotFrom<typeof fileComparisonMachine>

export const differencesOf = ({ context }: Snapshot) => context.differences
export const comparisonFailureOf = ({ context }: Snapshot) => context.failure
export const entryIdOf = ({ context }: Snapshot) => context.entryId
export const queryOf = ({ context }: Snapshot) => context.query
export const shareOf = ({ context }: Snapshot) => context.share

/** The maximum number of entries listed for each kind. */
export const maxListed = 50

export type ListedGroup = { group: ComparisonEntry['group']; entries: ComparisonEntry[]; count: number }

/** For each kind, the first differences whose name contains the query, and how many such differences there are. */
export function groupsOf({ entries }: FileDifferences, query: string): ListedGroup[] {
  const wanted = query.trim().toLowerCase()
  return entryGroups.flatMap((group) => {
    const found = entries.filter((entry) => entry.group === group && entry.name.toLowerCase().includes(wanted))
    return found.length > 0 ? [{ group, entries: found.slice(0, maxListed), count: found.length }] : []
  })
}
