import type { Changes, News } from '../../../machines/live/changes'

type Tabs = { onElected: () => void; onNews: (news: News) => void }

/** The lock manager. It is undefined in old browsers and over plain HTTP, although its type does not declare this. */
const locks = () => (navigator as { locks?: LockManager }).locks

/**
 * Joins the user's tabs and their election. When the elected tab leaves or closes, its lock is released, and the tab
 * that has waited longest is elected. Without locks, every tab is elected and reads its own stream.
 */
export function joinTabs(userId: string, { onElected, onNews }: Tabs) {
  const name = `changes-${userId}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<{ id: string | null; changes: Changes }>) => onNews(data)

  let leaving = new AbortController()
  const joinElection = () => {
    leaving = new AbortController()
    const { signal } = leaving
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    const election = locks()?.request(name, { signal }, () => {
      if (!signal.aborted) onElected()
      return left
    })
    if (election) {
      election.catch((error: unknown) => {
        if (!signal.aborted) console.warn(error)
      })
    } else onElected()
  }
  const leaveElection = () => leaving.abort()
  joinElection()

  return {
    tell: (news: News) => channel.postMessage(news),
    joinElection,
    leaveElection,
    leave: () => {
      leaveElection()
      channel.close()
    },
  }
}
