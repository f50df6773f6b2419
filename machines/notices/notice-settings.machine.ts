import { assign, setup, type SnapshotFrom } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

export type NoticeSettings = components['schemas']['NoticeSettings']
export type NoticeSetting = {
  kind: components['schemas']['NoticeKind']
  delivery: components['schemas']['NoticeDelivery']
}

/**
 * How the user receives each kind of notice. A choice is saved immediately, and the user cannot make another one until
 * it has been saved. After a failed call, the stored choice is shown again.
 */
export const noticeSettingsMachine = setup({
  types: {
    context: {} as { settings: NoticeSettings | null; changing: NoticeSetting | null; failure: string | null },
    events: {} as { type: 'settings.retry' } | { type: 'delivery.chosen'; setting: NoticeSetting },
  },
  actors: {
    loadSettings: placeholderActor<NoticeSettings>('loadSettings'),
    /** Stores the setting, and returns all settings. */
    saveSetting: placeholderActor<NoticeSettings, NoticeSetting>('saveSetting'),
  },
  actions: {
    keep: assign((_, settings: NoticeSettings) => ({ settings })),
    fail: assign((_, failure: string) => ({ failure })),
  },
}).createMachine({
  id: 'noticeSettings',
  context: { settings: null, changing: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'loadSettings',
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: messageOr('The settings could not be loaded.') },
        },
      },
    },
    failed: { on: { 'settings.retry': 'loading' } },
    shown: {
      on: {
        'delivery.chosen': {
          target: 'saving',
          actions: assign(({ event: { setting } }) => ({ changing: setting, failure: null })),
        },
      },
    },
    saving: {
      invoke: {
        src: 'saveSetting',
        input: ({ context: { changing } }) => changing ?? { kind: 'mention', delivery: 'email' },
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: {
          target: 'shown',
          actions: { type: 'fail', params: messageOr('The setting could not be saved. Please try again.') },
        },
      },
      exit: assign({ changing: null }),
    },
  },
})

type Snapshot = SnapshotFrom<typeof noticeSettingsMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isSaving = (snapshot: Snapshot) => snapshot.matches('saving')
export const settingsOf = ({ context }: Snapshot) => context.settings
export const changingOf = ({ context }: Snapshot) => context.changing
export const failureOf = ({ context }: Snapshot) => context.failure
