import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import type { FoundRequest } from '../../../machines/search/command-items'
import { commandMenuMachine, type FoundFiles, searchFailureOf } from '../../../machines/search/command-menu.machine'

test('the reason for a failed search stays until a search succeeds', async () => {
  let isDown = true
  const clock = new SimulatedClock()
  const actor = createActor(
    commandMenuMachine.provide({
      actors: {
        loadRequests: fromPromise<FoundRequest[]>(async () => []),
        findFiles: fromPromise<FoundFiles, { query: string }>(async () => {
          if (isDown) throw new Error('The server is down.')
          return { files: [], more: false }
        }),
      },
    }),
    { input: { projects: [] }, clock },
  ).start()
  const resting = () => waitFor(actor, (snapshot) => snapshot.matches({ files: 'resting' }))
  actor.send({ type: 'query.typed', query: 'camera' })
  clock.increment(150)
  expect(searchFailureOf(await resting())).toBe('The server is down.')
  isDown = false
  actor.send({ type: 'search.retried' })
  expect(searchFailureOf(actor.getSnapshot())).toBe('The server is down.')
  clock.increment(150)
  expect(searchFailureOf(await resting())).toBeNull()
})
