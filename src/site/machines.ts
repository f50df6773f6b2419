import { fromCallback, fromPromise } from 'xstate'

import { type ContactMessage, contactFormMachine } from '../../machines/site/contact-form.machine'
import { newsPagerMachine } from '../../machines/site/news-pager.machine'
import { publicationsMachine } from '../../machines/site/publications.machine'
import type { NewsItem, Publication, SiteNews } from '../../machines/site/site-news'
import { getNews } from '../api/news'
import type { ProductApi } from '../api/product'
import { rememberNews } from './home/shown-news'
import { followWidth } from './shell/mobile-menu-actors'

type Resize = { type: string; width?: number }

/** Loads the news and publications. Sections that are rendered later start with them. */
const loadNews = async (v1: string, signal: AbortSignal): Promise<SiteNews> => {
  const current = await getNews(v1, signal)
  rememberNews(current)
  return current
}

/**
 * Connects the site's machines, except the menu's (mobile-menu-actors.ts), to the API and the browser. `v1` is the base
 * URL of the v1 API.
 */
export const connectSite = (api: Pick<ProductApi, 'sendContactMessage'>, v1: string) => ({
  contactForm: contactFormMachine.provide({
    actors: {
      sendMessage: fromPromise<unknown, ContactMessage>(({ input, signal }) => api.sendContactMessage(input, signal)),
    },
  }),

  newsPager: newsPagerMachine.provide({
    actors: {
      loadNews: fromPromise<NewsItem[]>(async ({ signal }) => (await loadNews(v1, signal)).news),
      followWidth: fromCallback<Resize>(({ sendBack }) =>
        followWidth((width) => sendBack({ type: 'screen.resized', width })),
      ),
    },
  }),

  publications: publicationsMachine.provide({
    actors: {
      loadPublications: fromPromise<Publication[]>(async ({ signal }) => (await loadNews(v1, signal)).publications),
    },
  }),
})

export type SiteMachines = ReturnType<typeof connectSite>
