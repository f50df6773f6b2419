/**
 * Room in a project's storage while uploads are under way. Uploads that run at the same time count against each other
 * before their rows are written; the row lock at the end of an upload (keep-files.ts) has the last word.
 */
import { OverQuota, type Allowance } from '../storage/files'

export type Reservation = Allowance & { release(): void }
type Asked = { usedBytes: number; announced: number; freedBytes: number }
export type Quota = ReturnType<typeof createQuota>

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

    /**
     * Room for one call's files, of which `announced` bytes are set aside at once: of uploads that begin together and do
     * not all fit, the first one gets through instead of each ending the others. What they replace gives `freedBytes`
     * back, so that only the difference counts. Release it once the files are counted in the database, or gone.
     */
    reserve(projectId: string, { usedBytes, announced, freedBytes }: Asked): Reservation {
      const left = () => limitBytes - usedBytes - (underWay.get(projectId) ?? 0)
      let reserved = Math.max(0, Math.min(announced - freedBytes, left()))
      let taken = 0
      add(projectId, reserved)
      return {
        take(bytes) {
          const more = Math.max(0, taken + bytes - freedBytes - reserved)
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
