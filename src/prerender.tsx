import createCache from '@emotion/cache'
import createEmotionServer from '@emotion/server/create-instance'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'

import { App } from './app/app'
import type { AppConfig } from './app/config'
import { createAppRouter } from './app/router'
import { createServices } from './app/services'
import { brand } from './content/brand'
import { LoadingOverlay } from './ui/loading-overlay'
import { UiProvider } from './ui/provider'

/** A page's markup with the styles it needs; `title` is its whole title. */
export type Prerendered = { html: string; styles: { key: string; ids: string[]; css: string }[]; title: string }

const extract = (html: string, cache: ReturnType<typeof createCache>) =>
  createEmotionServer(cache)
    .extractCriticalToChunks(html)
    .styles.map(({ key, ids, css }) => ({ key, ids: ids.filter(Boolean), css }))

const newCache = () => Object.assign(createCache({ key: 'css' }), { compat: true as const })

/** Renders a public page as it stands before anything is known of its reader. */
export async function renderPage(path: string, config: AppConfig): Promise<Prerendered> {
  const cache = newCache()
  const services = createServices(config, {
    origin: 'http://site',
    href: () => `http://site${path}`,
    cleanAddress: () => {},
    alert: () => {},
  })
  const router = createAppRouter(services, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const html = renderToString(<App router={router} cache={cache} />)
  const title = router.state.matches.at(-1)?.staticData.title
  return { html, styles: extract(html, cache), title: title ? `${title} · ${brand.name}` : brand.title }
}

/** The shell of pages that are the browser's alone: nothing but the overlay. */
export function renderShell(): Prerendered {
  const cache = newCache()
  const html = renderToString(
    <UiProvider cache={cache}>
      <LoadingOverlay />
    </UiProvider>,
  )
  return { html, styles: extract(html, cache), title: brand.title }
}
