/** Freezes PostgreSQL while the program is using it (SIGSTOP to each PostgreSQL process). */
import { readFile, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { createProject, expected, upload } from '../api/caller'
import { authorizationRequest, createVisitor, signIn } from '../support/sign-in'
import { type Member, type Program, startProgram } from '../support/program'

type Schemas = components['schemas']

let program: Program
let member: Member
const server = Number(process.env['HOSTILE_POSTGRES_PID'])
beforeAll(async () => {
  program = await startProgram()
  member = await program.member('user')
})
afterAll(async () => {
  await signalAll('SIGCONT')
  await program.stop()
})

async function signalAll(signal: NodeJS.Signals) {
  for (const pid of [server, ...(await childrenOf(server))]) process.kill(pid, signal)
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return pids.filter((_, n) => stats[n]?.slice(stats[n].lastIndexOf(')')).split(' ')[2] === String(parent)).map(Number)
}

/** Prepares the pages that the server renders, and returns for each a call that needs the database. */
async function renderedPages(): Promise<Record<string, () => Promise<Response>>> {
  const visit = createVisitor()
  const { url } = authorizationRequest(program)
  const started = await visit.visit(url)
  const signInPage = new URL(started.headers.get('location') ?? '', program.config.oidc.issuer).href
  const { visitor } = await signIn(program, 'user')

  const manager = await program.member('manager')
  const project = await createProject(manager)
  const [file] = await upload(manager, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const json = { expires_in_days: 7 }
  const share = expected(await manager.call<Schemas['Share']>('POST', `/v1/files/${file?.id}/share`, { json }), 201)
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const inputs = { layout_file_id: file?.id, stackup_file_id: null, material_file_id: null }
  const order = { project_id: project.id, ...inputs, total: 1000, si: [], pi: [row] }
  const checkout = expected(await manager.call<Schemas['Checkout']>('POST', '/payments/checkout', { json: order }), 200)

  const html = { headers: { accept: 'text/html' } }
  const form = { ...html, method: 'POST', body: new URLSearchParams({ username: 'user', password: 'wrong' }) }
  return {
    'the start of a sign-in': () => createVisitor().visit(url, html),
    'the sign-in page': () => visit.visit(signInPage, html),
    'the sent sign-in page': () => visit.visit(signInPage, form),
    'the account page': () => visitor.visit(`${program.config.oidc.issuer}/account`, html),
    'the page of a share link': () => fetch(share.url, html),
    'the payment page': () => fetch(checkout.url, html),
  }
}

const statusesOf = async (pages: Record<string, () => Promise<Response>>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(pages).map(async ([name, call]) => [name, (await call()).status] as const)),
  )

test('a frozen database causes 503 within seconds, and everything works when it resumes', async () => {
  const pages = await renderedPages()
  const working = await statusesOf(pages)
  expect(Object.values(working).filter((status) => status >= 400)).toEqual([])
  const projects = () => member.call('GET', '/v1/projects')
  expect((await projects()).status).toBe(200)
  await signalAll('SIGSTOP')
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, projects),
    ...Array.from({ length: 20 }, () => program.anonymous.call('GET', '/v1/health')),
  ])
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('retry-after'), body.message]).toEqual([
      ...[503, '5', expect.stringContaining('The database is not responding')],
    ])
  }
  const shown = Object.entries(pages).map(async ([name, call]) => {
    const page = await call()
    return [name, page.status, page.headers.get('retry-after'), await page.text()]
  })
  for (const answer of await Promise.all(shown)) {
    expect(answer).toEqual([answer[0], 503, '5', expect.stringContaining('The database is not responding')])
  }

  await signalAll('SIGCONT')
  expect((await program.anonymous.call('GET', '/v1/health')).status).toBe(200)
  expect((await projects()).status).toBe(200)
  expect(await statusesOf(pages)).toEqual(working)
})

test('a frozen database does not prevent the program from exiting', async () => {
  await signalAll('SIGSTOP')
  const pending = member.call('GET', '/v1/projects').catch(() => null)
  expect(await program.terminate()).toBe(0)
  await pending
})
