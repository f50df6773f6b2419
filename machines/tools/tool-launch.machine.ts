import { assign, emit, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'

export type ToolId = 's2spice' | 'inductance' | 'impedance'

/** The browser refused to open a window. */
export class PopupBlocked extends Error {
  override name = 'PopupBlocked'
}

/** The tool requires a signed-in user, and no user is signed in. */
export class LoginRequired extends Error {
  override name = 'LoginRequired'
}

/** `kept`: the window was already open with the tool loaded. */
export type ToolWindow = 'fresh' | 'kept'

const popupText = 'Please allow popups for this site to open the tool.'
/** Only for S2SPice, whose URL is requested from a server; the URLs of the other tools are in the configuration. */
const failureText = 'Failed to open S2SPice tool. Please try again later.'
const loginText = 'The login was not completed, so the tool was not opened.'

/**
 * Opens a tool. The window opens first, within the click handler, because browsers block windows that open later; it
 * shows a spinner until the tool's URL is known. If the tool requires a login, the login runs in that window first. If
 * no URL is found or the login is not completed, a new window is closed, an existing one remains unchanged, and the
 * user gets a message.
 *
 * Each tool is launched by its own actor. If the tool is requested again during a launch, the launch starts over,
 * because the window may have been closed or be behind others. During a login, the window is only shown, so that
 * nothing typed there is lost.
 */
export const toolLaunchMachine = setup({
  types: {
    context: {} as { tool: ToolId; toolName: string; window: ToolWindow },
    events: {} as { type: 'tool.requested'; tool: ToolId; toolName: string } | { type: 'popup.blocked' },
    emitted: {} as { type: 'notice'; text: string },
    tags: {} as 'busy',
  },
  actors: {
    /** Opens the tool's named window with a spinner. Rejects with PopupBlocked. */
    openWindow: placeholderActor<ToolWindow, { tool: ToolId }>('openWindow'),
    /**
     * Finds the URL to open, including a token if the tool requires one; null if the tool is not available. Rejects
     * with LoginRequired.
     */
    findAddress: placeholderActor<string | null, { tool: ToolId }>('findAddress'),
    /** Runs the login in the tool's window. */
    logIn: placeholderActor<void, { tool: ToolId }>('logIn'),
  },
  actions: {
    navigate: (_, _to: { tool: ToolId; address: string }) => {},
    closeWindow: (_, _tool: ToolId) => {},
    showWindow: (_, _tool: ToolId) => {},
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
    'tool.requested': {
      target: '.openingWindow',
      reenter: true,
      actions: assign({ tool: ({ event }) => event.tool, toolName: ({ event }) => event.toolName }),
    },
    // Sent when a logout cannot close the tool's window, because the browser blocked access to it.
    'popup.blocked': { actions: { type: 'tell', params: popupText } },
  },
  states: {
    resting: {},
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
      on: { 'tool.requested': { actions: { type: 'showWindow', params: ({ context }) => context.tool } } },
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
