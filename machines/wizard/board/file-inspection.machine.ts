import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor, placeholderCallback } from '../../lib/placeholder-actor'
import type { ProjectFile } from '../../files/file-order'
import { isBoardFormat } from '../../previews/content-kinds'
import { kindOf } from '../../previews/preview-kinds'
import { type FoundOnBoard, nothingFound } from './found-on-board'
import { type LayoutNets, noNets } from '../rows/net-rules'

/** The files selected for a request. */
export type ChosenFiles = { layout: ProjectFile; stackup: ProjectFile | null; material: ProjectFile | null }

/** The facts found in the content of the selected files. */
export type FileFacts = {
  /** The usual name of the layout's format, such as "KiCad board". */
  format: string
  /** A sentence that explains why net names cannot be read from this format; null if they can. */
  unreadable: string | null
  nets: LayoutNets
  /** The interfaces and supply rails to which the nets probably belong. */
  proposals: FoundOnBoard
  /** This fact and the three below are null if the layout's format does not specify them. */
  hasOutline: boolean | null
  hasCopper: boolean | null
  hasStackup: boolean | null
  copperLayers: number | null
  /**
   * The number of copper layers in the stackup file; null if no such file is selected, or if it is large or contains no
   * stackup.
   */
  stackupLayers: number | null
  /** The detected kind of each selected file, and the usual name of its format. */
  found: { choice: keyof ChosenFiles; name: string; kind: string; format: string }[]
}

const keyOf = (files: ChosenFiles | null) =>
  files && [files.layout, files.stackup, files.material].map((file) => file?.sha256 ?? '').join()

/**
 * Reads the files of a request in the background while the user edits it, for the suggested net names and the
 * pre-flight check. Selecting other files cancels the current inspection and starts a new one. The wizard never
 * waits for the result.
 */
export const fileInspectionMachine = setup({
  types: {
    context: {} as { files: ChosenFiles | null; facts: FileFacts | null; failure: string | null },
    events: {} as { type: 'files.chosen'; files: ChosenFiles | null } | { type: 'inspection.retry' },
  },
  actors: {
    /** Reports the files that are selected for the request. */
    followRequest: placeholderCallback('followRequest'),
    inspect: placeholderActor<FileFacts, { files: ChosenFiles | null }>('inspect'),
  },
  guards: {
    areSame: ({ context }, files: ChosenFiles | null) => keyOf(files) === keyOf(context.files),
    areNone: (_, files: ChosenFiles | null) => files === null,
  },
}).createMachine({
  id: 'fileInspection',
  context: { files: null, facts: null, failure: null },
  invoke: { src: 'followRequest' },
  initial: 'idle',
  on: {
    'files.chosen': [
      { guard: { type: 'areSame', params: ({ event }) => event.files } },
      {
        guard: { type: 'areNone', params: ({ event }) => event.files },
        target: '.idle',
        actions: assign({ files: null, facts: null, failure: null }),
      },
      {
        target: '.reading',
        reenter: true,
        actions: assign({ files: ({ event }) => event.files, facts: null, failure: null }),
      },
    ],
  },
  states: {
    idle: {},
    reading: {
      invoke: {
        src: 'inspect',
        input: ({ context }) => ({ files: context.files }),
        onDone: { target: 'known', actions: assign({ facts: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The layout file could not be read.') }),
        },
      },
    },
    known: {},
    failed: {
      on: { 'inspection.retry': { target: 'reading', actions: assign({ failure: null }) } },
    },
  },
})

export type FileInspectionActor = ActorRefFrom<typeof fileInspectionMachine>
type Snapshot = SnapshotFrom<typeof fileInspectionMachine>

export const factsOf = ({ context }: Snapshot) => context.facts
export const netsOf = ({ context }: Snapshot) => context.facts?.nets ?? noNets
/** Returns the same object until other files are read. */
export const proposalsOf = ({ context }: Snapshot) => context.facts?.proposals ?? nothingFound
/**
 * Whether the layout is a board that can be drawn: by its content, or by its name as long as its format is not known.
 */
export const isLayoutDrawn = ({ context: { files, facts } }: Snapshot) =>
  files !== null && (facts?.format ? isBoardFormat(facts.format) : kindOf(files.layout) === 'board')
export const isReading = (snapshot: Snapshot) => snapshot.matches('reading')
export const readingFailureOf = ({ context }: Snapshot) => context.failure
