import type { SiteNews } from '../../../machines/site/site-news'
import { builtNews } from './built-news'

/** What was loaded last. */
let loaded: SiteNews | null = null
export const rememberNews = (current: SiteNews) => {
  loaded = current
}

/** What the server has inserted into the page (server/site/listed-news.ts); null on a static host. */
function sent(): SiteNews | null {
  const text = document.getElementById('site-news')?.textContent
  return text ? (JSON.parse(text) as SiteNews) : null
}

/**
 * What a section shows first. If it was prerendered, that is what the page contains. `isCurrent` tells whether it needs to be
 * loaded; a section that is rendered after a navigation has to load it.
 */
export function shownNews(list: '[data-news-list]' | '[data-publication-list]'): SiteNews & { isCurrent: boolean } {
  // During prerendering, there is no document.
  if (typeof document === 'undefined') return { ...builtNews, isCurrent: true }
  const inPage = sent()
  const isPrerendered = document.querySelector(list) !== null
  const shown = (isPrerendered ? null : loaded) ?? inPage ?? builtNews
  return { ...shown, isCurrent: isPrerendered && inPage !== null }
}
