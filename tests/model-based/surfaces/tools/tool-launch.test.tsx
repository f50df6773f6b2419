// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'

import { LoginRequired, toolLaunchMachine } from '../../../../machines/tools/tool-launch.machine'
import type { connectTools } from '../../../../src/tools/machines'
import { visit, type Visited } from '../../site'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** Replaces the connected machine of S2SPice with the machine under test. */
const wiring = vi.hoisted((): { launch: Launch | null } => ({ launch: null }))
vi.mock(import('../../../../src/tools/machines'), async (original) => {
  const { connectTools } = await original()
  return {
    connectTools: (...given) => {
      const connected = connectTools(...given)
      return { ...connected, launches: { ...connected.launches, ...(wiring.launch && { s2spice: wiring.launch }) } }
    },
  }
})

type Launch = ReturnType<typeof connectTools>['launches']['s2spice']

let site: Visited
/** The last event, which determines the notice that is shown. */
let last: { type: string; output?: unknown; error?: unknown }

const s2spice = { tool: 's2spice', toolName: 'S2SPice Tool' } as const
const toolNames = [s2spice.toolName, 'Inductance calculator', 'PCB Trace Impedance Calculator']

/**
 * Include hidden elements in queries, because computing the accessibility tree of a long page is slow. Visibility is
 * checked only on the element found.
 */
const hidden = true
const open = (toolName: string) => screen.getByRole('button', { name: `Open ${toolName}`, hidden })

const popups = 'Please allow popups for this site to open the tool.'

const login = 'The login was not completed, so the tool was not opened.'

const noticeFor = (toolName: string) => {
  if (last.type === 'popup.blocked' || last.type.endsWith('error.actor.0.toolLaunch.openingWindow')) return popups
  if (last.type.includes('.error.') && last.type.endsWith('loggingIn')) return login
  if (!last.type.endsWith('findingAddress') || last.error instanceof LoginRequired) return null
  if (last.type.includes('.error.')) return 'Failed to open S2SPice tool. Please try again later.'
  return last.output === null ? `The tool ${toolName} is temporarily not available. Please try again later.` : null
}

/** Checks that an error shows one dismissible notice, and that the page and its tools are otherwise unchanged. */
const expectPage = async (
  { user }: Stage<typeof toolLaunchMachine>,
  { context }: SnapshotFrom<typeof toolLaunchMachine>,
) => {
  expect(site.path()).toBe('/')
  for (const toolName of toolNames) expect(open(toolName)).toBeEnabled()
  const notice = noticeFor(context.toolName)
  const titles = () =>
    screen.queryAllByText(
      /^(Please allow popups|Failed to open|The login was not completed|The tool .* is temporarily)/,
    )
  expect(titles().map(({ textContent }) => textContent)).toEqual(notice === null ? [] : [notice])
  if (notice === null) return
  expect(titles()[0]).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close', hidden }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(titles()).toEqual([])
  last = { type: 'closed' }
}

const toolLaunch: Surface<typeof toolLaunchMachine> = {
  situations: { 'a visitor': {} },
  events: {
    // Each tool has a machine of its own.
    'tool.requested': [s2spice],
    'popup.blocked': [{}],
  },
  done: { openWindow: ['fresh', 'kept'], findAddress: ['https://tools.example/s2spice', null], logIn: [undefined] },
  failed: { openWindow: [failure()], findAddress: [failure(), new LoginRequired()], logIn: [failure()] },
  mount: async ({ machine }) => {
    last = { type: 'opened' }
    const launch = createActor(machine, {
      inspect: (event) => {
        if (event.type === '@xstate.event' && event.actorRef === launch) last = event.event
      },
    })
    wiring.launch = launch.start()
    site = await visit({
      at: '/',
      port: { checkSession: async () => ({ kind: 'anonymous' }) },
    })
  },
  states: {
    resting: expectPage,
    openingWindow: expectPage,
    findingAddress: expectPage,
    loggingIn: expectPage,
    givingUp: () => expect.unreachable('It is left as soon as it is entered.'),
  },
  perform: {
    'tool.requested': async ({ toolName }, { user }) => user.click(open(toolName)),
    // Sent by src/tools/machines.ts when a logout could not close the tool's window.
    'popup.blocked': (event, { send }) => send(event),
  },
}

testSurface('Tool launch', toolLaunchMachine, toolLaunch)
