import { type ActorRefFrom, and, assign, not, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { ProjectFile } from '../files/file-order'
import { deliveryOf, fallbackOf, kindOf, type PreviewKind, tooLarge, unshownFormat } from './preview-kinds'

/** What a preview is made of: all bytes, a way to read some of them, or an address that the browser streams from. */
export type PreviewContent =
  | { as: 'whole'; bytes: Blob }
  | { as: 'parts'; size: number; read: (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array> }
  | { as: 'stream'; url: string }

export type PreviewRequest = { file: ProjectFile; kind: PreviewKind }

/**
 * The preview of one file among those of its list, and the way to the next and the previous one. What has no id or no
 * content is not available, an unknown kind is not supported; what is no good example of its format is shown as text, with
 * the reason. Whatever goes wrong, the file can be downloaded instead.
 */
export const filePreviewMachine = setup({
  types: {
    input: {} as { files: ProjectFile[]; id: string },
    context: {} as {
      files: ProjectFile[]
      index: number
      content: PreviewContent | null
      failure: string | null
      /** In the place of the kind that the name says. */
      fallback: PreviewKind | null
      /** Why that is so. */
      remark: string | null
    },
    events: {} as
      | { type: 'file.next' }
      | { type: 'file.previous' }
      | { type: 'preview.retry' }
      /** The content came, and cannot be shown. */
      | { type: 'preview.broken'; reason: string }
      /** The content came, and is not what its name says. */
      | { type: 'preview.unreadable'; reason: string },
    tags: {} as 'busy',
  },
  actors: {
    loadContent: placeholderActor<PreviewContent, PreviewRequest>('loadContent'),
  },
  actions: {
    go: assign({
      index: ({ context }, steps: number) => context.index + steps,
      content: null,
      failure: null,
      fallback: null,
      remark: null,
    }),
    fallBack: assign({
      fallback: ({ context }) => fallbackInstead(context),
      content: ({ context }) => inParts(context),
      remark: ({ context }, reason: string) =>
        `Shown as ${fallbackInstead(context) === 'table' ? 'a table' : 'text'}: ${reason}`,
    }),
    fail: assign({ failure: (_, reason: string) => `Failed to load preview: ${reason}`, content: null }),
  },
  guards: {
    isAvailable: ({ context }) => isAvailable(current(context)),
    isSupported: ({ context }) => kindOf(current(context) ?? nameless) !== null,
    isTooLarge: ({ context }) => refusalOf(context) !== null,
    hasFallback: ({ context }) => fallbackInstead(context) !== null,
    hasNext: ({ context }) => context.index + 1 < context.files.length,
    hasPrevious: ({ context }) => context.index > 0,
  },
}).createMachine({
  id: 'filePreview',
  context: ({ input: { files, id } }) => ({
    files,
    index: files.findIndex((file) => file.id === id),
    content: null,
    failure: null,
    fallback: null,
    remark: null,
  }),
  initial: 'opening',
  on: {
    'file.next': { guard: 'hasNext', target: '.opening', actions: { type: 'go', params: 1 } },
    'file.previous': { guard: 'hasPrevious', target: '.opening', actions: { type: 'go', params: -1 } },
  },
  states: {
    opening: {
      always: [
        { guard: not('isAvailable'), target: 'unavailable' },
        {
          guard: and(['isTooLarge', 'hasFallback']),
          target: 'loading',
          actions: { type: 'fallBack', params: ({ context }) => refusalOf(context) ?? '' },
        },
        { guard: 'isSupported', target: 'loading' },
        { target: 'unsupported' },
      ],
    },
    unavailable: {},
    unsupported: {},
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadContent',
        input: ({ context }) => requestOf(context),
        onDone: { target: 'shown', actions: assign({ content: ({ event }) => event.output }) },
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
      on: { 'preview.retry': { target: 'opening', actions: { type: 'go', params: 0 } } },
    },
  },
})

const nameless = { name: '' }
const current = ({ files, index }: { files: ProjectFile[]; index: number }) => files[index]
const isAvailable = (file: ProjectFile | undefined) => file !== undefined && Boolean(file.id) && file.size > 0

type Place = { files: ProjectFile[]; index: number; fallback: PreviewKind | null }

/** Only what its name says falls back, and only once. */
function fallbackInstead(context: Place) {
  const file = current(context)
  const kind = file && !context.fallback ? kindOf(file) : null
  return file && kind ? fallbackOf(kind, file.name) : null
}

/** A long text is read in parts, also where all of it is there. */
function inParts(context: Place & { content: PreviewContent | null }): PreviewContent | null {
  const { content } = context
  const kind = fallbackInstead(context)
  if (content?.as !== 'whole' || !kind || deliveryOf(kind, content.bytes.size) !== 'parts') return content
  const { bytes } = content
  const read = async (from: number, to: number) => new Uint8Array(await bytes.slice(from, to).arrayBuffer())
  return { as: 'parts', size: bytes.size, read }
}

function refusalOf(context: Place) {
  const file = current(context)
  const kind = file && kindOf(file)
  return file && kind ? tooLarge(kind, file.size) : null
}

function requestOf(context: Place): PreviewRequest {
  const file = current(context)
  const kind = file && (context.fallback ?? kindOf(file))
  if (!file || !kind) throw new Error('A preview was loaded that cannot be shown.')
  return { file, kind }
}

export type FilePreviewActor = ActorRefFrom<typeof filePreviewMachine>
type Snapshot = SnapshotFrom<typeof filePreviewMachine>

export const fileOf = ({ context }: Snapshot) => current(context)
export const placeOf = ({ context }: Snapshot) => ({ index: context.index, count: context.files.length })
export const contentOf = (snapshot: Snapshot) => snapshot.context.content
export const previewFailureOf = (snapshot: Snapshot) => snapshot.context.failure
export const isUnavailable = (snapshot: Snapshot) => snapshot.matches('unavailable')
/** Whether the file is there, and has nothing in it. */
export const isEmpty = ({ context }: Snapshot) => Boolean(current(context)?.id) && current(context)?.size === 0
export const isUnsupported = (snapshot: Snapshot) => snapshot.matches('unsupported')
export const previewedKind = ({ context }: Snapshot) => context.fallback ?? kindOf(current(context) ?? nameless)
/** Why the file is shown as something else than its name says. */
export const remarkOf = ({ context }: Snapshot) => context.remark
export const unshownFormatOf = ({ context }: Snapshot) => unshownFormat((current(context) ?? nameless).name)
