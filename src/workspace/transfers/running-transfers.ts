import type { DownloadActor } from '../../../machines/transfers/download.machine'
import type { UploadActor } from '../../../machines/transfers/upload.machine'

/**
 * The transfers that continue when their dialog is closed and when the user leaves the workspace for another page of
 * the site.
 */
export type Transfers = { uploads: UploadActor; downloads: DownloadActor }

/** Follows transfers until the returned function is called. */
type Follow = (transfers: Transfers) => () => void

const running = new WeakMap<object, Transfers>()
const waiting = new WeakMap<object, Set<(transfers: Transfers) => void>>()

/** The running transfers of an API client. The first call starts them. */
export function transfersOf(api: object, start: () => Transfers): Transfers {
  const known = running.get(api)
  if (known) return known
  const transfers = start()
  running.set(api, transfers)
  for (const begin of waiting.get(api) ?? []) begin(transfers)
  waiting.delete(api)
  return transfers
}

/**
 * Follows the transfers of an API client once they are running, without loading their code. Returns a function that
 * stops following them.
 */
export function followTransfers(api: object, follow: Follow): () => void {
  const known = running.get(api)
  if (known) return follow(known)
  const others = waiting.get(api) ?? new Set()
  let stop = () => {
    others.delete(begin)
  }
  const begin = (transfers: Transfers) => {
    stop = follow(transfers)
  }
  waiting.set(api, others.add(begin))
  return () => stop()
}
