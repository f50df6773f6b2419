import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderCallback } from '../lib/placeholder-actor'
import type { ProjectFile } from '../files/file-order'

/** What can be downloaded: a file, or the inputs of a project. */
export type Download =
  | { what: 'file'; fileId: string; name: string; size: number }
  | { what: 'zip' | 'csv'; projectId: string; name: string; size: null }

/** A download in the list. Sizes are in bytes; the size of an export is not known until it has finished. */
export type DownloadItem = Download & {
  id: number
  received: number
  status: 'waiting' | 'receiving' | 'done' | 'failed' | 'cancelled'
  failure: string | null
}

/**
 * Downloads and exports, one at a time, because browsers ask for permission when a page downloads several files at
 * once. A failed or canceled download stays in the list and can be retried.
 */
export const downloadMachine = setup({
  types: {
    context: {} as { items: DownloadItem[]; current: number | null; lastId: number; notice: string | null },
    events: {} as
      | { type: 'download.requested'; files: (ProjectFile | null | undefined)[] }
      | { type: 'export.requested'; what: 'zip' | 'csv'; projectId: string; name: string }
      | { type: 'download.progressed'; id: number; received: number }
      /** The name for saving the file, as sent by the server. */
      | { type: 'download.named'; id: number; name: string }
      | { type: 'download.finished'; id: number }
      | { type: 'download.failed'; id: number; error: unknown }
      | { type: 'download.cancelled'; id: number }
      | { type: 'download.retried'; id: number }
      | { type: 'list.cleared' },
  },
  actors: {
    /**
     * Receives a download and passes it to the browser. Sends download.progressed, then finished or failed. Aborts when
     * stopped.
     */
    receive: placeholderCallback<{ item: DownloadItem | null }>('receive'),
  },
  actions: {
    add: assign(({ context }, downloads: Download[]) => ({
      items: [
        ...context.items,
        ...downloads.map((download, index) => ({
          ...download,
          id: context.lastId + index + 1,
          received: 0,
          status: 'waiting' as const,
          failure: null,
        })),
      ],
      lastId: context.lastId + downloads.length,
    })),
    takeNext: assign(({ context }) => {
      const next = context.items.find(({ status }) => status === 'waiting')
      return {
        current: next?.id ?? null,
        items: context.items.map((item) => (item === next ? { ...item, status: 'receiving' as const } : item)),
      }
    }),
    settle: assign({
      items: (
        { context },
        change: { id: number } & Partial<Pick<DownloadItem, 'name' | 'received' | 'status' | 'failure'>>,
      ) => context.items.map((item) => (item.id === change.id ? { ...item, ...change } : item)),
    }),
  },
  guards: {
    hasWaiting: ({ context }) => context.items.some(({ status }) => status === 'waiting'),
    isCurrent: ({ context }, id: number) => context.current === id,
    isWaiting: ({ context }, id: number) => context.items.some((item) => item.id === id && item.status === 'waiting'),
    isOver: ({ context }, id: number) =>
      context.items.some((item) => item.id === id && (item.status === 'failed' || item.status === 'cancelled')),
  },
}).createMachine({
  id: 'download',
  context: { items: [], current: null, lastId: 0, notice: null },
  initial: 'resting',
  on: {
    'download.requested': {
      actions: [
        assign({ notice: ({ event }) => event.files.map(faultOf).find((fault) => fault !== null) ?? null }),
        {
          type: 'add',
          params: ({ event }) =>
            event.files.flatMap((file) =>
              file && faultOf(file) === null
                ? [{ what: 'file' as const, fileId: file.id, name: file.name, size: file.size }]
                : [],
            ),
        },
      ],
    },
    'export.requested': {
      actions: [
        assign({ notice: null }),
        {
          type: 'add',
          params: ({ event: { what, projectId, name } }) => [{ what, projectId, name, size: null }],
        },
      ],
    },
    'download.retried': {
      guard: { type: 'isOver', params: ({ event }) => event.id },
      actions: {
        type: 'settle',
        params: ({ event }) => ({ id: event.id, status: 'waiting', received: 0, failure: null }),
      },
    },
    'list.cleared': {
      actions: assign({
        notice: null,
        items: ({ context }) => context.items.filter(({ status }) => status === 'waiting' || status === 'receiving'),
      }),
    },
  },
  states: {
    resting: {
      always: { guard: 'hasWaiting', target: 'receiving', actions: 'takeNext' },
    },
    receiving: {
      invoke: {
        src: 'receive',
        input: ({ context }) => ({ item: context.items.find(({ id }) => id === context.current) ?? null }),
      },
      on: {
        'download.progressed': {
          actions: { type: 'settle', params: ({ event }) => ({ id: event.id, received: event.received }) },
        },
        'download.named': {
          actions: { type: 'settle', params: ({ event }) => ({ id: event.id, name: event.name }) },
        },
        'download.finished': {
          guard: { type: 'isCurrent', params: ({ event }) => event.id },
          target: 'resting',
          actions: { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'done' }) },
        },
        'download.failed': {
          guard: { type: 'isCurrent', params: ({ event }) => event.id },
          target: 'resting',
          actions: {
            type: 'settle',
            params: ({ event }) => ({ id: event.id, status: 'failed', failure: downloadFailure(event.error) }),
          },
        },
        'download.cancelled': [
          {
            guard: { type: 'isCurrent', params: ({ event }) => event.id },
            target: 'resting',
            actions: { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'cancelled', received: 0 }) },
          },
          {
            guard: { type: 'isWaiting', params: ({ event }) => event.id },
            actions: { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'cancelled' }) },
          },
        ],
      },
    },
  },
})

/** The message about a file that cannot be requested, or null. */
function faultOf(file: ProjectFile | null | undefined): string | null {
  if (!file || typeof file.name !== 'string') return 'Download failed: Invalid file'
  return file.id ? null : 'Download failed: File ID is missing'
}

/** Includes the HTTP status if there was a response. */
function downloadFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 0
  if (status === 0) return `Download failed: ${message || 'the connection was lost'}`
  return `Download failed: HTTP ${status}${message && `. ${message}`}`
}

export type DownloadActor = ActorRefFrom<typeof downloadMachine>
type Snapshot = SnapshotFrom<typeof downloadMachine>

export const downloadsOf = (snapshot: Snapshot) => snapshot.context.items
export const downloadNoticeOf = (snapshot: Snapshot) => snapshot.context.notice
