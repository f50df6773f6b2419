import { assign, emit, setup } from 'xstate'

import { notProvided } from '../lib/not-provided'

export type ToolId = 's2spice' | 'inductance' | 'impedance'

/** The browser refused to open a window. */
export class PopupBlocked extends Error {
  override name = 'PopupBlocked'
}

/** Only S2SPice is asked for its address; a third party's stands in the configuration, or is missing there. */
const popupText = 'Please allow popups for this site to open the tool.'
const failureText = 'Failed to open S2SPice tool. Please try again later.'

/**
 * Opening a tool. The window comes first, within the click, since a browser blocks it later; it shows a spinner until
 * the tool's address is known. A window that gets no address is closed, and the person is told why.
 */
export const toolLaunchMachine = setup({
  types: {
    context: {} as { tool: ToolId; toolName: string },
    events: {} as { type: 'tool.requested'; tool: ToolId; toolName: string } | { type: 'popup.blocked' },
    emitted: {} as { type: 'notice'; text: string },
    tags: {} as 'busy',
  },
  actors: {
    /** Opens the tool's named window with the spinner. Fails with PopupBlocked. */
    openWindow: notProvided<void, { tool: ToolId }>('openWindow'),
    /** The address to show, with its token where the tool wants one; null when the tool has none at the moment. */
    findAddress: notProvided<string | null, { tool: ToolId }>('findAddress'),
  },
  actions: {
    navigate: (_, _to: { tool: ToolId; address: string }) => {},
    closeWindow: (_, _tool: ToolId) => {},
    tell: emit((_, text: string) => ({ type: 'notice', text })),
  },
  guards: {
    hasAddress: (_, address: string | null) => address !== null,
  },
}).createMachine({
  id: 'toolLaunch',
  context: { tool: 's2spice', toolName: '' },
  initial: 'resting',
  on: {
    // A log-out that cannot reach the tool's window any more.
    'popup.blocked': { actions: { type: 'tell', params: popupText } },
  },
  states: {
    resting: {
      on: {
        'tool.requested': {
          target: 'openingWindow',
          actions: assign({ tool: ({ event }) => event.tool, toolName: ({ event }) => event.toolName }),
        },
      },
    },
    openingWindow: {
      tags: 'busy',
      invoke: {
        src: 'openWindow',
        input: ({ context }) => ({ tool: context.tool }),
        onDone: 'findingAddress',
        onError: {
          target: 'resting',
          actions: { type: 'tell', params: popupText },
        },
      },
    },
    findingAddress: {
      tags: 'busy',
      invoke: {
        src: 'findAddress',
        input: ({ context }) => ({ tool: context.tool }),
        onDone: [
          {
            guard: { type: 'hasAddress', params: ({ event }) => event.output },
            target: 'resting',
            actions: {
              type: 'navigate',
              params: ({ context, event }) => ({ tool: context.tool, address: event.output ?? '' }),
            },
          },
          {
            target: 'resting',
            actions: [
              { type: 'closeWindow', params: ({ context }) => context.tool },
              {
                type: 'tell',
                params: ({ context }) =>
                  `The tool ${context.toolName} is temporarily not available. Please try again later.`,
              },
            ],
          },
        ],
        onError: {
          target: 'resting',
          actions: [
            { type: 'closeWindow', params: ({ context }) => context.tool },
            { type: 'tell', params: failureText },
          ],
        },
      },
    },
  },
})
