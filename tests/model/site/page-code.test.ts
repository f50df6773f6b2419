import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import { pageCodeMachine } from '../../../machines/site/page-code.machine'

/** A promise that the test settles. */
function pending() {
  let resolve = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((...settle) => ([resolve, reject] = settle))
  return { promise, resolve, reject }
}

/** Starts the machine with fake actors. */
function start() {
  let report = (_type: string) => {}
  let fetches = 0
  const idle = pending()
  const loads: ReturnType<typeof pending>[] = []
  const actor = createActor(
    pageCodeMachine.provide({
      actors: {
        followVisitor: fromCallback<{ type: string }>(({ sendBack }) => {
          report = (type) => sendBack({ type })
          return () => void (report = () => {})
        }),
        fetchAhead: fromCallback(() => {
          fetches += 1
        }),
        waitForIdle: fromPromise<void>(() => idle.promise),
        loadCode: fromPromise<void>(() => {
          const load = pending()
          loads.push(load)
          return load.promise
        }),
      },
    }),
  ).start()
  const is = (state: 'loading' | 'loaded' | 'failed') => waitFor(actor, (snapshot) => snapshot.matches(state))
  return {
    actor,
    use: () => report('page.used'),
    notice: () => report('visitor.noticed'),
    idle,
    loads,
    fetches: () => fetches,
    is,
  }
}

test('while nobody does anything, the code of an open page is fetched but not run', async () => {
  const { actor, idle, loads, fetches } = start()
  expect(fetches()).toBe(0)
  actor.send({ type: 'page.opened' })
  idle.resolve()
  await idle.promise
  expect(fetches()).toBe(1)
  expect(loads).toHaveLength(0)
})

test('once the visitor does something, it is loaded when the browser is idle', async () => {
  const { actor, notice, idle, loads, is } = start()
  actor.send({ type: 'page.opened' })
  notice()
  expect(loads).toHaveLength(0)
  idle.resolve()
  await is('loading')
  loads[0]?.resolve()
  await is('loaded')
})

test('a visitor who does something behind the overlay does not delay the session check', async () => {
  const { actor, notice, idle, loads, is } = start()
  idle.resolve()
  notice()
  await idle.promise
  expect(loads).toHaveLength(0)
  actor.send({ type: 'page.opened' })
  await is('loading')
  expect(loads).toHaveLength(1)
})

test('the first use loads it earlier, and only once', async () => {
  const { actor, use, loads, is } = start()
  actor.send({ type: 'page.opened' })
  use()
  use()
  actor.send({ type: 'code.needed' })
  expect(loads).toHaveLength(1)
  loads[0]?.resolve()
  await is('loaded')
})

test('a page that has to show something new loads it behind the overlay', () => {
  const { actor, loads } = start()
  actor.send({ type: 'code.needed' })
  expect(loads).toHaveLength(1)
})

test('after a failure the next use tries again', async () => {
  const { actor, use, loads, is } = start()
  actor.send({ type: 'code.needed' })
  loads[0]?.reject(new Error('offline'))
  await is('failed')
  use()
  expect(loads).toHaveLength(2)
  loads[1]?.resolve()
  await is('loaded')
})
