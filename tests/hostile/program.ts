/** Runs the program in a separate process, on the loopback interface with PostgreSQL, for tests that attack it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { readConfig, type ServerConfig } from '../../server/config'
import { caller, type Caller } from '../api/caller'
import { signIn } from '../support/sign-in'
import { freePorts } from '../../scripts/run/free-ports.mjs'
import { createTestDatabase } from '../support/stack'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Member = Caller & { id: string; username: string }

export type Program = {
  config: ServerConfig
  anonymous: Caller
  member(username: string): Promise<Member>
  /** Asks the program to exit (SIGTERM); resolves with its exit code. */
  terminate(): Promise<number | null>
  stop(): Promise<void>
}

export async function startProgram(): Promise<Program> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hostile-'))
  const database = await createTestDatabase()
  const env = {
    PORT: String(await freePorts(4)),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
  }
  const config = readConfig(env)
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  for await (const chunk of child.stdout) if (String(chunk).includes('Stop: Ctrl-C')) break

  const base = `${config.publicUrl}/api`
  const anonymous = caller(base)
  return {
    config,
    anonymous,
    async member(username) {
      const { tokens } = await signIn({ config }, username)
      const signedIn = caller(base, tokens.access_token)
      const { body } = await signedIn.call<{ id: string; username: string }>('GET', '/v1/users/me')
      return { ...signedIn, ...body }
    },
    terminate() {
      child.kill('SIGTERM')
      return ended
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Call = () => Promise<{ status: number }>

/**
 * Returns how many times slower the first call is than the second: medians of alternating calls, each of which must
 * return 200.
 */
export async function slowerBy({ abused, untouched }: { abused: Call; untouched: Call }): Promise<number> {
  const times: [number, number][] = []
  const timed = async (call: Call) => {
    const begin = performance.now()
    const { status } = await call()
    if (status !== 200) throw new Error(`It answered ${status}.`)
    return performance.now() - begin
  }
  for (let n = 0; n < CALLS; n++) times.push([await timed(abused), await timed(untouched)])
  const median = (side: 0 | 1) => times.map((pair) => pair[side]).toSorted((a, b) => a - b)[(CALLS - 1) / 2] ?? 0
  return median(0) / median(1)
}

const CALLS = 101
