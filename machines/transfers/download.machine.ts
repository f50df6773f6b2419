import { type ActorRefFrom, assign, sendTo, type SnapshotFrom, setup } from 'xstate'

import type { ProjectFile } from '../files/file-order'
import { type Download, downloadFileMachine, type DownloadItem, type DownloadReport } from './download-file.machine'

/**
 * A queue that runs downloads and exports one at a time, because browsers ask for permission when a page downloads
 * several files at once. Only the item that is being received has its own machine. A failed or canceled download stays
 * in the list and can be retried.
 */
export const downloadMachine = setup({
  types: {
    context: {} as { items: DownloadItem[]; current: number | null; lastId: number; notice: string | null },
    events: {} as
      | { type: 'download.requested'; files: (ProjectFile | null | undefined)[] }
      | { type: 'export.requested'; what: 'zip' | 'csv'; projectId: string; name: string }
      | DownloadReport
      | { type: 'download.cancelled'; id: number }
      | { type: 'download.retried'; id: number }
      | { type: 'list.cleared' },
  },
  actors: { downloadFile: downloadFileMachine },
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
    change: assign({
      items: ({ context }, change: Pick<DownloadItem, 'id' | 'status'> & Partial<DownloadItem>) =>
        context.items.map((item) => (item.id === change.id ? ({ ...item, ...change } as DownloadItem) : item)),
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
        type: 'change',
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
        id: 'current',
        src: 'downloadFile',
        input: ({ context }) => ({ item: currentOf(context) }),
      },
      on: {
        'download.changed': [
          {
            guard: ({ event }) => event.item.status === 'receiving',
            actions: { type: 'change', params: ({ event }) => event.item },
          },
          { target: 'resting', actions: { type: 'change', params: ({ event }) => event.item } },
        ],
        'download.cancelled': [
          {
            guard: { type: 'isCurrent', params: ({ event }) => event.id },
            actions: sendTo('current', { type: 'download.cancelled' }),
          },
          {
            guard: { type: 'isWaiting', params: ({ event }) => event.id },
            actions: { type: 'change', params: ({ event }) => ({ id: event.id, status: 'cancelled' }) },
          },
        ],
      },
    },
  },
})

function currentOf({ items, current }: { items: DownloadItem[]; current: number | null }): DownloadItem {
  const item = items.find(({ id }) => id === current)
  if (!item) throw new Error('There is nothing to download.')
  return item
}

/** The message about a file that cannot be requested; null if it can be requested. */
function faultOf(file: ProjectFile | null | undefined): string | null {
  if (!file || typeof file.name !== 'string') return 'Download failed: Invalid file'
  return file.id ? null : 'Download failed: File ID is missing'
}

export type DownloadActor = ActorRefFrom<typeof downloadMachine>
type Snapshot = SnapshotFrom<typeof downloadMachine>

export const downloadsOf = (snapshot: Snapshot) => snapshot.context.items
export const downloadNoticeOf = (snapshot: Snapshot) => snapshot.context.notice
