import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import {
  LoginRequired,
  PopupBlocked,
  type ToolId,
  toolLaunchMachine,
  type ToolWindow,
} from '../../machines/tools/tool-launch.machine'
import { isUnpaid, paymentReturnMachine, type SimulationRequest } from '../../machines/requests/payment-return.machine'
import { covers } from '../spec-coverage/covers'
import { simulationRequest } from './wizard/request-samples'

describe('payment return', () => {
  const request = (status: SimulationRequest['status']) => simulationRequest({ status, paid: null })
  const start = (answers: (() => Promise<SimulationRequest>)[], hasLeft = false) => {
    const clock = new SimulatedClock()
    let calls = 0
    const dropped: string[] = []
    const actor = createActor(
      paymentReturnMachine.provide({
        actions: { dropSentDraft: (_, { id }) => void dropped.push(id) },
        actors: {
          loadRequest: fromPromise<SimulationRequest, { requestId: string }>(async () => {
            const answer = answers[Math.min(calls++, answers.length - 1)]
            return answer ? answer() : request('draft')
          }),
        },
      }),
      { input: { requestId: 'r1', hasLeft }, clock },
    ).start()
    const notAsking = () => waitFor(actor, (snapshot) => !snapshot.matches('asking'))
    return { actor, clock, notAsking, calls: () => calls, dropped }
  }

  test('polls until the payment is known', async () => {
    covers('decisions-payment-truth')
    const { clock, notAsking, calls, dropped } = start([
      async () => request('awaiting payment'),
      async () => request('paid'),
    ])
    const seen = async () => {
      const { value, context } = await notAsking()
      return [value, context.request?.status]
    }
    expect([await seen(), dropped]).toEqual([['waiting', 'awaiting payment'], []])
    clock.increment(2_000)
    expect(await seen()).toEqual(['paid', 'paid'])
    expect([calls(), dropped]).toEqual([2, [request('paid').id]])
  })

  test('is not awaited after the payment page was left, where it can still be paid', async () => {
    const { actor, notAsking, calls } = start([async () => request('awaiting payment')], true)
    expect((await notAsking()).value).toBe('unpaid')
    expect([calls(), isUnpaid(actor.getSnapshot())]).toEqual([1, true])
  })

  test('which counts even if it came just before the page was left', async () => {
    const { notAsking, dropped } = start([async () => request('paid')], true)
    expect([(await notAsking()).value, dropped]).toEqual(['paid', [request('paid').id]])
  })

  test('gives up after 30 requests, and starts again on demand', async () => {
    let asked = 0
    const { actor, clock, notAsking } = start([async () => ({ ...request('awaiting payment'), total: (asked += 1) })])
    for (let question = 1; question < 30; question += 1) {
      await notAsking()
      clock.increment(2_000)
    }
    expect(await notAsking()).toMatchObject({ value: 'undecided', context: { request: { total: 30 } } })
    expect(asked).toBe(30)
    actor.send({ type: 'status.asked' })
    expect(actor.getSnapshot().value).toBe('asking')
  })

  test('a failed request shows an error and can be repeated', async () => {
    const { actor, notAsking } = start([() => Promise.reject(new Error('')), async () => request('cancelled')])
    expect((await notAsking()).context.failure).toBe('The status of your request could not be loaded.')
    actor.send({ type: 'status.asked' })
    expect((await notAsking()).context).toMatchObject({ failure: null, request: { status: 'cancelled' } })
  })
})

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
