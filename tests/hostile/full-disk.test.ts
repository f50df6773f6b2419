/** One member fills the disk. The reserved disk space keeps the server working for everyone else. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../server/config'
import { caller, createProject, expected, upload, uploadForm } from '../api/caller'
import { signIn } from '../support/sign-in'
import { mountSmallDisk, type SmallDisk, smallDiskRefusal } from '../support/small-disk'
import { freePorts } from '../../scripts/run/free-ports.mjs'
import type { Member } from '../support/program'

const MB = 1_048_576
const RESERVE_MB = 60
const refusal = smallDiskRefusal()

let disk: SmallDisk
let env: Record<string, string>
beforeAll(async () => {
  if (refusal !== null) return
  disk = await mountSmallDisk(300)
  env = { PORT: String(await freePorts(4)), DISK_RESERVE_MB: String(RESERVE_MB), LOG_LEVEL: 'silent' }
  await disk.start(env).ready
})
afterAll(() => {
  if (refusal === null) disk.unmount()
})

async function member(username: string): Promise<Member> {
  const config = readConfig(env)
  const { tokens } = await signIn({ config }, username)
  const signedIn = caller(`${config.publicUrl}/api`, tokens.access_token)
  const { id } = expected(await signedIn.call<{ id: string }>('GET', '/v1/users/me'), 200)
  return { ...signedIn, id, username }
}

test('a member who fills the disk up to its reserve does not affect other members', async ({ skip }) => {
  if (refusal !== null) return skip(refusal)
  const [attacker, neighbor] = [await member('user'), await member('manager')]
  const own = await createProject(neighbor)
  const [kept] = await upload(neighbor, own.id, { 'kept.txt': 'kept' })
  const target = await createProject(attacker)
  const send = async (n: number) => {
    const form = uploadForm(attacker, { [`${n}.bin`]: new Uint8Array(20 * MB) })
    return attacker.call('POST', `/v1/projects/${target.id}/files`, { form })
  }

  const statuses: number[] = []
  // Together, these files are larger than the disk.
  for (let n = 0; n < 20; n++) statuses.push((await send(n)).status)
  const taken = statuses.indexOf(507)
  expect(taken).toBeGreaterThan(0)
  expect(statuses).toEqual(statuses.map((_, n) => (n < taken ? 201 : 507)))
  expect(disk.freeBytes()).toBeGreaterThan((RESERVE_MB - 20) * MB)

  const late = () =>
    neighbor.call('POST', `/v1/projects/${own.id}/files`, {
      form: uploadForm(neighbor, { 'late.bin': new Uint8Array(20 * MB) }),
    })
  expect(await late()).toMatchObject({
    status: 507,
    body: { message: expect.stringContaining('disk is full, so nothing was stored') },
  })
  const download = await neighbor.call('GET', `/v1/files/${kept?.id}/download`)
  expect([download.status, download.bytes.toString()]).toEqual([200, 'kept'])
  await createProject(neighbor)
  await member('orgadmin')
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
  expected(await neighbor.call('POST', '/v1/contact', { json: message }), 201)

  const files = await attacker.call<{ id: string }[]>('GET', `/v1/projects/${target.id}/files`)
  for (const { id } of expected(files, 200).slice(0, 2)) expected(await attacker.call('DELETE', `/v1/files/${id}`), 204)
  // The files' content is deleted once their deletion can no longer be undone.
  await expect.poll(async () => (await late()).status, { interval: 2000, timeout: 120_000 }).toBe(201)
})
