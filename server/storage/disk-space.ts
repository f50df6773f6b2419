/**
 * Free space of the disk that takes the files. A reserve of it stays for the database and for whatever else the server
 * writes; what is promised to uploads that are under way counts before it is written.
 */
import { statfsSync } from 'node:fs'

/** There is not enough free space on the disk outside the reserve. */
export class DiskFull extends Error {
  override name = 'DiskFull'
  constructor(options?: ErrorOptions) {
    super('There is not enough free space on the disk outside the reserve.', options)
  }
}

/** Bytes that are set aside for one upload, less what of them is written. */
export type SetAside = {
  /** Counts bytes as written. Throws DiskFull when they are more than was set aside and there is no room for them. */
  take(bytes: number): void
  /** Sets aside just so many from now on, whether there is room for them or not. */
  holdOnly(bytes: number): void
  release(): void
}

export type DiskSpace = ReturnType<typeof openDiskSpace>

/** Bytes that a user of the system may still write where this folder is. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export function openDiskSpace(folder: string, reserveBytes: number) {
  let promised = 0
  const free = () => freeBytes(folder) - reserveBytes

  const makeSure = (bytes: number) => {
    if (bytes > free() - promised) throw new DiskFull()
  }

  /** Sets bytes aside whether there is room for them or not: they were promised before. */
  function hold(bytes: number): SetAside {
    let held = 0
    const add = (more: number) => {
      held += more
      promised += more
    }
    add(bytes)
    return {
      take(written) {
        if (written > held) {
          makeSure(written - held)
          add(written - held)
        }
        add(-written)
      },
      holdOnly: (left) => add(left - held),
      release: () => add(-held),
    }
  }

  return {
    hold,

    /** Sets bytes aside for an upload. Throws DiskFull where that would touch the reserve, or what others wait for. */
    setAside(bytes: number): SetAside {
      makeSure(bytes)
      return hold(bytes)
    },

    /** Throws DiskFull when there is no room any more for bytes that were set aside: somebody else has filled the disk. */
    assertRoom(bytes: number) {
      if (bytes > free()) throw new DiskFull()
    },
  }
}

const FULL = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a disk was full, on whatever way the error came: from the system, a database server, or another one's cause. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DiskFull || FULL.includes(String((one as { code?: unknown }).code))) return true
  }
  return false
}
