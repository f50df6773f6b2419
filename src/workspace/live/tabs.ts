import type { Changes, News } from '../../../machines/live/changes'

type Tabs = { onElected: () => void; onNews: (news: News) => void }

/** Undefined in old browsers and on plain http, which its type does not declare. */
const locks = () => (navigator as { locks?: LockManager }).locks

/**
 * Joins the tabs of a user. The tab that has waited longest is elected when the one before it closes: the browser
 * releases its lock. Without locks, every tab is elected and reads a stream of its own.
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
