import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import {
  type Entry,
  type EntryFields,
  type EntryForm,
  type EntryKind,
  entryMistakes,
  entryRefusalText,
  hasSameFields,
  newEntryForm,
  refusedEntryFields,
} from './entry-form'

/** An entry as it would be published. `removed`: whether parts of the typed text would not be published. */
export type EntryPreview = { fields: EntryFields; removed: boolean }

export type SavedEntry = EntryForm & { kind: EntryKind }
export type DeletedEntry = { kind: EntryKind; id: string; version: number }

type Input = {
  kind: EntryKind
  /** The form as it was when the page was left or reloaded; null if none was open. */
  form: EntryForm | null
}

const nothing = { form: null, stored: null, preview: null, mistakes: {}, failure: null, chosen: null }

/**
 * The news or the publications on the home page, as the staff edit them. An entry is edited in a form, shown as it
 * would be published, and only then saved. If someone else has changed it in the meantime, the server rejects the
 * change: the form keeps what was typed and shows the stored version, which the next save replaces.
 */
export const staffEntriesMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & {
      /** The entries in the order of the home page; null until they are loaded. */
      entries: Entry[] | null
      /**
       * The entry as someone else has stored it since the form was opened, if it differs from the form; otherwise null.
       */
      stored: Entry | null
      preview: EntryPreview | null
      /** The mistakes in the form, by API field. */
      mistakes: Record<string, string>
      /** The entry that is being published, unpublished or deleted. */
      chosen: Entry | null
      failure: string | null
      /** Whether the form is saved as a published entry. */
      publishes: boolean
      /**
       * What the last change did to the entry. Null before the first change, and while something else is being done.
       */
      done: 'published' | 'unpublished' | 'deleted' | null
    },
    events: {} as
      | { type: 'entries.retry' }
      /** Opens the form for the entry with this id, or, if `id` is null, for a new entry with the id `newId`. */
      | { type: 'entry.begun'; id: string | null; newId: string }
      | { type: 'entry.left' }
      | { type: 'field.typed'; field: string; text: string }
      | { type: 'preview.requested' }
      | { type: 'preview.left' }
      | { type: 'entry.saved'; published: boolean }
      /** Publishes an entry, or unpublishes it. */
      | { type: 'entry.switched'; id: string }
      | { type: 'deletion.requested'; id: string }
      | { type: 'deletion.dismissed' }
      | { type: 'deletion.confirmed' },
  },
  actors: {
    loadEntries: placeholderActor<Entry[], { kind: EntryKind }>('loadEntries'),
    loadPreview: placeholderActor<EntryPreview, { kind: EntryKind; fields: EntryFields }>('loadPreview'),
    save: placeholderActor<Entry[], SavedEntry>('save'),
    remove: placeholderActor<Entry[], DeletedEntry>('remove'),
  },
  actions: {
    /**
     * If someone else has changed the entry that is being edited, the form becomes a change to the stored version; if
     * they have deleted it, the form becomes a new entry.
     */
    show: assign(({ context: { form } }, entries: Entry[]) => {
      const current = entries.find(({ id }) => id === form?.id)
      if (!form || (form.version ?? 0) === (current?.version ?? 0)) return { entries }
      const stored = current && !hasSameFields(current.fields, form.fields) ? current : null
      return { entries, stored, form: { ...form, version: current?.version ?? null } }
    }),
    begin: assign(({ context: { entries, kind } }, { id, newId }: { id: string | null; newId: string }) => {
      const known = entries?.find((entry) => entry.id === id)
      const form = known
        ? { id: known.id, version: known.version, published: known.published, fields: known.fields }
        : newEntryForm(kind, newId, entries?.length ?? 0)
      return { ...nothing, done: null, form }
    }),
    fail: assign(({ context: { kind } }, { error, fallback }: { error: unknown; fallback: string }) => ({
      failure: entryRefusalText(kind, messageOf(error, fallback)),
      mistakes: refusedEntryFields(kind, error),
    })),
    choose: assign(({ context: { entries } }, id: string) => ({
      ...nothing,
      done: null,
      chosen: entries?.find((entry) => entry.id === id) ?? null,
    })),
    close: assign(nothing),
  },
  guards: {
    isResumed: ({ context: { form, entries } }) => form !== null && entries !== null,
    isListed: ({ context }) => context.entries !== null,
    isComplete: ({ context: { kind, form } }) =>
      form !== null && Object.keys(entryMistakes(kind, form.fields)).length === 0,
    hasEntry: ({ context: { entries } }, id: string) => entries?.some((entry) => entry.id === id) ?? false,
  },
}).createMachine({
  id: 'staffEntries',
  context: ({ input }) => ({ ...nothing, entries: null, publishes: false, done: null, ...input }),
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          entry: assign({ failure: null }),
          invoke: {
            src: 'loadEntries',
            input: ({ context: { kind } }) => ({ kind }),
            onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: {
                type: 'fail',
                params: ({ event: { error } }) => ({ error, fallback: 'The list could not be loaded.' }),
              },
            },
          },
        },
        failed: { on: { 'entries.retry': 'loading' } },
        listed: {},
        /** Entered after a change that has failed. Keeps the displayed list and the message. */
        updating: {
          invoke: {
            src: 'loadEntries',
            input: ({ context: { kind } }) => ({ kind }),
            onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: 'listed',
          },
        },
      },
    },
    work: {
      initial: 'none',
      states: {
        none: {
          always: { guard: 'isResumed', target: 'editing' },
          on: {
            'entry.begun': {
              guard: 'isListed',
              target: 'editing',
              actions: { type: 'begin', params: ({ event: { id, newId } }) => ({ id, newId }) },
            },
            'entry.switched': {
              guard: { type: 'hasEntry', params: ({ event }) => event.id },
              target: 'switching',
              actions: { type: 'choose', params: ({ event }) => event.id },
            },
            'deletion.requested': {
              guard: { type: 'hasEntry', params: ({ event }) => event.id },
              target: 'asking',
              actions: { type: 'choose', params: ({ event }) => event.id },
            },
          },
        },
        editing: {
          on: {
            'entry.left': { target: 'none', actions: 'close' },
            'field.typed': {
              actions: assign(({ context: { form, mistakes }, event: { field, text } }) => {
                const { [field]: _, ...others } = mistakes
                return form ? { form: { ...form, fields: { ...form.fields, [field]: text } }, mistakes: others } : {}
              }),
            },
            'preview.requested': [
              {
                guard: 'isComplete',
                target: 'previewing',
                actions: assign({ mistakes: {}, failure: null, preview: null }),
              },
              {
                actions: assign(({ context: { kind, form } }) => ({
                  mistakes: form ? entryMistakes(kind, form.fields) : {},
                  failure: null,
                })),
              },
            ],
          },
        },
        previewing: {
          invoke: {
            src: 'loadPreview',
            input: ({ context: { kind, form } }) => ({ kind, fields: form?.fields ?? {} }),
            onDone: { target: 'previewed', actions: assign({ preview: ({ event }) => event.output }) },
            onError: {
              target: 'editing',
              actions: {
                type: 'fail',
                params: ({ event: { error } }) => ({ error, fallback: 'The preview could not be loaded.' }),
              },
            },
          },
        },
        previewed: {
          on: {
            'preview.left': { target: 'editing', actions: assign({ preview: null }) },
            'entry.saved': {
              target: 'saving',
              actions: assign({ publishes: ({ event }) => event.published }),
            },
          },
        },
        saving: {
          invoke: {
            src: 'save',
            input: ({ context: { kind, form, publishes } }) => ({ kind, ...(form ?? noForm), published: publishes }),
            onDone: {
              // If the list is being loaded, that call is stopped, because its response may be older than this one.
              target: ['#staffEntries.list.listed', '#staffEntries.work.none'],
              actions: [
                assign(({ context: { publishes } }) => ({ done: publishes ? 'published' : 'unpublished' }) as const),
                'close',
                { type: 'show', params: ({ event }) => event.output },
              ],
            },
            onError: {
              target: ['#staffEntries.list.updating', '#staffEntries.work.editing'],
              actions: [
                assign({ preview: null }),
                {
                  type: 'fail',
                  params: ({ event: { error } }) => ({
                    error,
                    fallback: 'The entry could not be saved. Please try again: this will not create a second one.',
                  }),
                },
              ],
            },
          },
        },
        switching: {
          invoke: {
            src: 'save',
            input: ({ context: { kind, chosen } }) => ({
              kind,
              ...(chosen ?? noForm),
              published: chosen?.published === false,
            }),
            onDone: {
              target: ['#staffEntries.list.listed', '#staffEntries.work.none'],
              actions: [
                assign(
                  ({ context: { chosen } }) => ({ done: chosen?.published ? 'unpublished' : 'published' }) as const,
                ),
                'close',
                { type: 'show', params: ({ event }) => event.output },
              ],
            },
            onError: {
              target: ['#staffEntries.list.updating', '#staffEntries.work.none'],
              actions: [
                'close',
                {
                  type: 'fail',
                  params: ({ event: { error } }) => ({
                    error,
                    fallback: 'The change could not be saved. Please try again.',
                  }),
                },
              ],
            },
          },
        },
        asking: {
          on: { 'deletion.dismissed': { target: 'none', actions: 'close' }, 'deletion.confirmed': 'deleting' },
        },
        deleting: {
          invoke: {
            src: 'remove',
            input: ({ context: { kind, chosen } }) => ({ kind, id: chosen?.id ?? '', version: chosen?.version ?? 0 }),
            onDone: {
              target: ['#staffEntries.list.listed', '#staffEntries.work.none'],
              actions: [assign({ done: 'deleted' }), 'close', { type: 'show', params: ({ event }) => event.output }],
            },
            onError: {
              target: ['#staffEntries.list.updating', '#staffEntries.work.none'],
              actions: [
                'close',
                {
                  type: 'fail',
                  params: ({ event: { error } }) => ({
                    error,
                    fallback: 'The entry could not be deleted. Please try again.',
                  }),
                },
              ],
            },
          },
        },
      },
    },
  },
})

const noForm: EntryForm = { id: '', version: null, published: false, fields: {} }

export type StaffEntriesActor = ActorRefFrom<typeof staffEntriesMachine>
type Snapshot = SnapshotFrom<typeof staffEntriesMachine>

export const entriesOf = ({ context }: Snapshot) => context.entries
export const haveEntriesFailed = (snapshot: Snapshot) => snapshot.matches({ list: 'failed' })
export const areEntriesLoading = (snapshot: Snapshot) => snapshot.matches({ list: 'loading' })
/** The open form. Null if no form is open, or until the list is loaded. */
export const entryFormIn = (snapshot: Snapshot) => (isEntryWorkDone(snapshot) ? null : snapshot.context.form)
/** The form to keep across a reload, until the entry is saved or discarded. */
export const entryDraftOf = ({ context }: Snapshot) => context.form
export const storedEntryOf = ({ context }: Snapshot) => context.stored
export const entryMistakesOf = ({ context }: Snapshot) => context.mistakes
export const entryFailureOf = ({ context }: Snapshot) => context.failure
export const entryPreviewOf = ({ context }: Snapshot) => context.preview
export const entryKindOf = ({ context }: Snapshot) => context.kind
/** Whether the form that is being saved becomes a published entry. */
export const isEntryPublished = ({ context }: Snapshot) => context.publishes
export const isPreviewLoading = (snapshot: Snapshot) => snapshot.matches({ work: 'previewing' })
export const isEntryBeingSaved = (snapshot: Snapshot) => snapshot.matches({ work: 'saving' })
/** Whether nothing is being edited, published or deleted. */
export const isEntryWorkDone = (snapshot: Snapshot) => snapshot.matches({ work: 'none' })
/** The id of the entry that is being published or unpublished; null if there is none. */
export const switchedEntryOf = (snapshot: Snapshot) =>
  snapshot.matches({ work: 'switching' }) ? (snapshot.context.chosen?.id ?? null) : null
/** The id of the entry whose deletion has to be confirmed, or that is being deleted; null if there is none. */
export const deletedEntryOf = (snapshot: Snapshot) =>
  snapshot.matches({ work: 'asking' }) || snapshot.matches({ work: 'deleting' })
    ? (snapshot.context.chosen?.id ?? null)
    : null
export const isEntryBeingDeleted = (snapshot: Snapshot) => snapshot.matches({ work: 'deleting' })
export const lastEntryChangeOf = ({ context }: Snapshot) => context.done
