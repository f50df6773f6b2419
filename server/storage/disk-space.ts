/**
 * Tracks the free space of the disk that stores the files. A reserve is left for the database and other data that the
 * server writes. Space reserved for uploads in progress counts as used before it is written.
 */
import { statfsSync } from 'node:fs'

/** There is not enough free space on the disk outside the reserve. */
export class DiskFull extends Error {
  override name = 'DiskFull'
  constructor(options?: ErrorOptions) {
    super('There is not enough free space on the disk outside the reserve.', options)
  }
}

/** The disk space reserved for one upload, minus the bytes that have been written. */
export type Reservation = {
  /** Counts bytes as written. Throws DiskFull if they exceed the reservation and there is not enough free space. */
  take(bytes: number): void
  /** Changes the reservation to this many bytes without checking the free space. */
  resize(bytes: number): void
  release(): void
}

export type DiskSpace = ReturnType<typeof openDiskSpace>

/** Returns the free space, in bytes, that unprivileged users can write on this folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export function openDiskSpace(folder: string, reserveBytes: number) {
  let totalReserved = 0
  const free = () => freeBytes(folder) - reserveBytes

  const assertFree = (bytes: number) => {
    if (bytes > free() - totalReserved) throw new DiskFull()
  }

  /** Reserves bytes without checking the free space, for uploads that were reserved before. */
  function restore(bytes: number): Reservation {
    let reserved = 0
    const add = (more: number) => {
      reserved += more
      totalReserved += more
    }
    add(bytes)
    return {
      take(written) {
        if (written > reserved) {
          assertFree(written - reserved)
          add(written - reserved)
        }
        add(-written)
      },
      resize: (left) => add(left - reserved),
      release: () => add(-reserved),
    }
  }

  return {
    restore,

    /** Reserves bytes for an upload. Throws DiskFull if that would use the reserve or the reservations of others. */
    reserve(bytes: number): Reservation {
      assertFree(bytes)
      return restore(bytes)
    },

    /** Throws DiskFull if the reserved space is no longer available because something else has filled the disk. */
    assertAvailable(bytes: number) {
      if (bytes > free()) throw new DiskFull()
    },
  }
}

/** For a storage that grows by itself. */
export const unlimitedSpace: DiskSpace = {
  restore: () => ({ take: () => undefined, resize: () => undefined, release: () => undefined }),
  reserve: () => unlimitedSpace.restore(0),
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
