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
  let use = () => {}
  const idle = pending()
  const loads: ReturnType<typeof pending>[] = []
  const actor = createActor(
    pageCodeMachine.provide({
      actors: {
        followVisitor: fromCallback<{ type: string }>(({ sendBack }) => {
          use = () => sendBack({ type: 'page.used' })
          return () => void (use = () => {})
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
  return { actor, use: () => use(), idle, loads, is }
}

test('the code is loaded once the page is open and the browser is idle', async () => {
  const { actor, idle, loads, is } = start()
  idle.resolve()
  await idle.promise
  expect(loads).toHaveLength(0)
  actor.send({ type: 'page.opened' })
  await is('loading')
  loads[0]?.resolve()
  await is('loaded')
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

test('a page that has to show something new loads it below the overlay', () => {
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
