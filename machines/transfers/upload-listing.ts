import { not } from 'xstate'

import { uploadSetup } from './upload-slots'

/**
 * Lists the projects into which files were chosen before their files were known, one project after the other, apart from
 * those that are open, whose lists are told. Nothing is sent into a project before: what has the name of a file that is there would be sent without a question.
 */
export const listing = uploadSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'hasUnlisted', target: 'asking', actions: 'ask' } },
    asking: {
      // The file manager was quicker, or the files were given up.
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
