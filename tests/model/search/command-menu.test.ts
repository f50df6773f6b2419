import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import type { FoundRequest } from '../../../machines/search/command-items'
import {
  activeOf,
  commandMenuMachine,
  type FoundFiles,
  itemsOf,
  searchFailureOf,
} from '../../../machines/search/command-menu.machine'

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

test('the entry that the user has selected stays selected when requests and files arrive', async () => {
  const clock = new SimulatedClock()
  const request = {
    ...{ id: 'r1', number: 'R-1', project_id: 'p1' },
    project_name: 'Request hub',
    status: 'paid' as const,
  }
  const file = {
    ...{ id: 'f1', name: 'request.csv', project_id: 'p1', project_name: 'Request hub' },
    folderId: 'inputs',
    uploaded_at: '2026-01-02T03:04:05Z',
  }
  let answerRequests = (_: FoundRequest[]) => {}
  let answerFiles = (_: FoundFiles) => {}
  const actor = createActor(
    commandMenuMachine.provide({
      actors: {
        loadRequests: fromPromise<FoundRequest[]>(() => new Promise((resolve) => (answerRequests = resolve))),
        findFiles: fromPromise<FoundFiles, { query: string }>(() => new Promise((resolve) => (answerFiles = resolve))),
      },
    }),
    { input: { projects: [{ id: 'p1', name: 'Request hub' }] }, clock },
  ).start()
  actor.send({ type: 'query.typed', query: 'request' })
  clock.increment(150)
  const selected = () => itemsOf(actor.getSnapshot())[activeOf(actor.getSnapshot())]?.name
  actor.send({ type: 'item.moved', by: 1 })
  actor.send({ type: 'item.moved', by: 1 })
  expect(selected()).toBe('My simulation requests')
  answerRequests([{ ...request, total: 100 }])
  await waitFor(actor, (snapshot) => snapshot.matches({ requests: 'known' }))
  expect(selected()).toBe('My simulation requests')
  answerFiles({ files: [file], more: false })
  await waitFor(actor, (snapshot) => snapshot.matches({ files: 'resting' }))
  expect(selected()).toBe('My simulation requests')
  expect(itemsOf(actor.getSnapshot())).toHaveLength(5)
})
