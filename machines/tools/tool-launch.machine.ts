import { assign, emit, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'

export type ToolId = 's2spice' | 'inductance' | 'impedance'

/** The browser refused to open a window. */
export class PopupBlocked extends Error {
  override name = 'PopupBlocked'
}

/** The tool opens for those who are signed in, and nobody is. */
export class LoginRequired extends Error {
  override name = 'LoginRequired'
}

/** `kept`: it was open before, with the tool in it. */
export type ToolWindow = 'fresh' | 'kept'

/** Only S2SPice is asked for its address; a third party's stands in the configuration, or is missing there. */
const popupText = 'Please allow popups for this site to open the tool.'
const failureText = 'Failed to open S2SPice tool. Please try again later.'
const loginText = 'The login was not finished, so the tool was not opened.'

/**
 * Opening a tool. The window comes first, within the click, since a browser blocks it later; it shows a spinner until
 * the tool's address is known. Who has to be signed in for the tool logs in in that window first. A fresh window that
 * gets no address is closed, one with the tool in it stays as it is, and the person is told why.
 */
export const toolLaunchMachine = setup({
  types: {
    context: {} as { tool: ToolId; toolName: string; window: ToolWindow },
    events: {} as { type: 'tool.requested'; tool: ToolId; toolName: string } | { type: 'popup.blocked' },
    emitted: {} as { type: 'notice'; text: string },
    tags: {} as 'busy',
  },
  actors: {
    /** Opens the tool's named window with the spinner. Fails with PopupBlocked. */
    openWindow: placeholderActor<ToolWindow, { tool: ToolId }>('openWindow'),
    /**
     * The address to show, with its token where the tool wants one; null when the tool has none at the moment. Fails
     * with LoginRequired.
     */
    findAddress: placeholderActor<string | null, { tool: ToolId }>('findAddress'),
    /** Has the person log in in the tool's window. */
    logIn: placeholderActor<void, { tool: ToolId }>('logIn'),
  },
  actions: {
    navigate: (_, _to: { tool: ToolId; address: string }) => {},
    closeWindow: (_, _tool: ToolId) => {},
    tell: emit((_, text: string) => ({ type: 'notice', text })),
  },
  guards: {
    hasAddress: (_, address: string | null) => address !== null,
    isLoginRequired: (_, { error }: { error: unknown }) => error instanceof LoginRequired,
    isKept: ({ context }) => context.window === 'kept',
  },
}).createMachine({
  id: 'toolLaunch',
  context: { tool: 's2spice', toolName: '', window: 'fresh' },
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
        onDone: { target: 'findingAddress', actions: assign({ window: ({ event }) => event.output }) },
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
            target: 'givingUp',
            actions: {
              type: 'tell',
              params: ({ context }) =>
                `The tool ${context.toolName} is temporarily not available. Please try again later.`,
            },
          },
        ],
        onError: [
          { guard: { type: 'isLoginRequired', params: ({ event }) => ({ error: event.error }) }, target: 'loggingIn' },
          { target: 'givingUp', actions: { type: 'tell', params: failureText } },
        ],
      },
    },
    loggingIn: {
      tags: 'busy',
      invoke: {
        src: 'logIn',
        input: ({ context }) => ({ tool: context.tool }),
        onDone: 'findingAddress',
        onError: { target: 'givingUp', actions: { type: 'tell', params: loginText } },
      },
    },
    givingUp: {
      always: [
        { guard: 'isKept', target: 'resting' },
        { target: 'resting', actions: { type: 'closeWindow', params: ({ context }) => context.tool } },
      ],
    },
  },
})
