/** The services that nodes share: PostgreSQL and an S3 server. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { startPostgres } from '../../scripts/run/postgres.mjs'
import { startVersitygw } from '../../scripts/run/versitygw.mjs'
import { createTestBucket } from '../support/services/bucket'
import { createTestDatabase } from '../support/stack'

export type Services = Awaited<ReturnType<typeof startServices>>

export async function startServices() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'services-'))
  // PostgreSQL may run as another user, which needs to traverse this folder.
  await chmod(folder, 0o711)
  const [home, store] = [path.join(folder, 'postgres'), path.join(folder, 's3')]
  for (const one of [home, store]) await mkdir(one)
  const postgres = await startPostgres(home)
  if (postgres.missing !== undefined) throw new Error(postgres.missing)
  const startS3 = async (port?: number) => {
    const started = await startVersitygw(store, port)
    if (started.missing !== undefined) throw new Error(started.missing)
    return started
  }
  let s3 = await startS3()
  const { url: s3Url } = s3

  return {
    /** The process ids of the two servers. */
    pids: () => ({ database: postgres.pid, storage: s3.pid }),
    restartDatabase: () => postgres.restart(),
    /** Kills the S3 server. The returned function starts it again at the same address. */
    async cutStorage() {
      await s3.stop('SIGKILL')
      return async () => {
        s3 = await startS3(Number(new URL(s3Url).port))
      }
    },
    /** Creates an empty database and an empty bucket. */
    async newInstallation() {
      const database = await createTestDatabase(postgres.url)
      const bucket = await createTestBucket(s3Url)
      if (!database || !bucket) throw new Error('A database or a bucket is missing.')
      return { databaseUrl: database.url, bucket: bucket.env }
    },
    async stop() {
      await postgres.stop()
      await s3.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
