import { useEffect, useRef, useState } from 'react'

import type { App } from '../adapter/receiver'
import { shortType } from '../live/event-log'
import { obstacleTo, type ReplayedEvent } from './replay'

type RunInAppProps = {
  app: NonNullable<App>
  title: string
  /** The running actor of the same machine; null if there is none. */
  target: string | null
  events: ReplayedEvent[]
  /** Events per second. */
  speed: number
}

type Run = { sent: number; words: string; isOver: boolean }

/**
 * Sends to the running app the events of a replay that came from the page and have complete data, at the chosen speed,
 * until the user stops the run or the actor does not receive an event.
 */
export function RunInApp({ app, title, target, events, speed }: RunInAppProps) {
  const [run, setRun] = useState<Run | null>(null)
  const stopped = useRef<AbortController | null>(null)
  useEffect(() => () => stopped.current?.abort(), [])
  const sendable = events.filter((one) => obstacleTo(one) === null)
  const skipped = events.filter((one) => obstacleTo(one) !== null)
  const isRunning = run !== null && !run.isOver

  const start = async (sessionId: string) => {
    const stop = new AbortController()
    stopped.current = stop
    let sent = 0
    const tell = (words: string, isOver: boolean) => setRun({ sent, words, isOver })
    tell('', false)
    for (const { event } of sendable) {
      if (sent > 0) await pause(1000 / speed, stop.signal)
      if (stop.signal.aborted) break
      const refusal = await app.send(sessionId, event)
      if (refusal !== null) {
        tell(refusal, true)
        return
      }
      sent += 1
      tell('', false)
    }
    tell(stop.signal.aborted ? 'Stopped.' : 'Done.', true)
  }

  return (
    <div className="run">
      <div className="row">
        {isRunning ? (
          <button type="button" className="act" onClick={() => stopped.current?.abort()}>
            Stop
          </button>
        ) : (
          <button
            type="button"
            disabled={target === null || sendable.length === 0}
            onClick={() => target !== null && void start(target)}
          >
            Run in the app
          </button>
        )}
        <span role="status">
          {run
            ? `${run.sent} of ${sendable.length} events sent. ${run.words}`
            : target === null
              ? `${title} is not running in the app.`
              : sendable.length === 0
                ? 'None of these events can be sent to the app.'
                : `Sends ${sendable.length} of ${events.length} events to the running app: those that came from the page.`}
        </span>
      </div>
      {skipped.length > 0 && (
        <details>
          <summary>{skipped.length} not sent</summary>
          <ul>
            {skipped.map((one, place) => (
              <li key={place}>
                <code>{shortType(one.event.type)}</code>: {obstacleTo(one)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
