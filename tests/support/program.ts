/** Runs the program in a separate process, on the loopback interface, with PostgreSQL if TEST_DATABASE_URL is set. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { readConfig, type ServerConfig } from '../../server/config'
import { caller, type Caller } from '../api/caller'
import { spawnServer } from './server-process'
import { signIn } from './sign-in'
import { freePorts } from '../../scripts/run/free-ports.mjs'
import { createMigratedDatabase } from './stack'

export type Member = Caller & { id: string; username: string }

export type Program = {
  config: ServerConfig
  anonymous: Caller
  member(username: string): Promise<Member>
  /** Asks the program to exit (SIGTERM); resolves with its exit code. */
  terminate(): Promise<number | null>
  stop(): Promise<void>
}

/** Signs in at the embedded provider of a running server. */
export async function signedIn(config: ServerConfig, username: string): Promise<Member> {
  const { tokens } = await signIn({ config }, username)
  const member = caller(`${config.publicUrl}/api`, tokens.access_token)
  return { ...member, ...(await member.call<{ id: string; username: string }>('GET', '/v1/users/me')).body }
}

/** `settings` are variables besides the ports, data folder and database. */
export async function startProgram(settings: Record<string, string> = {}): Promise<Program> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'program-'))
  const database = await createMigratedDatabase()
  const env = {
    PORT: String(await freePorts(4)),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
    ...settings,
  }
  const config = readConfig(env)
  const server = spawnServer(env)
  await server.ready
  return {
    config,
    anonymous: caller(`${config.publicUrl}/api`),
    member: (username) => signedIn(config, username),
    terminate() {
      server.child.kill('SIGTERM')
      return server.ended.then(({ code }) => code)
    },
    async stop() {
      server.child.kill('SIGKILL')
      await server.ended
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
