/**
 * Tracks the storage quota of projects during form uploads to this node; form uploads to other nodes count through
 * their leases (upload-commit.ts). Concurrent uploads count against each other before their rows are written. The final
 * check is made under a row lock at the end of an upload (store-files.ts).
 */
import type { StorageUse } from '../projects/storage-limit'
import { OverQuota, type Allowance } from '../storage/received-content'

export type Reservation = Allowance & { release(): void }
type ReservationRequest = StorageUse & { announced: number }
export type Quota = ReturnType<typeof createQuota>

export function createQuota() {
  const reservedBytes = new Map<string, number>()
  const add = (projectId: string, bytes: number) => {
    const left = (reservedBytes.get(projectId) ?? 0) + bytes
    if (left > 0) reservedBytes.set(projectId, left)
    else reservedBytes.delete(projectId)
  }

  return {
    /** Returns the remaining bytes, given the storage use recorded in the database. */
    left: (projectId: string, { usedBytes, limitBytes }: StorageUse) =>
      Math.max(0, limitBytes - usedBytes - (reservedBytes.get(projectId) ?? 0)),

    /**
     * Reserves storage for the files of one call. The `announced` bytes are reserved immediately: if several concurrent
     * uploads do not all fit, the first succeeds instead of all of them failing. Release the reservation once the files
     * are counted in the database or deleted.
     */
    reserve(projectId: string, { usedBytes, limitBytes, announced }: ReservationRequest): Reservation {
      const left = () => limitBytes - usedBytes - (reservedBytes.get(projectId) ?? 0)
      let reserved = Math.max(0, Math.min(announced, left()))
      let taken = 0
      add(projectId, reserved)
      return {
        take(bytes) {
          const more = Math.max(0, taken + bytes - reserved)
          if (more > left()) throw new OverQuota()
          add(projectId, more)
          reserved += more
          taken += bytes
        },
        release() {
          add(projectId, -reserved)
          reserved = 0
        },
      }
    },
  }
}
