import { type ActorRef, type AnyActorRef, assign, sendTo, setup, type Snapshot } from 'xstate'

import type { ProjectFile } from '../files/file-order'
import { messageOf } from '../lib/message-of'
import { placeholderCallback } from '../lib/placeholder-actor'
import { UnreadableFile } from './dropped-files'
import { failureText, statusOf } from './upload-failures'
import * as retries from './upload-retries'
import * as rules from './upload-rules'

/** A file to send. If it has the URL of a resumable upload, sending continues at the offset of that upload. */
export type Sending = retries.UnsentFile & Pick<FileUpload, 'replaced'>

/**
 * The result of an upload. `kept`: the records in the API's response. `gone`: the id of the revision that the upload
 * has replaced, if any. `note`: what the user should know about the stored file.
 */
export type UploadResult = { kept: ProjectFile[]; gone: string[]; note: string | null }

/** The events that the upload of a file sends to the queue. */
export type UploadReport =
  | { type: 'upload.changed'; file: rules.UploadItem }
  | ({ type: 'upload.stored'; file: rules.FileData } & Omit<UploadResult, 'note'>)
  /** Partial uploads on the server that are no longer needed. */
  | { type: 'parts.left'; addresses: string[] }

type FileUpload = {
  file: rules.FileData
  /**
   * The existing file that this upload becomes a new revision of; null if there is none. The new revision inherits that
   * file's type.
   */
  replaced: rules.UploadTarget['files'][number] | null
}

/**
 * The queue that started this actor. It is not in the context, because a stored snapshot would lose it. `sendParent`
 * would fail in the visualizer, which simulates this machine without a parent.
 */
const queueOf = ({ self }: { self: AnyActorRef }) => self._parent as ActorRef<Snapshot<unknown>, UploadReport>

/**
 * The upload of one file, started by the queue. The states are the statuses in the list of uploads. In a final state,
 * the file returns to the queue, which can start it again.
 */
export const uploadFileMachine = setup({
  types: {
    input: {} as FileUpload,
    context: {} as FileUpload,
    events: {} as
      /** The server has created a resumable upload. */
        | { type: 'upload.begun'; address: string }
        | { type: 'upload.progressed'; sent: number; at: number }
        | ({ type: 'upload.finished' } & UploadResult)
        | { type: 'upload.failed'; error: unknown }
        | { type: 'upload.cancelled' }
        | { type: 'upload.retried' }
        | { type: 'network.returned' },
  },
  actors: {
    /**
     * Sends the file. Reports upload.begun with the URL of a resumable upload, then upload.progressed, then
     * upload.finished or upload.failed. Aborts when stopped; the bytes received so far remain on the server.
     */
    sendFile: placeholderCallback<Sending>('sendFile'),
  },
  actions: {
    change: assign(({ context }, change: Partial<rules.FileData>) => ({ file: { ...context.file, ...change } })),
    report: sendTo(queueOf, ({ context }, status: rules.UploadItem['status']) => ({
      type: 'upload.changed',
      file: { ...context.file, status },
    })),
    reportStored: sendTo(queueOf, ({ context: { file } }, { kept, gone }: UploadResult) => ({
      type: 'upload.stored',
      file,
      kept,
      gone,
    })),
    leaveParts: sendTo(queueOf, ({ context: { file } }) => ({
      type: 'parts.left',
      addresses: file.address ? [file.address] : [],
    })),
  },
  guards: {
    isUnreadable: (_, { error }: { error: unknown }) => error instanceof UnreadableFile,
    isTaken: (_, { error }: { error: unknown }) => statusOf(error) === 409,
    isPause: ({ context }, { error }: { error: unknown }) => retries.isPause(context.file, error),
  },
  delays: { pause: ({ context }) => retries.pauseMs(context.file) },
}).createMachine({
  id: 'uploadFile',
  context: ({ input }) => input,
  initial: 'sending',
  on: {
    'upload.cancelled': {
      target: '.cancelled',
      actions: ['leaveParts', { type: 'change', params: rules.cancelled }],
    },
  },
  states: {
    sending: {
      entry: [
        { type: 'change', params: { failure: null } },
        { type: 'report', params: 'sending' },
      ],
      invoke: {
        src: 'sendFile',
        input: ({ context: { file, replaced } }) => ({ ...retries.unsentFile(file), replaced }),
        onError: {
          target: 'failed',
          actions: { type: 'change', params: ({ event }) => ({ failure: failureText(event.error) }) },
        },
      },
      on: {
        'upload.begun': {
          actions: [
            { type: 'change', params: ({ event: { address } }) => ({ address }) },
            { type: 'report', params: 'sending' },
          ],
        },
        'upload.progressed': {
          actions: [
            { type: 'change', params: ({ context, event }) => rules.progressed(context.file, event.sent, event.at) },
            { type: 'report', params: 'sending' },
          ],
        },
        'upload.finished': {
          target: 'done',
          actions: [
            { type: 'change', params: ({ event }) => ({ address: null, failure: event.note }) },
            { type: 'reportStored', params: ({ event }) => event },
          ],
        },
        'upload.failed': [
          {
            guard: { type: 'isUnreadable', params: ({ event }) => event },
            target: 'interrupted',
            actions: {
              type: 'change',
              params: ({ event }) => ({ sent: 0, failure: `${messageOf(event.error, '')} Choose the file again.` }),
            },
          },
          {
            guard: { type: 'isTaken', params: ({ event }) => event },
            target: 'listing',
            actions: {
              type: 'change',
              params: ({ context, event }) => rules.nameTaken(context.file, messageOf(event.error, '') || null),
            },
          },
          {
            guard: { type: 'isPause', params: ({ event }) => event },
            target: 'paused',
            actions: { type: 'change', params: ({ context, event }) => retries.paused(context.file, event.error) },
          },
          {
            target: 'failed',
            actions: { type: 'change', params: ({ event }) => ({ failure: failureText(event.error) }) },
          },
        ],
      },
    },
    /**
     * The connection was lost, the sign-in has expired, or the server could not process the file. Retries after a
     * pause, on request, or when the network is back.
     */
    paused: {
      entry: { type: 'report', params: 'paused' },
      after: { pause: 'sending' },
      on: { 'network.returned': 'sending', 'upload.retried': 'sending' },
    },
    done: { type: 'final', entry: { type: 'report', params: 'done' } },
    failed: { type: 'final', entry: { type: 'report', params: 'failed' } },
    cancelled: { type: 'final', entry: { type: 'report', params: 'cancelled' } },
    /** The file has been changed or removed on disk, so it has to be selected again. */
    interrupted: { type: 'final', entry: { type: 'report', params: 'interrupted' } },
    /**
     * A file with this name was added after the project was listed. The queue reloads the list of files, then asks the
     * user.
     */
    listing: { type: 'final', entry: { type: 'report', params: 'listing' } },
  },
})
