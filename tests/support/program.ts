/** Runs the program in a separate process, on the loopback interface, with PostgreSQL if TEST_DATABASE_URL is set. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { readConfig, type ServerConfig } from '../../server/config'
import { caller, type Caller } from '../api/caller'
import { signIn } from './sign-in'
import { freePorts } from '../../scripts/run/free-ports.mjs'
import { createTestDatabase } from './stack'

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

/** `settings` are variables besides the ports, data folder and database. */
export async function startProgram(settings: Record<string, string> = {}): Promise<Program> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'program-'))
  const database = await createTestDatabase()
  const env = {
    PORT: String(await freePorts(4)),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
    ...settings,
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
