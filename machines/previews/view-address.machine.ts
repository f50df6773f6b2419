import { assign, emit, setup } from 'xstate'

/**
 * Keeps the view of a preview in the URL. The URL is not updated while the view is still changing, because browsers
 * limit how often a page can change its URL.
 */
export const viewAddressMachine = setup({
  types: {
    input: {} as { address: string },
    context: {} as {
      /** The view that the URL contains. */
      written: string
      view: string
    },
    events: {} as { type: 'view.changed'; address: string },
    emitted: {} as { type: 'address.changed'; address: string },
  },
  delays: { settled: 400 },
  actions: { keep: assign({ view: (_, address: string) => address }) },
  guards: { isWritten: ({ context }, address: string) => context.written === address },
}).createMachine({
  id: 'viewAddress',
  context: ({ input: { address } }) => ({ written: address, view: address }),
  initial: 'written',
  on: {
    'view.changed': [
      {
        guard: { type: 'isWritten', params: ({ event }) => event.address },
        target: '.written',
        actions: { type: 'keep', params: ({ event }) => event.address },
      },
      { target: '.changing', reenter: true, actions: { type: 'keep', params: ({ event }) => event.address } },
    ],
  },
  states: {
    written: {},
    changing: {
      after: {
        settled: {
          target: 'written',
          actions: [
            assign({ written: ({ context }) => context.view }),
            emit(({ context }) => ({ type: 'address.changed', address: context.view })),
          ],
        },
      },
    },
  },
})
