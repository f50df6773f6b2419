/** Freezes PostgreSQL while the program is using it (SIGSTOP to each PostgreSQL process). */
import { readFile, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Member, type Program, startProgram } from '../support/program'

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

test('a frozen database causes 503 within seconds, and everything works when it resumes', async () => {
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
  const page = await fetch(`${program.config.oidc.issuer}/account`, { headers: { accept: 'text/html' } })
  expect(page.status).toBeLessThan(600)

  await signalAll('SIGCONT')
  expect((await program.anonymous.call('GET', '/v1/health')).status).toBe(200)
  expect((await projects()).status).toBe(200)
})

test('a frozen database does not prevent the program from exiting', async () => {
  await signalAll('SIGSTOP')
  const pending = member.call('GET', '/v1/projects').catch(() => null)
  expect(await program.terminate()).toBe(0)
  await pending
})
