import { useSyncExternalStore } from 'react'

import { LogoMark } from '../ui/logo'
import { ThemeToggle } from '../ui/theme-toggle'
import type { App } from './adapter/receiver'
import { Gallery } from './gallery'
import { isLiveAddress } from './live/address'
import { Live } from './live/live'
import { MachinePage } from './machine-page'
import type { RecordingLog } from './live/recording-log'
import type { Sheet } from './sheets'

type VisualizerProps = { sheets: Sheet[]; log: RecordingLog; app: App }

const followHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** The page: the gallery, a single machine or the running app, depending on the URL fragment. */
export function Visualizer({ sheets, log, app }: VisualizerProps) {
  const hash = useSyncExternalStore(followHash, () => window.location.hash)
  const route = hash === '' ? (app ? '#/live' : '#/') : hash
  const sheet = sheets.find(({ id }) => route === `#/${id}`)
  const isLive = isLiveAddress(route)
  return (
    <div className="visualizer">
      <header className="bar">
        <LogoMark size="24px" />
        <span className="name">State machines</span>
        <nav aria-label="Views">
          <a href="#/" aria-current={isLive ? undefined : 'page'}>
            Machines
          </a>
          <a href="#/live" aria-current={isLive ? 'page' : undefined}>
            Live
          </a>
        </nav>
        <ThemeToggle />
      </header>
      {isLive ? (
        <Live sheets={sheets} log={log} app={app} />
      ) : sheet ? (
        <MachinePage key={sheet.id} sheet={sheet} sheets={sheets} />
      ) : (
        <Gallery sheets={sheets} />
      )}
    </div>
  )
}
