import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { UiProvider } from '../ui/theme/provider'
import { createStyleCache } from '../ui/theme/style-cache'
import { connectToApp } from './adapter/receiver'
import { createLog } from './live/recording-log'
import type { GalleryData } from './chart/sheets'
import { Visualizer } from './visualizer'

import './page.css'
import './chart/chart.css'
import './panel.css'
import './live/live.css'

/** Starts the visualizer: a separate page at /inspector/ that loads only its own files. */
async function start(root: HTMLElement) {
  const log = createLog()
  const app = connectToApp({ onReport: (event) => log.add(event), onAbout: (about) => log.describe(about) })
  const response = await fetch('./sheets.json')
  if (!response.ok) {
    // The development server responds with the reason why it cannot draw the charts. Other servers send an HTML page.
    const isText = response.headers.get('content-type')?.startsWith('text/plain')
    const reason = isText ? await response.text() : `The server responded with ${response.status}.`
    throw new Error(`The charts could not be loaded. ${reason}`)
  }
  const data = (await response.json()) as GalleryData
  createRoot(root).render(
    <StrictMode>
      <UiProvider cache={createStyleCache()}>
        <Visualizer data={data} log={log} app={app} />
      </UiProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')
start(root).catch((error: unknown) => {
  root.textContent = error instanceof Error ? error.message : String(error)
})
