/**
 * Requests from a single attacker, some of them under many IP addresses. Other users' requests must still succeed at
 * about the usual speed.
 */
import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createProject, expected, tusHeaders, upload } from '../api/caller'
import { authorizationRequest, createVisitor } from '../support/sign-in'
import { type Member, type Program, startProgram } from '../support/program'
import { slowerBy } from './slower-by'

/** Maximum factor by which an attacked program may be slower than one that is not attacked. */
const UNHARMED = 3
const ORDERS = 30

let program: Program
let control: Program
let attacker: Member
let neighbor: Member
beforeAll(async () => {
  program = await startProgram()
  control = await startProgram()
  attacker = await program.member('user')
  neighbor = await program.member('manager')
})
afterAll(async () => {
  await program.stop()
  await control.stop()
})

async function expectUnharmed() {
  const health = (on: Program) => () => on.anonymous.call('GET', '/v1/health')
  expect(await slowerBy({ abused: health(program), untouched: health(control) })).toBeLessThan(UNHARMED)
}

const visitors = (n: number) => ({ 'x-forwarded-for': `10.${Math.floor(n / 250)}.7.${n % 250}` })

test('deep and wide JSON is rejected, 300 times', async () => {
  const bodies = ['['.repeat(900_000), '{"a":'.repeat(150_000), `[${'0,'.repeat(400_000)}0]`]
  for (let n = 0; n < 300; n++) {
    const headers = { 'content-type': 'application/json', ...visitors(n) }
    const answer = await program.anonymous.call('POST', '/v1/contact', { body: bodies[n % 3] ?? '', headers })
    expect(answer.status).toBe(400)
  }
  await expectUnharmed()
})

test('200 connections that never finish their head or body are closed without delaying others', async () => {
  const begun = 'POST /api/v1/contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  const sent = [begun, `${begun}content-length: 100\r\n\r\n{"name":`]
  const ended = Array.from({ length: 200 }, async (_, n) => {
    const socket = net.connect(program.config.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(sent[n % 2] ?? '')
    return { answered: text(socket) }
  })
  const open = await Promise.all(ended)
  await expectUnharmed()
  for (const answer of await Promise.all(open.map(({ answered }) => answered)))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('300 passwords for one account are rate-limited, and its user can still sign in', async () => {
  const own = createVisitor()
  const who = { username: 'orgadmin', password: 'ground-plane' }
  const begin = async (visitor: typeof own) => {
    const start = await visitor.visit(authorizationRequest(program, { prompt: 'login' }).url)
    return new URL(start.headers.get('location') ?? '', program.config.oidc.issuer).href
  }
  const post = async (visitor: typeof own, form: string, from: number, password: string) => {
    const body = new URLSearchParams({ username: who.username, password })
    return (await visitor.visit(form, { method: 'POST', headers: visitors(from), body })).status
  }
  expect(await post(own, await begin(own), 0, who.password)).toBe(303)

  const guesser = createVisitor()
  const form = await begin(guesser)
  const oneAddress = await Promise.all(Array.from({ length: 150 }, (_, n) => post(guesser, form, 1, `guess ${n}`)))
  expect(oneAddress.filter((status) => status !== 429)).toHaveLength(10)
  const manyAddresses = await Promise.all(
    Array.from({ length: 150 }, (_, n) => post(guesser, form, 2 + n, `guess ${n}`)),
  )
  expect(manyAddresses.filter((status) => status !== 429)).toHaveLength(90)
  expect(await post(own, await begin(own), 3, who.password)).toBe(303)
})

test('300 passwords for a share link are rate-limited', async () => {
  const project = await createProject(neighbor)
  const [file] = await upload(neighbor, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const json = { password: 'the right one' }
  const made = await neighbor.call<{ url: string }>('POST', `/v1/files/${file?.id}/share`, { json })
  const token = expected(made, 201).url.split('/').at(-1)
  const statuses = await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const guess = { json: { password: `guess ${n}` }, headers: visitors(900) }
      return (await program.anonymous.call('POST', `/v1/shares/${token}/download`, guess)).status
    }),
  )
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(290)
})

test('300 uploads started by one member do not prevent others from starting one', async () => {
  const project = await createProject(attacker)
  const begin = (who: Member, projectId: string, name: string) => {
    const headers = tusHeaders(1_000_000, { filename: name, uid: who.id, uname: who.username })
    return who.call('POST', `/v1/projects/${projectId}/uploads`, { headers })
  }
  // The first 100 uploads are accepted, the others refused.
  for (let n = 0; n < 300; n++) {
    expect((await begin(attacker, project.id, `board ${n}.brd`)).status).toBe(n < 100 ? 201 : 429)
  }
  const own = await createProject(neighbor)
  expect((await begin(neighbor, own.id, 'board.brd')).status).toBe(201)
  await expectUnharmed()
})

test('orders of the maximum size do not slow down the list of another member', async () => {
  const [large, small] = [await orderUpTo(program, 1_000, 10_000), await orderUpTo(control, 1, 10)]
  expect(large).toBeGreaterThan(0)
  expect(small).toBe(large)
  const [near, far] = [neighbor, await control.member('manager')]
  const list = (who: Member) => who.call('GET', '/v1/simulation-requests')
  expect(await slowerBy({ abused: () => list(near), untouched: () => list(far) })).toBeLessThan(2)
  await expectUnharmed()
})

/**
 * Sends up to `ORDERS` orders as one member, each with up to `rows` rows, whose signal nets have `netsLength`
 * characters (the API allows at most 10,000). Returns the number of accepted orders.
 */
async function orderUpTo(on: Program, rows: number, netsLength: number): Promise<number> {
  const orderer = await on.member('user')
  const projects = await orderer.call<{ id: string; fileCount: number }[]>('GET', '/v1/projects')
  const id = projects.body.find(({ fileCount }) => fileCount > 0)?.id
  const files = await orderer.call<{ files: { id: string; fileType: string }[] }>(
    ...(['GET', `/v1/projects/${id}/files?limit=10`] as const),
  )
  const layout = files.body.files.find(({ fileType }) => fileType === 'layout')?.id
  const order = (count: number) => {
    const signal_nets = Array.from({ length: Math.ceil(netsLength / 100) }, (_, n) => String(n).padStart(100, 'N'))
    const texts = { signal_nets, ground_nets: ['GND'], clock_signal: ['CLK'] }
    const row = { interface: 'MIPI-D', speed: '1.5 Gbps', unit_price: 2000, ...texts }
    const si = Array.from({ length: count }, () => row)
    const none = { stackup_file_id: null, material_file_id: null, pi: [] }
    const json = { project_id: id, layout_file_id: layout, ...none, si, total: 2000 * count }
    return orderer.call('POST', '/payments/checkout', { json })
  }
  let taken = 0
  // If a limit on rows or bytes rejects the order, retry with half the rows.
  for (let count = rows; count >= 1 && taken === 0; count = Math.floor(count / 2)) {
    for (let n = 0; n < ORDERS; n++) {
      const { status } = await order(count)
      expect([200, 400, 409, 413]).toContain(status)
      if (status !== 200) break
      taken++
    }
  }
  return taken
}
