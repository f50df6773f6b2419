/** The stream of changes behind a proxy that buffers each response until it ends. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'

import type { Changes } from '../../../machines/live/changes'
import { askingPauseMs, firstEventMs } from '../../../machines/live/stream-pauses'
import { changeCalls } from '../../../src/api/changes'
import type { ProductApi } from '../../../src/api/product'
import { connectLive } from '../../../src/workspace/live/machines'
import { type ApiServer, startApi } from '../api-server'
import { createProject, upload } from '../caller'

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

/** Starts a proxy that passes on a response only when it is complete. `addresses` contains what was requested. */
async function bufferingProxy(target: string) {
  const addresses: string[] = []
  const proxy = http.createServer((request, response) => {
    addresses.push(request.url ?? '')
    const { method, headers } = request
    const onward = http.request(new URL(request.url ?? '', target), { method, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () => response.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(pieces)))
      answer.on('error', () => response.destroy())
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, addresses }
}

test('other people’s changes arrive behind a proxy that buffers the stream', async () => {
  const person = await api.person('user')
  const project = await createProject(person)
  const { origin, addresses } = await bufferingProxy(new URL(person.base).origin)
  const token = person.authorization['authorization']?.slice('Bearer '.length)
  const calls = changeCalls({
    base: `${origin}${new URL(person.base).pathname.replace(/\/$/, '')}/v1`,
    accessToken: async () => token,
    tabId: 'this tab',
    latestId: () => null,
    onUnauthorized: () => expect.unreachable('The token is valid.'),
  })
  const clock = new SimulatedClock()
  const told: Changes[] = []
  const { liveChanges } = connectLive({ changes: async () => calls } as unknown as ProductApi, () => ({
    uid: person.id,
    uname: person.username,
    uemail: person.email,
  }))
  const machine = liveChanges.provide({
    actors: {
      // This is the only tab, and it is visible.
      joinTabs: fromCallback(({ sendBack }) => sendBack({ type: 'tab.elected' })),
      followRest: fromCallback(() => {}),
    },
    actions: { tell: (_, { changes }) => void told.push(changes) },
  })
  const actor = createActor(machine, { input: { userId: person.id, projects: { send: () => {} } }, clock }).start()
  onTestFinished(() => void actor.stop())
  const requested = (text: string) => addresses.filter((address) => address.includes(text)).length
  const isAsked = (times: number) => expect.poll(() => requested('once=true'), { timeout: 30_000 }).toBe(times)
  const isPausing = () =>
    expect
      .poll(() => actor.getSnapshot().matches({ following: { stream: { here: 'pausing' } } }), { timeout: 30_000 })
      .toBe(true)

  await expect.poll(() => addresses.length, { timeout: 30_000 }).toBe(1)
  clock.increment(firstEventMs)
  await isAsked(1)
  await isPausing()
  clock.increment(10_000)
  told.splice(0)

  await upload(person, project.id, { 'board.brd': 'board' })
  clock.increment(askingPauseMs + 1_000)
  await expect.poll(() => addresses.length, { timeout: 30_000 }).toBe(3)
  clock.increment(firstEventMs)
  await isAsked(2)
  await isPausing()
  clock.increment(10_000)
  expect(told.flat()).toContainEqual({ kind: 'files', projectId: project.id, id: project.id, by: null })
})
