/** An installation whose nodes a test kills at exact points, and what must hold afterwards. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished } from 'vitest'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import type { components } from '../../openapi/generated/product'
import { readConfig } from '../../server/config'
import { openDatabase } from '../../server/database/database'
import { findings, repair } from '../../server/files/verification'
import { openStorage } from '../../server/storage/open-storage'
import { caller, expected } from '../api/caller'
import { signIn } from '../support/sign-in'
import { killPoint } from './kill-point'
import { startSupervised, verify } from './nodes'
import type { Services } from './services'

const DAY_MS = 24 * 60 * 60 * 1000

/** Prepares a new installation before each test of the suite that calls this. */
export function crashSteps(kind: 'disk' | 'S3', servicesOf: () => Services) {
  let settings: Record<string, string>
  beforeEach(async () => {
    const { databaseUrl, bucket } = await servicesOf().newInstallation()
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'crash-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const port = String(await freePorts(4))
    settings = { PORT: port, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...(kind === 'S3' && bucket) }
  })

  const start = async () => {
    const node = await startSupervised(settings)
    onTestFinished(() => node.kill())
    return node
  }
  const enter = async (username = 'user') => {
    const config = readConfig(settings)
    const { tokens } = await signIn({ config }, username)
    const who = caller(`${config.publicUrl}/api`, tokens.access_token)
    return { ...who, ...expected(await who.call<components['schemas']['User']>('GET', '/v1/users/me'), 200) }
  }
  const at = (point: Omit<Parameters<typeof killPoint>[1], 'at'>, moment: 'statement' | 'commit' = 'statement') =>
    killPoint(settings['DATABASE_URL'] ?? '', { ...point, at: moment })

  /** Runs `work` with the database and storage of the killed node. */
  async function withParts<Result>(
    work: (parts: {
      db: Awaited<ReturnType<typeof openDatabase>>['db']
      storage: Awaited<ReturnType<typeof openStorage>>
    }) => Promise<Result>,
  ) {
    const config = readConfig(settings)
    const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
    try {
      return await work({ db: database.db, storage: await openStorage(config) })
    } finally {
      await database.close()
    }
  }

  /** Leftovers are deleted only when they are at least a day old, so the check runs with a date two days ahead. */
  const assertClean = async (orphans: number) => {
    expect(await verify(settings, '--hashes')).toEqual({ code: 0, output: '0 found, 0 repaired\n' })
    await withParts(async (parts) => {
      const tomorrow = { ...parts, hashes: true, now: new Date(Date.now() + 2 * DAY_MS) }
      let repaired = 0
      for await (const finding of findings(tomorrow)) {
        expect(['orphan', 'leftover']).toContain(finding.kind)
        expect(await repair(parts, finding)).toBe(true)
        repaired++
      }
      expect(repaired).toBe(orphans)
      for await (const finding of findings(tomorrow)) expect(finding).toBeUndefined()
    })
  }

  const contentOf = async (who: Awaited<ReturnType<typeof enter>>, id: string) => {
    const answer = await who.call('GET', `/v1/files/${id}/download`)
    return [answer.status, createHash('sha256').update(answer.bytes).digest('hex')]
  }

  return { start, enter, at, withParts, assertClean, contentOf, env: () => settings }
}
