import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

/** The input of a reader, which calls `report` with the fraction that it has read so far. */
export type Reading = { report: (fraction: number) => void }

/**
 * The view of a file that is read once and has parts to choose from: the sheets of a workbook, or the boards of a
 * fabrication set and their layers. Choosing a part resets the choices within it. The URL can contain choices.
 */
export const contentViewMachine = setup({
  types: {
    input: {} as { chosen: number[] },
    context: {} as {
      /** The content that the reader returned, whose type depends on the preview. Null until it has been read. */
      content: unknown
      unreadable: string | null
      /** The fraction that has been read. */
      progress: number
      /** The chosen part of each level. Levels without a choice show their first part. */
      chosen: number[]
    },
    events: {} as
      | { type: 'reading.advanced'; fraction: number }
      | { type: 'part.chosen'; level: number; index: number },
    tags: {} as 'busy',
  },
  actors: { readContent: placeholderActor<unknown, Reading>('readContent') },
}).createMachine({
  id: 'contentView',
  context: ({ input }) => ({ content: null, unreadable: null, progress: 0, chosen: input.chosen }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        src: 'readContent',
        input: ({ self }) => ({ report: (fraction) => self.send({ type: 'reading.advanced', fraction }) }),
        onDone: { target: 'shown', actions: assign({ content: ({ event }) => event.output }) },
        onError: {
          target: 'unreadable',
          actions: assign({ unreadable: ({ event }) => messageOf(event.error, 'The file could not be read.') }),
        },
      },
      on: { 'reading.advanced': { actions: assign({ progress: ({ event }) => event.fraction }) } },
    },
    shown: {
      on: {
        'part.chosen': {
          actions: assign({
            chosen: ({ context, event }) => [
              ...Array.from({ length: event.level }, (_, level) => context.chosen[level] ?? 0),
              event.index,
            ],
          }),
        },
      },
    },
    unreadable: {},
  },
})

type Snapshot = SnapshotFrom<typeof contentViewMachine>

export const contentOf = ({ context }: Snapshot) => context.content
export const unreadableOf = ({ context }: Snapshot) => context.unreadable
export const progressOf = ({ context }: Snapshot) => context.progress
export const chosenOf = ({ context }: Snapshot) => context.chosen
