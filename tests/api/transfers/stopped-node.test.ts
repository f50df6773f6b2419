/** A stopping node gives up its resumable uploads at once, so that another node, or the next process, continues them. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { MB } from '../../../machines/lib/file-size'
import { freePorts } from '../../../scripts/run/free-ports.mjs'
import { readConfig } from '../../../server/config'
import { signedIn } from '../../support/program'
import { runServer } from '../../support/server-process'
import { createTestDatabase } from '../../support/stack'
import { createProject, expected, tusHeaders } from '../caller'

const TUS = { 'tus-resumable': '1.0.0' }

/** The holds in the database; null for an embedded database, which only one process can open. */
async function holds(database: { url: string } | null) {
  if (!database) return null
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query('select held_by from uploads')
  await client.end()
  return rows as unknown[]
}

test('the call of a resumable upload ends with its offset, and its hold is released', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'stopped-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const database = await createTestDatabase()
  onTestFinished(() => database?.drop())
  const settings = {
    PORT: String(await freePorts(4)),
    DATA_DIR: dataDir,
    // A transfer that cannot be resumed may take this long.
    DRAIN_LIMIT_S: '600',
    ...(database && { DATABASE_URL: database.url }),
  }
  const first = runServer(settings)
  await first.ready
  const member = await signedIn(readConfig(settings), 'manager')
  const project = await createProject(member)
  const content = new Uint8Array(32 * MB).map((_, at) => (at * 7) % 251)
  const metadata = { filename: 'board.bin', uid: member.id, uname: member.username }
  const begun = await member.call('POST', `/v1/projects/${project.id}/uploads`, {
    headers: tusHeaders(content.length, metadata),
  })
  const address = `/v1/projects/${project.id}/${begun.headers.get('location')}`

  // Makes progress all the time, but never ends.
  const sending = http.request(`${member.base}${address}`, {
    method: 'PATCH',
    headers: {
      ...{ ...member.authorization, ...TUS, 'upload-offset': '0' },
      ...{ 'content-type': 'application/offset+octet-stream', 'content-length': content.length },
    },
  })
  let at = 24 * MB
  // More than the buffers of a connection, so that the server must have received some of it.
  const flushed = new Promise((resolve) => sending.write(content.subarray(0, at), resolve))
  const progress = setInterval(() => sending.write(content.subarray(at, (at += 10))), 100)
  onTestFinished(() => clearInterval(progress))
  const answered = once(sending, 'response')
  answered.catch(() => undefined)
  await flushed
  if (database) await expect.poll(() => holds(database)).toEqual([{ held_by: expect.any(String) }])

  first.child.kill('SIGTERM')
  const [answer] = (await answered) as [http.IncomingMessage]
  answer.resume()
  const offset = Number(answer.headers['upload-offset'])
  expect(answer.statusCode).toBe(204)
  expect(offset).toBeGreaterThan(0)
  clearInterval(progress)
  sending.destroy()
  expect(await first.ended).toMatchObject({ code: 0, err: '' })
  expect(await holds(database)).toEqual(database && [{ held_by: null }])

  const next = runServer(settings)
  await next.ready
  const { headers } = await member.call('HEAD', address, { headers: TUS })
  expect(headers.get('upload-offset')).toBe(String(offset))
  const stored = expected(
    await member.call<components['schemas']['File']>('PATCH', address, {
      headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: content.subarray(offset),
    }),
    200,
  )
  const { bytes } = await member.call('GET', `/v1/files/${stored.id}/download`)
  expect(bytes.equals(Buffer.from(content))).toBe(true)
}, 180_000)
