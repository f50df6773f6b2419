import { assign, setup, type SnapshotFrom } from 'xstate'

import { dropAddress, type DropSettings, dropSettingsIn, firstDropSettings } from './supply-drops'

/** The voltage drops of a supply at its pins, compared with a limit. The URL contains the limit. */
export const supplyDropsMachine = setup({
  types: {
    input: {} as { view: string },
    context: {} as { settings: DropSettings },
    events: {} as
      | { type: 'setting.changed'; change: Partial<DropSettings> }
      | { type: 'settings.reset' }
      | { type: 'save.requested' },
  },
  actions: {
    /** Writes the settings to the URL. */
    tellView: (_, _view: string) => {},
    /** Saves the drops for these settings as a file. */
    saveDrops: (_, _settings: DropSettings) => {},
  },
}).createMachine({
  id: 'supplyDrops',
  context: ({ input: { view } }) => ({ settings: dropSettingsIn(view) }),
  initial: 'shown',
  states: {
    shown: {
      on: {
        'setting.changed': {
          actions: [
            assign({ settings: ({ context, event }) => ({ ...context.settings, ...event.change }) }),
            { type: 'tellView', params: ({ context }) => dropAddress(context.settings) },
          ],
        },
        'settings.reset': {
          actions: [
            assign({ settings: firstDropSettings }),
            { type: 'tellView', params: ({ context }) => dropAddress(context.settings) },
          ],
        },
        'save.requested': { actions: { type: 'saveDrops', params: ({ context }) => context.settings } },
      },
    },
  },
})

export const dropSettingsOf = ({ context }: SnapshotFrom<typeof supplyDropsMachine>) => context.settings
