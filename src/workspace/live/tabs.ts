import type { Changes, News } from '../../../machines/live/changes'

type Tabs = { onElected: () => void; onNews: (news: News) => void }

/** The lock manager. It is undefined in old browsers and over plain HTTP, although its type does not declare this. */
const locks = () => (navigator as { locks?: LockManager }).locks

/**
 * Joins the tabs of a user. When the elected tab closes, the browser releases its lock, and the tab that has waited
 * longest is elected. Without locks, every tab is elected and reads its own stream.
 */
export function joinTabs(
  userId: string,
  { onElected, onNews }: Tabs,
): { tell: (news: News) => void; leave: () => void } {
  const name = `changes-${userId}`
  const leaving = new AbortController()
  const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<{ id: string | null; changes: Changes }>) => onNews(data)

  const election = locks()?.request(name, { signal: leaving.signal }, () => {
    onElected()
    return left
  })
  if (election) {
    election.catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn(error)
    })
  } else onElected()

  return {
    tell: (news) => channel.postMessage(news),
    leave: () => {
      leaving.abort()
      channel.close()
    },
  }
}
