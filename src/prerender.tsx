import type { EmotionCache } from '@emotion/cache'
import createEmotionServer from '@emotion/server/create-instance'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'

import { App } from './app/app'
import type { AppConfig } from './app/config'
import { pageHead, unlistedHead } from './app/page-head'
import { createAppRouter } from './routes/router'
import { createServices } from './app/services'
import { brand } from './content/brand'
import { hero } from './content/hero'
import { pageDescriptions, siteDescription } from './content/page-descriptions'
import { createMissingPort } from './session/provider/unconfigured-oidc'
import { type Measure, previewPicture } from './site/drawings/preview-picture'
import { WaitingPage } from './site/shell/waiting-page'
import { UiProvider } from './ui/theme/provider'
import { createStyleCache } from './ui/theme/style-cache'

export { webManifest } from './app/page-head'
export { newsFeed } from './site/home/news-feed'
export { news } from './content/news'
export { plainHtmlRules } from './ui/plain-html'

/** The markup of a page, its critical styles, and the head elements that replace the plain title. */
export type Prerendered = { html: string; styles: { ids: string[]; css: string }[]; head: string }
/** `picture` is what link previews show, as SVG; null for pages that should not be indexed. */
export type PrerenderedPage = Prerendered & { picture: { path: string; svg: string } | null }

const extract = (html: string, cache: EmotionCache) =>
  createEmotionServer(cache)
    .extractCriticalToChunks(html)
    .styles.map(({ ids, css }) => ({ ids: ids.filter(Boolean), css }))

const newCache = () => Object.assign(createStyleCache(), { compat: true as const })

/**
 * Renders a public page with an unknown sign-in status. `origin` is the public origin of the site, and `measure`
 * returns the width of text in the page's picture.
 */
export async function renderPage(
  path: string,
  config: AppConfig,
  origin: string,
  measure: Measure,
): Promise<PrerenderedPage> {
  const cache = newCache()
  const page = { origin: 'http://site', href: () => `http://site${path}`, alert: () => {}, cleanAddress: () => {} }
  const services = createServices(config, page, createMissingPort(undefined))
  const router = createAppRouter(services, { history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  // Waits for lazy parts. The infinite chunk size keeps React from deferring content, which would require an inline
  // script.
  const { prelude } = await prerender(<App router={router} cache={cache} />, { progressiveChunkSize: Infinity })
  const html = await new Response(prelude).text()
  const found = router.state.matches.at(-1)?.staticData
  const description = pageDescriptions[path]
  const isFound = router.state.matches.every(({ status }) => status === 'success') && description !== undefined
  const facts = {
    title: found?.title ? `${found.title} · ${brand.name}` : brand.title,
    description: description ?? siteDescription,
    origin,
  }
  const rendered = { html, styles: extract(html, cache) }
  if (!isFound) return { ...rendered, head: unlistedHead(facts), picture: null }
  const { alt, svg } = previewPicture({
    title: found?.title ?? hero.headline,
    text: facts.description,
    drawing: path === '/sample-report' ? 'eye' : 'board',
    measure,
  })
  const picture = { path: `/previews${path === '/' ? '/home' : path}.png`, alt }
  return { ...rendered, head: pageHead({ canonical: path, ...facts, picture }), picture: { path: picture.path, svg } }
}

/** Renders the shell of client-rendered pages, which is shown if the loading overlay ends before they are loaded. */
export function renderShell(): Prerendered {
  const cache = newCache()
  const html = renderToString(
    <UiProvider cache={cache}>
      <WaitingPage />
    </UiProvider>,
  )
  const head = unlistedHead({ title: brand.title, description: siteDescription })
  return { html, styles: extract(html, cache), head }
}
