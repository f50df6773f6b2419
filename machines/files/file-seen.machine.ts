import { setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'

/** A file that is shown, and the time of the newest item in it that the person had not seen. */
export type SeenFile = { fileId: string; until: string }

/**
 * Records that the person has seen the new items in a file while the file is shown. A failed call is repeated. Until it
 * succeeds, the only effect is that the file stays marked as new.
 */
export const fileSeenMachine = setup({
  types: { input: {} as SeenFile, context: {} as SeenFile },
  actors: { markSeen: placeholderActor<void, SeenFile>('markSeen') },
  actions: { tellSeen: () => {} },
  delays: { retryPause: 30_000 },
}).createMachine({
  id: 'fileSeen',
  context: ({ input }) => input,
  initial: 'marking',
  states: {
    marking: {
      invoke: {
        src: 'markSeen',
        input: ({ context }) => context,
        onDone: { target: 'seen', actions: 'tellSeen' },
        onError: 'unmarked',
      },
    },
    unmarked: { after: { retryPause: 'marking' } },
    seen: { type: 'final' },
  },
})
