/** Starts the program as users do, in real processes, and checks its output and exit codes. */
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '../../server/config'
import { runServer } from '../support/server-process'
import { callToken, signIn } from '../support/sign-in'
import { freePorts } from '../../scripts/run/free-ports.mjs'

let folder: string
let dataDir: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'start-'))
  dataDir = path.join(folder, 'data')
  port = await freePorts(4)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settings = (more: Record<string, string> = {}) => ({ PORT: String(port), DATA_DIR: dataDir, ...more })

/** The result of a start that fails with exactly one line on stderr and no other output. */
const oneLine = (text: string) => ({ code: 1, out: '', err: `${text}\n` })

describe('a start', () => {
  test('prints the URL and the accounts, stops on Ctrl-C, and restores everything on the next start', async () => {
    const first = runServer(settings())
    await first.ready
    const config = readConfig(settings())
    const { tokens } = await signIn({ config }, 'manager')
    const health = await fetch(`${config.publicUrl}/api/v1/file-types`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(health.status).toBe(200)

    first.child.kill('SIGINT')
    const { code, out, err } = await first.ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`Open http://localhost:${port}\n`)
    expect(out).toMatch(/manager +solder-mask +user, project_manager/)
    expect(out).toContain(`Data: ${dataDir}`)
    expect(await readdir(dataDir)).not.toContain('lock')

    const second = runServer(settings())
    await second.ready
    const refreshed = await callToken({ config }, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(refreshed.status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.ended).toMatchObject({ code: 0, err: '' })
  }, 120_000)

  test('after a crash takes over the folder', async () => {
    const first = runServer(settings())
    await first.ready
    first.child.kill('SIGKILL')
    await first.ended
    expect(await readdir(dataDir)).toContain('lock')
    const second = runServer(settings())
    await second.ready
    second.child.kill('SIGINT')
    expect(await second.ended).toMatchObject({ code: 0, err: '' })
  }, 120_000)

  test('with a folder in use reports the folder and the other process', async () => {
    const first = runServer(settings())
    await first.ready
    const second = await runServer(settings({ PORT: String(await freePorts(4)) })).ended
    expect(second).toEqual(
      oneLine(
        `The data folder ${dataDir} is in use by process ${first.child.pid}: stop it or set DATA_DIR to another folder.`,
      ),
    )
    first.child.kill('SIGINT')
    expect(await first.ended).toMatchObject({ code: 0, err: '' })
  }, 120_000)

  const loopback = Object.values(os.networkInterfaces())
    .flatMap((cards) => cards ?? [])
    .filter((card) => card.internal)
  const addresses = ['127.0.0.1', '::1'].filter((address) => loopback.some((card) => card.address === address))
  test.each(addresses)('with a port in use only on %s is rejected too', async (address) => {
    const base = await freePorts(4)
    const other = net.createServer().listen(base, address)
    await once(other, 'listening')
    try {
      expect((await runServer(settings({ PORT: String(base) })).ended).err).toContain(`Port ${base} is in use`)
    } finally {
      other.close()
    }
  })

  test.each([0, 1, 2, 3])('with a busy port (PORT + %i) reports it and PORT', async (offset) => {
    const base = await freePorts(4)
    const other = net.createServer().listen(base + offset, 'localhost')
    await once(other, 'listening')
    try {
      const ended = await runServer(settings({ PORT: String(base) })).ended
      expect(ended).toEqual(
        oneLine(
          `Port ${base + offset} is in use by another program: stop it, or set PORT to another number (the server uses PORT and the next three ports).`,
        ),
      )
      expect(await readdir(dataDir)).not.toContain('lock')
    } finally {
      other.close()
    }
  })

  test('with a data folder that cannot be created reports it and DATA_DIR', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    for (const wrong of [file, path.join(file, 'below')]) {
      expect(await runServer(settings({ DATA_DIR: wrong })).ended).toEqual(
        oneLine(
          `The data folder ${wrong} cannot be used (there is a file in its place): correct this or set DATA_DIR to another folder.`,
        ),
      )
    }
  })

  test('with a damaged database reports its folder', async () => {
    const damaged = path.join(folder, 'damaged')
    await mkdir(path.join(damaged, 'database'), { recursive: true })
    await writeFile(path.join(damaged, 'database', 'postgresql.conf'), '')
    expect(await runServer(settings({ DATA_DIR: damaged })).ended).toEqual(
      oneLine(
        `The database in ${path.join(damaged, 'database')} is damaged and cannot be opened. Nothing was deleted. Replace that folder with a backup, or move it away to start with an empty database.`,
      ),
    )
  })

  test('with an invalid setting reports it', async () => {
    expect(await runServer(settings({ PORT: 'many' })).ended).toEqual(
      oneLine('PORT must be a whole number (it is "many").'),
    )
  })

  test('without its database reports the address and DATABASE_URL, but never the password', async () => {
    const free = await freePorts(1)
    const address = `postgres://someone:secret@127.0.0.1:${free}/boards`
    expect(
      await runServer(settings({ DATABASE_URL: address, DATA_DIR: path.join(folder, 'no-database') })).ended,
    ).toEqual(
      oneLine(
        `The database boards at 127.0.0.1:${free} cannot be used (connect ECONNREFUSED 127.0.0.1:${free}): start it or correct DATABASE_URL.`,
      ),
    )
  })
})
