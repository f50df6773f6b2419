import { fromCallback, fromPromise } from 'xstate'

import { type ContactMessage, contactFormMachine } from '../../machines/site/contact-form.machine'
import { type CleanHtml, type NewsText, newsPagerMachine } from '../../machines/site/news-pager.machine'
import { publicationsMachine } from '../../machines/site/publications.machine'
import type { ProductApi } from '../api/product'
import { followWidth } from './shell/mobile-menu-actors'

type Resize = { type: string; width?: number }

/** News may come from anywhere, so it is cleaned by DOMPurify, under its own Trusted Types policy where there are such. */
async function cleanContents(items: NewsText[]): Promise<Record<number, CleanHtml>> {
  const { default: purify } = await import('dompurify')
  return Object.fromEntries(
    items.map(({ id, content }) => [id, { __html: purify.sanitize(content, { RETURN_TRUSTED_TYPE: true }) }]),
  )
}

/** Where the machines of the site's sections meet the product API and the browser. The menu's is in site-menu.ts. */
export const connectSite = (api: Pick<ProductApi, 'sendContactMessage'>) => ({
  contactForm: contactFormMachine.provide({
    actors: {
      sendMessage: fromPromise<unknown, ContactMessage>(({ input, signal }) => api.sendContactMessage(input, signal)),
    },
  }),

  newsPager: newsPagerMachine.provide({
    actors: {
      followWidth: fromCallback<Resize>(({ sendBack }) =>
        followWidth((width) => sendBack({ type: 'screen.resized', width })),
      ),
      cleanContents: fromPromise<Record<number, CleanHtml>, { items: NewsText[] }>(({ input }) =>
        cleanContents(input.items),
      ),
    },
  }),

  publications: publicationsMachine,
})

export type SiteMachines = ReturnType<typeof connectSite>
