import type { SiteNews } from '../../../machines/site/site-news'
import { builtNews } from './built-news'

/** The news and publications that were loaded last. */
let loaded: SiteNews | null = null
export const rememberNews = (current: SiteNews) => {
  loaded = current
}

/** The news and publications that the server put into the page (server/site/listed-news.ts); null on a static host. */
function sent(): SiteNews | null {
  const text = document.getElementById('site-news')?.textContent
  return text ? (JSON.parse(text) as SiteNews) : null
}

/**
 * The news and publications that a section shows first: those that were loaded last, unless the section was
 * prerendered; or else those in the page; or else those in the build. Unless `isCurrent` is true, the section has to
 * load the current ones.
 */
export function shownNews(list: '[data-news-list]' | '[data-publication-list]'): SiteNews & { isCurrent: boolean } {
  // During prerendering, there is no document.
  if (typeof document === 'undefined') return { ...builtNews, isCurrent: true }
  const inPage = sent()
  const isPrerendered = document.querySelector(list) !== null
  const shown = (isPrerendered ? null : loaded) ?? inPage ?? builtNews
  return { ...shown, isCurrent: isPrerendered && inPage !== null }
}
