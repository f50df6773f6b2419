import { act, cleanup, configure } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  fromCallback,
  fromPromise,
  type SnapshotFrom,
} from 'xstate'

import { transitionKey, type TransitionKey, type WorldEvent } from './model'
import type { Material, Situation, Stage } from './surface'

/** A machine as passed to a view: the test ends its actors, and all transitions are recorded. */
export type Play<M extends AnyStateMachine> = {
  stage: Stage<M>
  /** The actors that were started since the last call, and what they were given. */
  started: () => { src: string; input: unknown }[]
  /** The transitions that were actually taken. */
  taken: Set<TransitionKey>
  perform: (event: WorldEvent & AnyEventObject) => Promise<void>
}

type Running = {
  src: string
  resolve?: (output: unknown) => void
  reject?: (error: unknown) => void
  sendBack?: (event: AnyEventObject) => void
}

/** Whether another delay of the same length is running. */
const endsTogether = ({ _nodes, machine }: AnyMachineSnapshot, event: WorldEvent & { kind: 'after' }) => {
  const lengthOf = (delay: unknown) => Number(machine.implementations.delays[delay as never] ?? delay)
  return _nodes.some((node) =>
    node.after.some(({ delay, eventType }) => eventType !== event.type && lengthOf(delay) === event.delay),
  )
}

/** Waits for pending promises and for React to render the result. */
export const settle = () =>
  act(async () => {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  })

/** Faked as well: jsdom implements animation frames with its own interval, which would not survive the first test. */
const frames = ['requestAnimationFrame', 'cancelAnimationFrame'] as const
const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const

/** Stops time until the test advances it. Testing Library requires a `jest` global to detect fake timers. */
export function holdTime() {
  // StrictMode creates two machines per view, and the test would use the one that React discards.
  configure({ reactStrictMode: false })
  vi.useFakeTimers({ toFake: [...timers, ...frames] })
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
}

/** Sets up a test of a machine with its view. */
export function setStage<M extends AnyStateMachine>(
  machine: M,
  { done, situations }: Pick<Material<M>, 'done' | 'situations'>,
  name: string,
): Play<M> {
  const situation: Situation<M> = situations[name] ?? {}
  holdTime()
  const running = new Map<string, Running>()
  const taken = new Set<TransitionKey>()
  let started: { src: string; input: unknown }[] = []
  let actor: AnyActorRef | null = null
  const current = () => {
    if (!actor) throw new Error('The view has not started its machine.')
    return actor
  }

  const actors = Object.fromEntries(
    // Replace invoked and spawned actors alike.
    Object.keys(machine.implementations.actors).map((src) => [
      src,
      done[src as keyof typeof done] !== null
        ? fromPromise(
            ({ self, input }) =>
              new Promise((resolve, reject) => {
                started.push({ src, input })
                running.set(self.id, { src, resolve, reject })
              }),
          )
        : fromCallback(({ self, sendBack, input }) => {
            started.push({ src, input })
            running.set(self.id, { src, sendBack })
            return () => void running.delete(self.id)
          }),
    ]),
  )
  const guards = Object.fromEntries(Object.entries(situation.guards ?? {}).map(([guard, is]) => [guard, () => is]))
  /** Observes the machine's actor, even if the view provides other implementations. */
  const observed = (one: M): M => {
    const begin = one.getInitialSnapshot.bind(one)
    const provide = one.provide.bind(one)
    one.getInitialSnapshot = (scope, input) => {
      actor = scope.self
      scope.system.inspect((inspected) => {
        if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== scope.self) return
        for (const transition of inspected._transitions) taken.add(transitionKey(transition as never))
      })
      return begin(scope, (situation.input ?? input) as never)
    }
    one.provide = (implementations) => observed(provide(implementations) as M)
    return one
  }
  const provided = observed(machine.provide({ actors, guards } as never) as M)

  const stage: Stage<M> = {
    machine: provided,
    user: userEvent.setup({ delay: null }),
    situation: name,
    input: situation.input,
    send: (event) => act(() => current().send(event as AnyEventObject)),
    report: (source, event) => {
      const found = [...running.values()].find(({ src, sendBack }) => src === source && sendBack)
      if (!found) throw new Error(`${source} is not running.`)
      act(() => found.sendBack?.(event))
    },
    snapshot: () => current().getSnapshot() as SnapshotFrom<M>,
  }

  const end = (event: WorldEvent & AnyEventObject) => {
    if (event.kind === 'after') {
      // Two delays of the same length would end together, but a path contains the end of only one.
      if (endsTogether(current().getSnapshot() as AnyMachineSnapshot, event)) current().send({ type: event.type })
      else vi.advanceTimersByTime(event.delay)
      return
    }
    const { resolve, reject } = running.get(event.actorId) ?? {}
    if (event.kind === 'done') resolve?.(event['output'])
    else if (reject) reject(event['error'])
    // A callback actor can fail only by throwing when it starts, so send the machine the error event that it would then
    // receive.
    else current().send({ type: event.type, error: event['error'], actorId: event.actorId })
  }

  return {
    stage,
    started: () => {
      const latest = started
      started = []
      return latest
    },
    taken,
    perform: async (event) => {
      act(() => end(event))
      await settle()
    },
  }
}

/** Cleans up after a test path. */
export function clearStage() {
  cleanup()
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}
