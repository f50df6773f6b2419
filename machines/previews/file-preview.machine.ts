import { type ActorRefFrom, and, assign, not, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { ProjectFile } from '../files/file-order'
import { formatWithoutPreview, type RecognizedContent } from './content-kinds'
import { deliveryOf, exportAdvice, fallbackOf, kindOf, type PreviewKind, tooLarge } from './preview-kinds'

/** A file in an archive, by its path. */
export type ArchiveEntry = { path: string; size: number }

/**
 * The content of a preview: all bytes, bytes that are read in parts (from the file itself if `bytes` is null), a URL
 * that the browser streams from, the files in an archive, or the files of a set. `kind` is set if the content is of a
 * different kind than the name suggests, and `inner` if it comes from the only file in an archive.
 */
export type PreviewContent = { kind?: PreviewKind; inner?: ProjectFile } & (
  | { as: 'whole'; bytes: Blob }
  | { as: 'entries'; entries: ArchiveEntry[]; total: number }
  | { as: 'files'; files: { name: string; content: Blob }[] }
  | { as: 'parts'; size: number; bytes: Blob | null }
  | { as: 'stream'; url: string }
)

/** A file whose content has no preview. */
export type NoPreview = { as: 'nothing'; recognized: RecognizedContent; inner?: ProjectFile }

/**
 * `kind` is the kind that the file name suggests or, if `isFallback` is set, the one to show regardless of the content.
 */
export type PreviewRequest = {
  file: ProjectFile
  parts: ProjectFile[] | null
  kind: PreviewKind | null
  isFallback: boolean
}

/**
 * Previews one file. A file without an id or content is not available; content of an unknown kind is not supported. A
 * file that cannot be parsed as its format is shown as text or as a table if possible, with the reason. The file can
 * still be downloaded in all of these cases.
 */
export const filePreviewMachine = setup({
  types: {
    /** `parts` are the files of the set that `file` stands for. */
    input: {} as { file: ProjectFile; parts?: ProjectFile[] | null },
    context: {} as {
      file: ProjectFile
      parts: ProjectFile[] | null
      /** The only file in an archive, which is shown instead of the archive. */
      inner: ProjectFile | null
      content: PreviewContent | null
      /** The detected content of a file without a preview. */
      recognized: RecognizedContent | null
      failure: string | null
      /** The kind shown instead of the one that the content or the file name suggests. */
      fallback: PreviewKind | null
      /** The reason for the fallback. */
      remark: string | null
      /**
       * The reason for the failure or the fallback, without the words that introduce it. It is for views that show
       * neither the preview nor the fallback.
       */
      reason: string | null
    },
    events: {} as
      | { type: 'preview.retry' }
      /** The content was loaded but cannot be shown. */
      | { type: 'preview.broken'; reason: string }
      /** The content was loaded but cannot be parsed as the kind that is shown. */
      | { type: 'preview.unreadable'; reason: string },
    tags: {} as 'busy',
  },
  actors: {
    loadContent: placeholderActor<PreviewContent | NoPreview, PreviewRequest>('loadContent'),
  },
  actions: {
    startOver: assign({
      ...{ inner: null, content: null, recognized: null },
      ...{ failure: null, fallback: null, remark: null, reason: null },
    }),
    fallBack: assign({
      fallback: ({ context }) => fallbackInstead(context),
      content: ({ context }) => inParts(context),
      remark: ({ context }, reason: string) =>
        `Shown as ${fallbackInstead(context) === 'text' ? 'text' : 'a table'}: ${reason}`,
      reason: (_, reason: string) => reason,
    }),
    fail: assign({
      failure: (_, reason: string) => `Failed to load preview: ${reason}`,
      reason: (_, reason: string) => reason,
      content: null,
    }),
  },
  guards: {
    isAvailable: ({ context: { file } }) => Boolean(file.id) && file.size > 0,
    isTooLarge: ({ context }) => refusalOf(context) !== null,
    hasFallback: ({ context }) => fallbackInstead(context) !== null,
  },
}).createMachine({
  id: 'filePreview',
  context: ({ input: { file, parts = null } }) => ({
    file,
    parts,
    inner: null,
    content: null,
    recognized: null,
    failure: null,
    fallback: null,
    remark: null,
    reason: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: not('isAvailable'), target: 'unavailable' },
        {
          guard: and(['isTooLarge', 'hasFallback']),
          target: 'loading',
          actions: { type: 'fallBack', params: ({ context }) => refusalOf(context) ?? '' },
        },
        { target: 'loading' },
      ],
    },
    unavailable: {},
    unsupported: {},
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadContent',
        input: ({ context }) => requestOf(context),
        onDone: [
          {
            guard: ({ event }) => event.output.as === 'nothing',
            target: 'unsupported',
            actions: assign({
              inner: ({ event }) => event.output.inner ?? null,
              recognized: ({ event }) => (event.output.as === 'nothing' ? event.output.recognized : null),
            }),
          },
          {
            target: 'shown',
            actions: assign({
              inner: ({ event }) => event.output.inner ?? null,
              content: ({ event }) => (event.output.as === 'nothing' ? null : event.output),
            }),
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => messageOf(event.error, 'the connection was lost') },
        },
      },
    },
    shown: {
      on: {
        'preview.broken': { target: 'failed', actions: { type: 'fail', params: ({ event }) => event.reason } },
        'preview.unreadable': [
          { guard: 'hasFallback', actions: { type: 'fallBack', params: ({ event }) => event.reason } },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => event.reason } },
        ],
      },
    },
    failed: {
      on: { 'preview.retry': { target: 'opening', actions: 'startOver' } },
    },
  },
})

type Position = {
  file: ProjectFile
  inner: ProjectFile | null
  fallback: PreviewKind | null
  content: PreviewContent | null
}

/** The file that is shown: the only one in an archive, or the file itself. */
const shownOf = ({ file, inner }: Pick<Position, 'file' | 'inner'>) => inner ?? file

/**
 * The fallback for the kind that the content or the file name suggests. Null if there is none, or if a fallback is
 * already in use.
 */
function fallbackInstead(context: Position) {
  const { file, fallback, content } = context
  const kind = fallback ? null : (content?.kind ?? kindOf(file))
  return kind ? fallbackOf(kind, shownOf(context).name) : null
}

/** Converts content that is already loaded in full, so that long text is read in parts. */
function inParts(context: Position): PreviewContent | null {
  const { content } = context
  const kind = fallbackInstead(context)
  if (content?.as !== 'whole' || !kind || deliveryOf(kind, content.bytes.size) !== 'parts') return content
  return { as: 'parts', size: content.bytes.size, bytes: content.bytes }
}

function refusalOf({ file }: Position) {
  const kind = kindOf(file)
  return kind ? tooLarge(kind, file.size) : null
}

const requestOf = ({ file, parts, fallback }: Position & { parts: ProjectFile[] | null }): PreviewRequest => ({
  file,
  parts,
  kind: fallback ?? kindOf(file),
  isFallback: fallback !== null,
})

export type FilePreviewActor = ActorRefFrom<typeof filePreviewMachine>
type Snapshot = SnapshotFrom<typeof filePreviewMachine>

export const fileOf = ({ context }: Snapshot) => context.file
export const shownFileOf = ({ context }: Snapshot) => shownOf(context)
export const contentOf = (snapshot: Snapshot) => snapshot.context.content
export const previewFailureOf = (snapshot: Snapshot) => snapshot.context.failure
export const isUnavailable = (snapshot: Snapshot) => snapshot.matches('unavailable')
/** Whether the file exists but is empty. */
export const isEmpty = ({ context: { file } }: Snapshot) => Boolean(file.id) && file.size === 0
export const isUnsupported = (snapshot: Snapshot) => snapshot.matches('unsupported')
export const previewedKind = ({ context }: Snapshot) =>
  context.fallback ?? context.content?.kind ?? kindOf(context.file)
/** The reason why the file is not shown as the kind that its content or name suggests. */
export const remarkOf = ({ context }: Snapshot) => context.remark
/** The reason why the file is not shown, or is shown as another kind. */
export const reasonOf = ({ context }: Snapshot) => context.reason
export const unshownFormatOf = ({ context }: Snapshot) => formatWithoutPreview(shownOf(context), context.recognized)
export const exportAdviceOf = ({ context }: Snapshot) =>
  exportAdvice(shownOf(context).name, context.recognized?.format ?? null)
