import { type ActorRef, type AnyActorRef, assign, sendTo, setup, type Snapshot } from 'xstate'

import { placeholderCallback } from '../lib/placeholder-actor'

/** The content to download: a file, the inputs of a project as a zip, or the list of these inputs as CSV. */
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

/** The event that a download sends to the queue. */
export type DownloadReport = { type: 'download.changed'; item: DownloadItem }

type FileDownload = { item: DownloadItem }

/**
 * The queue that started this actor. It is not in the context, because a stored snapshot would lose it. `sendParent`
 * would fail in the visualizer, which simulates this machine without a parent.
 */
const queueOf = ({ self }: { self: AnyActorRef }) => self._parent as ActorRef<Snapshot<unknown>, DownloadReport>

/**
 * One download, started by the queue. The states are the statuses in the list of downloads. In a final state, the
 * download returns to the queue, which can start it again.
 */
export const downloadFileMachine = setup({
  types: {
    input: {} as FileDownload,
    context: {} as FileDownload,
    events: {} as
      | { type: 'download.progressed'; received: number }
      /** The name for saving the file, as sent by the server. */
      | { type: 'download.named'; name: string }
      | { type: 'download.finished' }
      | { type: 'download.failed'; error: unknown }
      | { type: 'download.cancelled' },
  },
  actors: {
    /**
     * Receives the download and passes it to the browser. Reports download.progressed and download.named, then
     * download.finished or download.failed. Aborts when stopped.
     */
    receive: placeholderCallback<DownloadItem>('receive'),
  },
  actions: {
    change: assign(({ context }, change: Partial<Pick<DownloadItem, 'name' | 'received' | 'failure'>>) => ({
      item: { ...context.item, ...change },
    })),
    report: sendTo(queueOf, ({ context }, status: DownloadItem['status']) => ({
      type: 'download.changed',
      item: { ...context.item, status },
    })),
  },
}).createMachine({
  id: 'downloadFile',
  context: ({ input }) => input,
  initial: 'receiving',
  states: {
    receiving: {
      invoke: { src: 'receive', input: ({ context }) => context.item },
      on: {
        'download.progressed': {
          actions: [
            { type: 'change', params: ({ event: { received } }) => ({ received }) },
            { type: 'report', params: 'receiving' },
          ],
        },
        'download.named': {
          actions: [
            { type: 'change', params: ({ event: { name } }) => ({ name }) },
            { type: 'report', params: 'receiving' },
          ],
        },
        'download.finished': 'done',
        'download.failed': {
          target: 'failed',
          actions: { type: 'change', params: ({ event }) => ({ failure: failureText(event.error) }) },
        },
        'download.cancelled': { target: 'cancelled', actions: { type: 'change', params: { received: 0 } } },
      },
    },
    done: { type: 'final', entry: { type: 'report', params: 'done' } },
    failed: { type: 'final', entry: { type: 'report', params: 'failed' } },
    cancelled: { type: 'final', entry: { type: 'report', params: 'cancelled' } },
  },
})

/** The message about a failed download, with the HTTP status if there was a response. */
function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 0
  if (status === 0) return `Download failed: ${message || 'the connection was lost'}`
  return `Download failed: HTTP ${status}${message && `. ${message}`}`
}
