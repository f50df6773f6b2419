import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, setup } from 'xstate'

import { folderOf, type ProjectFile } from '../../files/file-order'
import { placeholderActor, placeholderCallback } from '../../lib/placeholder-actor'

/** The actor that lists a project's files. */
type FilesBeside = Pick<
  ActorRef<Snapshot<unknown> & { context: { files: ProjectFile[] } }, never>,
  'getSnapshot' | 'subscribe'
>

export type FollowLayouts = { projectId: string; files: FilesBeside }

/** Whether a request can be made for a file. */
export const isLayout = (file: ProjectFile) => folderOf(file) === 'inputs' && file.fileType.toLowerCase() === 'layout'

/**
 * The most recently uploaded layout, with the number of nets read from it. A notice about it tells the user that a
 * request can be made. Layouts are read one at a time; of those that arrive in the meantime, only the newest is read.
 * If the nets of a layout cannot be read, there is no notice: the preview explains why. If the layout is deleted or
 * replaced, the notice disappears.
 *
 * After the nets are read, the picture of the board for the project's card is drawn and stored. The notice does not
 * wait for the picture; without one, the card shows a symbol.
 */
export const layoutArrivalMachine = setup({
  types: {
    input: {} as FollowLayouts,
    context: {} as FollowLayouts & {
      /** The layout that is being read, or whose picture is being drawn. */
      reading: ProjectFile | null
      /** The layout to read next. */
      next: ProjectFile | null
      recognized: { layout: ProjectFile; nets: number } | null
    },
    events: {} as
      | { type: 'layout.arrived'; layout: ProjectFile }
      /** The project's files have changed. */
      | { type: 'files.listed'; ids: readonly string[] }
      | { type: 'notice.dismissed' },
  },
  actors: {
    /** Reports layouts uploaded to the project and changes to its file list. */
    followLayouts: placeholderCallback<FollowLayouts>('followLayouts'),
    countNets: placeholderActor<number, { layout: ProjectFile | null }>('countNets'),
    /** Draws and stores the thumbnail. Returns the id of the layout file. */
    storeThumbnail: placeholderActor<string, { layout: ProjectFile | null }>('storeThumbnail'),
  },
  actions: {
    tellDrawn: (_, _fileId: string) => {},
    forgetMissing: assign(({ context: { next, recognized } }, ids: readonly string[]) => ({
      next: next && ids.includes(next.id) ? next : null,
      recognized: recognized && ids.includes(recognized.layout.id) ? recognized : null,
    })),
  },
  guards: {
    hasNext: ({ context }) => context.next !== null,
    isReadingMissing: ({ context: { reading } }, ids: readonly string[]) =>
      reading !== null && !ids.includes(reading.id),
    hasNets: (_, nets: number) => nets > 0,
  },
}).createMachine({
  id: 'layoutArrival',
  context: ({ input }) => ({ ...input, reading: null, next: null, recognized: null }),
  invoke: {
    src: 'followLayouts',
    input: ({ context: { projectId, files } }) => ({ projectId, files }),
  },
  on: {
    'layout.arrived': { actions: assign({ next: ({ event }) => event.layout }) },
    'files.listed': { actions: { type: 'forgetMissing', params: ({ event }) => event.ids } },
    'notice.dismissed': { actions: assign({ recognized: null }) },
  },
  initial: 'resting',
  states: {
    resting: {
      entry: assign({ reading: null }),
      always: { guard: 'hasNext', target: 'reading' },
    },
    reading: {
      entry: assign({ reading: ({ context }) => context.next, next: null }),
      on: {
        'files.listed': [
          {
            guard: { type: 'isReadingMissing', params: ({ event }) => event.ids },
            target: 'resting',
            actions: { type: 'forgetMissing', params: ({ event }) => event.ids },
          },
          { actions: { type: 'forgetMissing', params: ({ event }) => event.ids } },
        ],
      },
      invoke: {
        src: 'countNets',
        input: ({ context }) => ({ layout: context.reading }),
        onDone: [
          {
            guard: { type: 'hasNets', params: ({ event }) => event.output },
            target: 'drawing',
            actions: assign({
              recognized: ({ context: { reading }, event }) => reading && { layout: reading, nets: event.output },
            }),
          },
          { target: 'resting' },
        ],
        onError: 'resting',
      },
    },
    drawing: {
      on: {
        'files.listed': [
          {
            guard: { type: 'isReadingMissing', params: ({ event }) => event.ids },
            target: 'resting',
            actions: { type: 'forgetMissing', params: ({ event }) => event.ids },
          },
          { actions: { type: 'forgetMissing', params: ({ event }) => event.ids } },
        ],
      },
      invoke: {
        src: 'storeThumbnail',
        input: ({ context }) => ({ layout: context.reading }),
        onDone: { target: 'resting', actions: { type: 'tellDrawn', params: ({ event }) => event.output } },
        onError: 'resting',
      },
    },
  },
})

export type LayoutArrivalActor = ActorRefFrom<typeof layoutArrivalMachine>
type Arrived = SnapshotFrom<typeof layoutArrivalMachine>

export const recognizedLayoutOf = ({ context }: Arrived) => context.recognized
