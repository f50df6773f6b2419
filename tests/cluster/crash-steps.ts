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
import { armKillPoint, killPoint, type Point, prepareKillPoints } from './kill-point'
import { type Node, startSupervised, verify } from './nodes'
import type { Services } from './services'

const DAY_MS = 24 * 60 * 60 * 1000

/** Where an installation stores its rows and files. */
export type Parts = 'disk' | 'S3' | 'embedded parts'

/**
 * Prepares a new installation before each test of the suite that calls this. `points` are the kill points of the suite,
 * which embedded parts need before a server starts.
 */
export function crashSteps(kind: Parts, servicesOf: () => Services, points: readonly Point[] = []) {
  const isEmbedded = kind === 'embedded parts'
  let settings: Record<string, string>
  let running: Node | null = null
  let isPrepared = false
  beforeEach(async () => {
    isPrepared = false
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'crash-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    settings = { PORT: String(await freePorts(4)), DATA_DIR: dataDir }
    if (isEmbedded) return
    const { databaseUrl, bucket } = await servicesOf().newInstallation()
    settings = { ...settings, DATABASE_URL: databaseUrl, ...(kind === 'S3' && bucket) }
  })

  const prepare = async () => {
    if (isEmbedded && !isPrepared) await withParts(({ db }) => prepareKillPoints(db, points))
    isPrepared = true
  }
  const start = async () => {
    await prepare()
    const node = await startSupervised(settings)
    running = node
    onTestFinished(() => node.kill())
    return node
  }
  const enter = async (username = 'user') => {
    const config = readConfig(settings)
    const { tokens } = await signIn({ config }, username)
    const who = caller(`${config.publicUrl}/api`, tokens.access_token)
    return { ...who, ...expected(await who.call<components['schemas']['User']>('GET', '/v1/users/me'), 200) }
  }
  const at = async (point: Point) => {
    if (!isEmbedded) return killPoint(settings['DATABASE_URL'] ?? '', point)
    await prepare()
    return armKillPoint(settings['DATA_DIR'] ?? '', points.indexOf(point))
  }

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
    // Only one process can open an embedded database.
    if (isEmbedded) await running?.kill()
    expect(await verify(settings, '--hashes')).toEqual({ code: 0, output: '0 found, 0 repaired\n' })
    await withParts(async (parts) => {
      const later = { ...parts, hashes: true, now: new Date(Date.now() + 2 * DAY_MS) }
      let repaired = 0
      for await (const finding of findings(later)) {
        expect(['orphan', 'leftover']).toContain(finding.kind)
        expect(await repair(parts, finding)).toBe(true)
        repaired++
      }
      expect(repaired).toBe(orphans)
      for await (const finding of findings(later)) expect(finding).toBeUndefined()
    })
  }

  const contentOf = async (who: Awaited<ReturnType<typeof enter>>, id: string) => {
    const answer = await who.call('GET', `/v1/files/${id}/download`)
    return [answer.status, createHash('sha256').update(answer.bytes).digest('hex')]
  }

  return { start, enter, at, withParts, assertClean, contentOf, env: () => settings }
}
