import { createActor, fromPromise } from 'xstate'

import {
  LoginRequired,
  type ToolId,
  toolLaunchMachine,
  type ToolWindow,
} from '../../machines/tools/tool-launch.machine'
import type { ProductApi } from '../api/product'
import { toolStore } from './tool-store'
import {
  closeToolWindow,
  closeWindowNamed,
  navigateToolWindow,
  openToolWindow,
  showToolWindow,
  windowNameOf,
} from './tool-window'

/** The `tools` section of config.json. */
export type ToolSettings = {
  s2spice: { name: string; serverApi: string | null }
  inductance: { name: string; url: string | null }
  impedance: { name: string; url: string | null }
}

const answerTimeoutMs = 10_000

/** A stored token is replaced when it expires within 30 s. */
const marginSeconds = 30

const expiryOf = (token: string): number => {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: unknown
    }
    return typeof claims.exp === 'number' ? claims.exp : 0
  } catch {
    return 0
  }
}

async function toolToken(api: ProductApi, signal: AbortSignal): Promise<string> {
  const stored = toolStore.read('jwtToken')
  if (stored && expiryOf(stored) - Date.now() / 1000 > marginSeconds) return stored
  const { token } = await api.issueToolToken('s2spice', signal)
  toolStore.write('jwtToken', token)
  return token
}

type Tools = {
  settings: ToolSettings
  api: ProductApi
  session: {
    isSignedIn: () => Promise<boolean>
    freshen: () => Promise<unknown>
    /** Runs the login in the window with this name. */
    logInAt: (windowName: string) => Promise<void>
  }
}

async function s2spiceAddress({ settings, api, session }: Tools, signal: AbortSignal): Promise<string | null> {
  if (settings.s2spice.serverApi === null) return null
  const { getServerInfo } = await import('../api/tool-server')
  const info = await getServerInfo(
    settings.s2spice.serverApi,
    AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
  )
  const address = new URL(info.server_url)
  if (!/^https?:$/.test(address.protocol)) throw new Error(`The tool’s URL ${info.server_url} cannot be opened.`)
  if (!(await session.isSignedIn())) throw new LoginRequired()
  await session.freshen()
  address.searchParams.set('code', await toolToken(api, signal))
  toolStore.write('s2spiceApiUrl', info.api_url)
  toolStore.write('openedS2SPiceWindowName', windowNameOf('s2spice'))
  return address.href
}

/** Connects the tool launch machine to the browser's windows, the tool server and the API. */
export function connectTools({ settings, api, session }: Tools) {
  const machine = toolLaunchMachine.provide({
    actors: {
      openWindow: fromPromise<ToolWindow, { tool: ToolId }>(async ({ input: { tool } }) =>
        openToolWindow(tool, settings[tool].name),
      ),
      findAddress: fromPromise<string | null, { tool: ToolId }>(({ input: { tool }, signal }) =>
        tool === 's2spice' ? s2spiceAddress({ settings, api, session }, signal) : Promise.resolve(settings[tool].url),
      ),
      logIn: fromPromise<void, { tool: ToolId }>(({ input }) => session.logInAt(windowNameOf(input.tool))),
    },
    actions: {
      navigate: (_, { tool, address }) => navigateToolWindow(tool, address),
      closeWindow: (_, tool) => void closeToolWindow(tool),
      showWindow: (_, tool) => showToolWindow(tool),
    },
  })
  const launches = {
    s2spice: createActor(machine).start(),
    inductance: createActor(machine).start(),
    impedance: createActor(machine).start(),
  }

  return {
    launches,

    /** The first step of a logout: closes the window of S2SPice. */
    closeOpenedTool: () => {
      if (closeToolWindow('s2spice')) return
      const name = toolStore.read('openedS2SPiceWindowName')
      if (name && !closeWindowNamed(name)) launches.s2spice.send({ type: 'popup.blocked' })
      if (!name) console.warn('There is no known tool window to close.')
    },

    /** The second step of a logout: logs out of the tool. */
    logOutOfTool: async () => {
      const token = toolStore.read('jwtToken')
      const toolServer = toolStore.read('s2spiceApiUrl')
      toolStore.clear()
      if (!token || !toolServer) {
        console.warn('There is no known tool session, so the tool logout is skipped.')
        return
      }
      const { logOutOfTool } = await import('../api/tool-server')
      await logOutOfTool(toolServer, token, AbortSignal.timeout(answerTimeoutMs))
      console.info('Logged out of the tool.')
    },
  }
}
