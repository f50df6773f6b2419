import { LogoMark } from '../ui/logo'
import { ThemeToggle } from '../ui/theme-toggle'
import type { App } from './adapter/receiver'
import { addressFrom, addressOf, useHash } from './address'
import { Boundary } from './boundary'
import { Finder } from './finder'
import { Gallery } from './gallery'
import { Live } from './live/live'
import { livePage } from './live/shown'
import { MachinePage } from './machine-page'
import { type RecordingLog, useIsOpened } from './live/recording-log'
import type { GalleryData } from './chart/sheets'

type VisualizerProps = { data: GalleryData; log: RecordingLog; app: App }

/** The page: the gallery, a single machine or the running app, depending on the URL fragment. */
export function Visualizer({ data, log, app }: VisualizerProps) {
  const { sheets } = data
  const isOpened = useIsOpened(log)
  const hash = useHash()
  const { page, parameters } = addressFrom(hash === '' && app ? addressOf(livePage) : hash)
  const sheet = sheets.find(({ id }) => page === id)
  const isLive = page === livePage
  return (
    <div className="visualizer">
      <header className="bar">
        <LogoMark size="24px" />
        <span className="name">State machines</span>
        <nav aria-label="Views">
          <a href="#/" aria-current={isLive ? undefined : 'page'}>
            Machines
          </a>
          <a href={addressOf(livePage)} aria-current={isLive ? 'page' : undefined}>
            Live
          </a>
        </nav>
        <Finder sheets={sheets} shown={sheet?.id ?? null} />
        <ThemeToggle />
      </header>
      {isLive ? (
        <Boundary
          action={isOpened ? 'Close the file' : 'Clear the recording'}
          onAction={isOpened ? log.close : () => log.replace([])}
        >
          <Live sheets={sheets} log={log} app={app} />
        </Boundary>
      ) : sheet ? (
        <MachinePage key={sheet.id} sheet={sheet} data={data} parameters={parameters} />
      ) : (
        <Gallery sheets={sheets} against={data.against} />
      )}
    </div>
  )
}
