// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'

import * as requests from '../../../machines/requests/requests.machine'
import { tellChanges } from '../../../src/workspace/live/running-changes'
import { connectRequests } from '../../../src/workspace/requests/machines'
import { simulationRequest } from '../../model/wizard/request-samples'

/** Opens r1 in the list of the requests of p1. `missing` names the calls that the API rejects with 404. */
function open() {
  const missing = new Set<string>()
  const call = async <Result>(name: string, result: Result) => {
    if (missing.has(name)) throw Object.assign(new Error('Not found.'), { status: 404 })
    return result
  }
  const orders = {
    getSimulationRequest: (id: string) => call('request', simulationRequest({ id })),
    listSimulationRequests: () => call('list', { requests: [simulationRequest()], next: null }),
  }
  const api = { orders: async () => orders, notices: async () => ({ read: async () => {} }) }
  const user = { uid: 'u1', uname: 'user', uemail: 'user@example.com' }
  const { requests: machine } = connectRequests(api as never, () => user)
  const filter = { ...requests.noFilter, projectId: 'p1' }
  const actor = createActor(machine, { input: { openId: 'r1', filter } }).start()
  const updated = async () => {
    tellChanges(api, null)
    const snapshot = await waitFor(actor, (one) => !one.matches({ loaded: { resting: 'updating' } }))
    return [requests.openRequestOf(snapshot)?.id ?? null, requests.isMissing(snapshot)]
  }
  return { actor, missing, updated }
}

test('an open request stays open while the list of its deleted project is rejected', async () => {
  const { actor, missing, updated } = open()
  await waitFor(actor, (snapshot) => snapshot.matches({ loaded: { resting: 'current' } }))
  missing.add('list')
  expect(await updated()).toEqual(['r1', false])
  expect(actor.getSnapshot().matches({ loaded: { resting: 'outdated' } })).toBe(true)
})

test('an open request that is rejected is missing, and is shown once it is back', async () => {
  const { actor, missing, updated } = open()
  await waitFor(actor, (snapshot) => snapshot.matches({ loaded: { resting: 'current' } }))
  missing.add('request')
  expect(await updated()).toEqual([null, true])
  missing.clear()
  expect(await updated()).toEqual(['r1', false])
})
