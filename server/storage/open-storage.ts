/** Opens the configured storage: an S3 bucket, or else the folder `<dataDir>/files`. */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { openDiskSpace } from './disk-space'
import { diskStorage } from './disk-storage'
import type { S3Settings } from './s3-storage'
import type { Storage } from './storage'

export type StorageSettings = { s3: S3Settings | null; dataDir: string; diskReserveBytes: number }

export async function openStorage({ s3, dataDir, diskReserveBytes }: StorageSettings): Promise<Storage> {
  // The module is loaded on demand, because the SDK takes a while to load and most installations do not need it.
  if (s3) return (await import('./s3-storage')).openS3Storage(s3)
  const root = path.join(dataDir, 'files')
  await mkdir(root, { recursive: true })
  // Earlier versions received uploads in these separate folders, which are no longer used.
  for (const name of ['incoming', 'unfinished']) await rm(path.join(root, name), { recursive: true, force: true })
  return diskStorage(root, openDiskSpace(root, diskReserveBytes))
}
