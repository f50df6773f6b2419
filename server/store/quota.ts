/**
 * Room in a project's storage while uploads are under way. Uploads that run at the same time count against each other
 * from their first byte; the row lock at the end of an upload (routes/uploads.ts) has the last word.
 */
import { OverQuota, type Allowance } from './files'

export type Reservation = Allowance & { release(): void }

export function createQuota(limitBytes: number) {
  const underWay = new Map<string, number>()
  const add = (projectId: string, bytes: number) => {
    const left = (underWay.get(projectId) ?? 0) + bytes
    if (left > 0) underWay.set(projectId, left)
    else underWay.delete(projectId)
  }

  return {
    limitBytes,

    /** Bytes that may still come, given those that the database knows of. */
    left: (projectId: string, usedBytes: number) =>
      Math.max(0, limitBytes - usedBytes - (underWay.get(projectId) ?? 0)),

    /** Room for one call's files. Release it once they are counted in the database, or gone. */
    reserve(projectId: string, usedBytes: number): Reservation {
      let taken = 0
      return {
        take(bytes) {
          if (usedBytes + (underWay.get(projectId) ?? 0) + bytes > limitBytes) throw new OverQuota()
          taken += bytes
          add(projectId, bytes)
        },
        release() {
          add(projectId, -taken)
          taken = 0
        },
      }
    },
  }
}
