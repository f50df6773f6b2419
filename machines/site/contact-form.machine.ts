import { type ActorRefFrom, assign, emit, raise, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

export type ContactMessage = components['schemas']['ContactMessage']
export type ContactField = keyof ContactMessage
export const contactFields = ['name', 'email', 'message'] as const satisfies ContactField[]

type Draft = ContactMessage & { acceptsTerms: boolean }

/** Unsent input. It excludes the consent, which has to be given again each time. */
export type ContactDraft = ContactMessage

export const isContactDraft = (stored: unknown): stored is ContactDraft =>
  typeof stored === 'object' && stored !== null && contactFields.every((field) => field in stored)

const empty: Draft = { name: '', email: '', message: '', acceptsTerms: false }

/**
 * The contact form. An incomplete message is not sent; the user gets a notice and the missing fields are marked. The
 * fields are cleared only after a successful submission, so a failed message can be sent again. A form that was
 * submitted before hydration is submitted once it is hydrated.
 */
export const contactFormMachine = setup({
  types: {
    context: {} as Draft & { failure: string | null; wasRefused: boolean },
    events: {} as
      | { type: 'field.changed'; field: ContactField; value: string }
      | { type: 'terms.changed'; accepted: boolean }
      | { type: 'draft.restored'; draft: ContactDraft }
      /** The form is hydrated. `typed` and `pressed` describe the user's input before that. */
      | { type: 'form.hydrated'; typed: Partial<Draft>; pressed: boolean }
      | { type: 'form.submitted' },
    /** Replaces the previous notice. The text is null when a submission makes that notice outdated. */
    emitted: {} as { type: 'notice'; text: string | null },
    tags: {} as 'busy',
  },
  actors: {
    sendMessage: placeholderActor<unknown, ContactMessage>('sendMessage'),
  },
  actions: {
    change: assign((_, change: Partial<Draft>) => change),
    clear: assign({ ...empty, failure: null, wasRefused: false }),
    refuse: assign({ wasRefused: true }),
    tell: emit((_, text: string | null) => ({ type: 'notice', text })),
  },
  guards: {
    isComplete: ({ context }) => missingIn(context).length === 0,
  },
}).createMachine({
  id: 'contactForm',
  context: { ...empty, failure: null, wasRefused: false },
  initial: 'idle',
  states: {
    idle: {},
    submitting: {
      tags: 'busy',
      on: { 'field.changed': {}, 'terms.changed': {}, 'form.submitted': {}, 'draft.restored': {}, 'form.hydrated': {} },
      invoke: {
        src: 'sendMessage',
        input: ({ context: { name, email, message } }) => ({
          name: name.trim(),
          email: email.trim(),
          message: message.trim(),
        }),
        onDone: { target: 'success', actions: 'clear' },
        onError: {
          target: 'error',
          actions: assign({
            failure: ({ event }) => messageOf(event.error, 'An error occurred. Please try again.'),
          }),
        },
      },
    },
    success: {},
    error: {},
  },
  // Handled in every state except `submitting`, which ignores these events.
  on: {
    'field.changed': {
      target: '.idle',
      actions: { type: 'change', params: ({ event }) => ({ [event.field]: event.value }) },
    },
    'terms.changed': {
      target: '.idle',
      actions: { type: 'change', params: ({ event }) => ({ acceptsTerms: event.accepted }) },
    },
    'draft.restored': { actions: { type: 'change', params: ({ event }) => event.draft } },
    'form.hydrated': [
      {
        guard: ({ event }) => event.pressed,
        actions: [{ type: 'change', params: ({ event }) => event.typed }, raise({ type: 'form.submitted' })],
      },
      { actions: { type: 'change', params: ({ event }) => event.typed } },
    ],
    'form.submitted': [
      {
        guard: 'isComplete',
        target: '.submitting',
        actions: [assign({ failure: null, wasRefused: false }), { type: 'tell', params: null }],
      },
      { actions: ['refuse', { type: 'tell', params: 'Please fill in all fields and accept the terms' }] },
    ],
  },
})

const missingIn = ({ name, email, message, acceptsTerms }: Draft): (keyof Draft)[] => [
  ...Object.entries({ name, email, message }).flatMap(([field, value]) =>
    value.trim() === '' ? [field as ContactField] : [],
  ),
  ...(acceptsTerms ? [] : (['acceptsTerms'] as const)),
]

export type ContactFormActor = ActorRefFrom<typeof contactFormMachine>
type Snapshot = SnapshotFrom<typeof contactFormMachine>

export const isContactBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isSent = (snapshot: Snapshot) => snapshot.matches('success')
export const draftOf = (snapshot: Snapshot) => snapshot.context
/** The unsent draft; null when all fields are empty. */
export const unsentOf = ({ context: { name, email, message } }: Snapshot): ContactDraft | null =>
  name || email || message ? { name, email, message } : null
export const contactFailureOf = (snapshot: Snapshot) => (snapshot.matches('error') ? snapshot.context.failure : null)
/** Whether a required field is empty. False until the user has tried to submit. */
export const isMissing = (snapshot: Snapshot, field: keyof Draft) =>
  snapshot.context.wasRefused && missingIn(snapshot.context).includes(field)
