import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor, placeholderCallback } from '../../lib/placeholder-actor'
import type { Choice } from '../../transfers/upload-setup'
import type { ChosenFile } from '../../transfers/upload-rules'

export type ComputedReport = components['schemas']['ComputedReport']
type OrderedRows = Pick<components['schemas']['StaffRequest'], 'si' | 'pi'>

export type FileChoice = Choice

/**
 * The name of the manifest, which maps the other files to the rows of the request. The manifest itself is not
 * delivered.
 */
export const MANIFEST_NAME = 'delivery.json'

/** The files of a delivery and the rows that were ordered. */
export type DeliveryContent = { files: ChosenFile[]; ordered: OrderedRows }

/** A delivery as sent to the server. */
export type SentDelivery = {
  requestId: string
  id: string
  replaces: number
  reason: string
  report: ComputedReport | null
  files: ChosenFile[]
}

/** The events reported by the actor that sends a delivery. */
export type DeliveryProgress =
  | { type: 'delivery.progressed'; sent: number }
  | { type: 'delivery.stored' }
  | { type: 'delivery.refused'; message: string }

const nothingChosen = {
  files: [] as ChosenFile[],
  manifest: '',
  isOwnManifest: false,
  reason: '',
  report: null,
  sendingId: null,
  replaces: 0,
  sentBytes: 0,
  failure: null,
}

const manifestFile = (files: ChosenFile[]) => files.find(({ name }) => name === MANIFEST_NAME)
const deliveredFiles = (files: ChosenFile[]) => files.filter(({ name }) => name !== MANIFEST_NAME)

/**
 * A delivery or correction by the staff: files are selected, a manifest maps them to the ordered rows, the checks are
 * computed from both, and only then is the delivery sent to the customer. Selected files and typed text stay until they
 * are delivered. Any change to the files or the manifest requires a new check. A failed delivery keeps its id, so that
 * sending it again does not deliver it twice.
 */
export const deliveryMachine = setup({
  types: {
    input: {} as { requestId: string; ordered: OrderedRows },
    context: {} as {
      requestId: string
      ordered: OrderedRows
      files: ChosenFile[]
      manifest: string
      /** Whether the user typed or selected the manifest. A suggested manifest is updated when the files change. */
      isOwnManifest: boolean
      reason: string
      report: ComputedReport | null
      /** The id of the delivery that is being sent, or could not be sent. */
      sendingId: string | null
      /** The number of the delivery being corrected, as last seen by the user; 0 if nothing is being corrected. */
      replaces: number
      sentBytes: number
      failure: string | null
    },
    events: {} as
      | { type: 'delivery.begun' }
      | { type: 'delivery.left' }
      | ({ type: 'files.chosen' } & Choice)
      | { type: 'file.removed'; id: string }
      | { type: 'manifest.typed'; text: string }
      | { type: 'reason.typed'; text: string }
      | { type: 'check.requested' }
      /** `newId` becomes the id of the delivery, unless it already has one from a failed attempt. */
      | { type: 'delivery.confirmed'; replaces: number; newId: string }
      | { type: 'sending.cancelled' }
      | DeliveryProgress,
    tags: {} as 'open',
  },
  actors: {
    /** Returns the text of the selected manifest, or else of a suggested one. */
    readManifest: placeholderActor<string, DeliveryContent & { manifestId: string | null }>('readManifest'),
    computeReport: placeholderActor<ComputedReport | null, DeliveryContent & { manifest: string }>('computeReport'),
    /** Reports delivery.progressed, and at the end delivery.stored or delivery.refused. */
    send: placeholderCallback<SentDelivery>('send'),
  },
  actions: {
    /** Releases the content of files that are no longer selected. */
    release: (_, _ids: string[]) => {},
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    /** Adds the selected files. A file replaces an earlier one with the same name. */
    add: assign(({ context }, { files, unreadable }: Choice) => {
      const names = new Set(files.map(({ name }) => name))
      return {
        files: [...context.files.filter(({ name }) => !names.has(name)), ...files],
        failure: unreadable.length === 0 ? null : `Could not be read: ${unreadable.join(', ')}.`,
      }
    }),
    remove: assign(({ context }, id: string) => ({
      files: context.files.filter((file) => file.id !== id),
      failure: null,
    })),
    /** Discards the report, because what was checked is no longer what would be delivered. */
    forgetReport: assign({ report: null, sendingId: null }),
  },
  guards: {
    hasFiles: ({ context }) => deliveredFiles(context.files).length > 0,
    /** The manifest comes from the user, and none of the files is a manifest that has yet to be read. */
    isManifestSettled: ({ context }, added: ChosenFile[]) =>
      context.isOwnManifest && manifestFile([...context.files, ...added]) === undefined,
    /** A correction needs a reason. */
    isExplained: ({ context }, replaces: number) => replaces === 0 || context.reason.trim() !== '',
  },
}).createMachine({
  id: 'delivery',
  context: ({ input }) => ({ ...input, ...nothingChosen }),
  initial: 'closed',
  states: {
    closed: { on: { 'delivery.begun': 'open.choosing' } },
    open: {
      tags: 'open',
      on: {
        'reason.typed': { actions: assign({ reason: ({ event }) => event.text, sendingId: null }) },
        'files.chosen': [
          {
            guard: { type: 'isManifestSettled', params: ({ event }) => event.files },
            target: '.choosing',
            actions: [{ type: 'add', params: ({ event }) => event }, 'forgetReport'],
          },
          { target: '.reading', actions: [{ type: 'add', params: ({ event }) => event }, 'forgetReport'] },
        ],
        'file.removed': [
          {
            guard: { type: 'isManifestSettled', params: [] },
            target: '.choosing',
            actions: [
              { type: 'release', params: ({ event }) => [event.id] },
              { type: 'remove', params: ({ event }) => event.id },
              'forgetReport',
            ],
          },
          {
            target: '.reading',
            actions: [
              { type: 'release', params: ({ event }) => [event.id] },
              { type: 'remove', params: ({ event }) => event.id },
              'forgetReport',
            ],
          },
        ],
        'manifest.typed': {
          target: '.choosing',
          actions: [assign({ manifest: ({ event }) => event.text, isOwnManifest: true }), 'forgetReport'],
        },
        'delivery.left': {
          target: 'closed',
          actions: [
            { type: 'release', params: ({ context }) => context.files.map(({ id }) => id) },
            assign(nothingChosen),
          ],
        },
      },
      initial: 'choosing',
      states: {
        choosing: {
          on: { 'check.requested': { guard: 'hasFiles', target: 'checking' } },
        },
        reading: {
          invoke: {
            src: 'readManifest',
            input: ({ context: { files, ordered } }) => ({
              ordered,
              files: deliveredFiles(files),
              manifestId: manifestFile(files)?.id ?? null,
            }),
            onDone: {
              target: 'choosing',
              // A selected manifest becomes editable text and is removed from the list of files.
              actions: assign(({ context: { files }, event }) => ({
                manifest: event.output,
                isOwnManifest: manifestFile(files) !== undefined,
                files: deliveredFiles(files),
              })),
            },
            onError: {
              target: 'choosing',
              actions: { type: 'fail', params: messageOr('The files could not be read.') },
            },
          },
        },
        checking: {
          entry: 'clearFailure',
          invoke: {
            src: 'computeReport',
            input: ({ context: { files, ordered, manifest } }) => ({ files, ordered, manifest }),
            onDone: { target: 'checked', actions: assign({ report: ({ event }) => event.output }) },
            onError: {
              target: 'choosing',
              actions: { type: 'fail', params: messageOr('The report could not be computed.') },
            },
          },
        },
        checked: {
          on: {
            'delivery.confirmed': {
              guard: { type: 'isExplained', params: ({ event }) => event.replaces },
              target: '#delivery.sending',
              actions: assign(({ context, event: { replaces, newId } }) => ({
                sendingId: context.sendingId ?? newId,
                replaces,
              })),
            },
          },
        },
      },
    },
    sending: {
      tags: 'open',
      entry: ['clearFailure', assign({ sentBytes: 0 })],
      invoke: {
        src: 'send',
        input: ({ context: { requestId, sendingId, replaces, reason, report, files } }) => ({
          ...{ requestId, replaces, reason, report, files },
          id: sendingId ?? '',
        }),
      },
      on: {
        'delivery.progressed': { actions: assign({ sentBytes: ({ event }) => event.sent }) },
        'delivery.stored': {
          target: 'closed',
          actions: [
            { type: 'release', params: ({ context }) => context.files.map(({ id }) => id) },
            assign(nothingChosen),
          ],
        },
        'delivery.refused': {
          target: 'open.checked',
          actions: { type: 'fail', params: ({ event }) => event.message },
        },
        'sending.cancelled': 'open.checked',
      },
    },
  },
})

export type DeliveryActor = ActorRefFrom<typeof deliveryMachine>
type Snapshot = SnapshotFrom<typeof deliveryMachine>

export const isDeliveryOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
export const filesOfDelivery = ({ context }: Snapshot) => context.files
export const manifestOf = ({ context }: Snapshot) => context.manifest
export const reasonOf = ({ context }: Snapshot) => context.reason
export const computedReportOf = ({ context }: Snapshot) => context.report
export const deliveryFailureOf = ({ context }: Snapshot) => context.failure
export const isCheckingDelivery = (snapshot: Snapshot) => snapshot.matches({ open: 'checking' })
export const isDeliveryChecked = (snapshot: Snapshot) =>
  snapshot.matches({ open: 'checked' }) || snapshot.matches('sending')
export const isSendingDelivery = (snapshot: Snapshot) => snapshot.matches('sending')
/** The percentage of bytes sent. */
export const sentShareOf = ({ context: { sentBytes, files } }: Snapshot) =>
  Math.floor(
    (100 * sentBytes) /
      Math.max(
        1,
        files.reduce((sum, { size }) => sum + size, 0),
      ),
  )
export const isReadingDelivery = (snapshot: Snapshot) => snapshot.matches({ open: 'reading' })
