import { not } from 'xstate'

import { uploadSetup } from './upload-slots'

/**
 * Loads the file lists of projects that files were selected for before the list was known, one project at a time. Open
 * projects are excluded, because the file manager reports their lists. No file is sent before the list is known, so
 * that a file with an existing name is not sent without asking.
 */
export const listing = uploadSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'hasUnlisted', target: 'asking', actions: 'ask' } },
    asking: {
      // The file manager has loaded the list in the meantime, or the uploads were cancelled.
      always: { guard: not('isWanted'), target: 'resting' },
      invoke: {
        src: 'listProject',
        input: ({ context }) => ({ projectId: context.asked ?? '' }),
        onDone: {
          target: 'resting',
          actions: {
            type: 'list',
            params: ({ context, event }) => ({ projectId: context.asked ?? '', room: event.output }),
          },
        },
        onError: {
          target: 'resting',
          actions: {
            type: 'failUnlisted',
            params: ({ context, event }) => ({ projectId: context.asked, error: event.error }),
          },
        },
      },
    },
  },
})
