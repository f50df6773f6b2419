/**
 * Writes a dump of an empty, migrated embedded database to the given path:
 * `tsx server/sample/database-seed.ts dist/database-seed.tar`. New installations start from this dump.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'

import { openDatabase } from '../database/database'

const target = process.argv[2]
if (!target) throw new Error('Usage: database-seed.ts PATH')

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'database-seed-'))
try {
  const database = await openDatabase({ url: null, dataDir, seed: '' })
  await database.close()
  const cluster = await PGlite.create(path.join(dataDir, 'database'))
  const dump = await cluster.dumpDataDir('none')
  await cluster.close()
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, Buffer.from(await dump.arrayBuffer()))
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
