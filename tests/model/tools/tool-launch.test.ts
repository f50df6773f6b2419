import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import {
  LoginRequired,
  PopupBlocked,
  type ToolId,
  toolLaunchMachine,
  type ToolWindow,
} from '../../../machines/tools/tool-launch.machine'
import { covers } from '../../spec-coverage/covers'

describe('tool launch', () => {
  type World = {
    open?: () => Promise<ToolWindow>
    find?: () => Promise<string | null>
    logIn?: () => Promise<void>
  }
  const start = (world: World = {}) => {
    const done: string[] = []
    const actor = createActor(
      toolLaunchMachine.provide({
        actors: {
          openWindow: fromPromise<ToolWindow, { tool: ToolId }>(({ input }) => {
            done.push(`window ${input.tool}`)
            return (world.open ?? (async () => 'fresh' as const))()
          }),
          findAddress: fromPromise<string | null, { tool: ToolId }>(
            world.find ?? (async () => 'https://tool.example/'),
          ),
          logIn: fromPromise<void, { tool: ToolId }>(({ input }) => {
            done.push(`log in for ${input.tool}`)
            return (world.logIn ?? (async () => {}))()
          }),
        },
        actions: {
          navigate: (_, { tool, address }) => void done.push(`${tool} to ${address}`),
          closeWindow: (_, tool) => void done.push(`close ${tool}`),
          showWindow: (_, tool) => void done.push(`show ${tool}`),
        },
      }),
    )
    actor.on('notice', ({ text }) => done.push(text))
    actor.start()
    actor.send({ type: 'tool.requested', tool: 's2spice', toolName: 'S2SPice Tool' })
    return { actor, done, resting: () => waitFor(actor, (snapshot) => snapshot.matches('resting')) }
  }

  test('opens the window within the click, then loads the tool in it', async () => {
    const { done, resting } = start()
    expect(done).toEqual(['window s2spice'])
    await resting()
    expect(done).toEqual(['window s2spice', 's2spice to https://tool.example/'])
  })

  test('asks to allow popups if the window is blocked', async () => {
    covers('8-popup-blocked')
    const { done, resting } = start({ open: () => Promise.reject(new PopupBlocked()) })
    await resting()
    expect(done.at(-1)).toBe('Please allow popups for this site to open the tool.')
  })

  test('starts over when the tool is requested again, because its window may have been closed', async () => {
    let finds = 0
    const { actor, done, resting } = start({
      find: () => (++finds === 1 ? new Promise(() => {}) : Promise.resolve('https://tool.example/')),
    })
    await waitFor(actor, (snapshot) => snapshot.matches('findingAddress'))
    actor.send({ type: 'tool.requested', tool: 's2spice', toolName: 'S2SPice Tool' })
    await resting()
    expect(done).toEqual(['window s2spice', 'window s2spice', 's2spice to https://tool.example/'])
  })

  test('closes the window of a tool without a URL', async () => {
    covers('4-tool-no-url', '8-tool-unavailable', 'decisions-tool-address-null')
    const { done, resting } = start({ find: async () => null })
    await resting()
    expect(done.slice(1)).toEqual([
      'close s2spice',
      'The tool S2SPice Tool is temporarily not available. Please try again later.',
    ])
  })

  test('keeps the window of an open tool when the tool fails', async () => {
    const { done, resting } = start({ open: async () => 'kept', find: () => Promise.reject(new Error('down')) })
    await resting()
    expect(done.slice(1)).toEqual(['Failed to open S2SPice tool. Please try again later.'])
  })

  test('asks a visitor to log in first if the tool requires it', async () => {
    let isSignedIn = false
    const { done, resting } = start({
      find: () => (isSignedIn ? Promise.resolve('https://tool.example/') : Promise.reject(new LoginRequired())),
      logIn: async () => void (isSignedIn = true),
    })
    await resting()
    expect(done.slice(1)).toEqual(['log in for s2spice', 's2spice to https://tool.example/'])
  })

  test('only shows the window when the tool is requested again during the login', async () => {
    const { actor, done } = start({
      find: () => Promise.reject(new LoginRequired()),
      logIn: () => new Promise(() => {}),
    })
    await waitFor(actor, (snapshot) => snapshot.matches('loggingIn'))
    actor.send({ type: 'tool.requested', tool: 's2spice', toolName: 'S2SPice Tool' })
    expect(done.slice(1)).toEqual(['log in for s2spice', 'show s2spice'])
    expect(actor.getSnapshot().matches('loggingIn')).toBe(true)
    actor.stop()
  })

  test('closes the window of an unfinished login, and shows an error', async () => {
    const { done, resting } = start({
      find: () => Promise.reject(new LoginRequired()),
      logIn: () => Promise.reject(new Error('closed')),
    })
    await resting()
    expect(done.slice(1)).toEqual([
      'log in for s2spice',
      'close s2spice',
      'The login was not completed, so the tool was not opened.',
    ])
  })

  test('closes the window when the tool fails', async () => {
    covers('8-tool-failed', 'decisions-tool-info-failed')
    const { done, resting } = start({ find: () => Promise.reject(new Error('down')) })
    await resting()
    expect(done.slice(1)).toEqual(['close s2spice', 'Failed to open S2SPice tool. Please try again later.'])
  })
})
