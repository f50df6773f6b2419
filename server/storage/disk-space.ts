/**
 * Tracks the free space of the disk that stores the files. A reserve is left for the database and other data that the
 * server writes. Space reserved for uploads in progress counts as used before it is written.
 */
import { statfsSync } from 'node:fs'

/** There is not enough free space on the disk, apart from the reserve. */
export class DiskFull extends Error {
  override name = 'DiskFull'
  constructor(options?: ErrorOptions) {
    super('There is not enough free disk space.', options)
  }
}

/** The disk space reserved for one upload, minus the bytes that have been written. */
export type Reservation = {
  /** Counts bytes as written. Throws DiskFull if they exceed the reservation and there is not enough free space. */
  take(bytes: number): void
  release(): void
}

export type DiskSpace = {
  /** Whether there is a limit, so that waiting uploads have to be counted. */
  isLimited: boolean
  /** Throws DiskFull if `bytes` do not fit in addition to the reserve, all reservations and the `waiting` bytes. */
  assertFree(bytes: number, waiting: number): void
  /** Reserves bytes for an upload. Throws DiskFull like assertFree. */
  reserve(bytes: number, waiting: number): Reservation
  /** Throws DiskFull if the space of an upload is no longer available because other data has filled the disk. */
  assertAvailable(bytes: number): void
}

/** Returns the free space, in bytes, that unprivileged users can use on this folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export function openDiskSpace(folder: string, reserveBytes: number): DiskSpace {
  let totalReserved = 0
  const free = () => freeBytes(folder) - reserveBytes

  const assertFree = (bytes: number, waiting: number) => {
    if (bytes > free() - totalReserved - waiting) throw new DiskFull()
  }

  return {
    isLimited: true,
    assertFree,

    reserve(bytes, waiting) {
      assertFree(bytes, waiting)
      let reserved = 0
      const add = (more: number) => {
        reserved += more
        totalReserved += more
      }
      add(bytes)
      return {
        take(written) {
          if (written > reserved) {
            assertFree(written - reserved, waiting)
            add(written - reserved)
          }
          add(-written)
        },
        release: () => add(-reserved),
      }
    },

    assertAvailable(bytes) {
      if (bytes > free()) throw new DiskFull()
    },
  }
}

/** The space of storage without a fixed capacity, such as a bucket. */
export const unlimitedSpace: DiskSpace = {
  isLimited: false,
  assertFree: () => undefined,
  reserve: () => ({ take: () => undefined, release: () => undefined }),
  assertAvailable: () => undefined,
}

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a full disk caused the error, reported by the system or a database server, directly or as a nested cause. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DiskFull || DISK_FULL_CODES.includes(String((one as { code?: unknown }).code))) return true
  }
  return false
}
