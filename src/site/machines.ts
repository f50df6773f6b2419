import { fromCallback, fromPromise } from 'xstate'

import { type ContactMessage, contactFormMachine } from '../../machines/site/contact-form.machine'
import { type CleanHtml, type NewsText, newsPagerMachine } from '../../machines/site/news-pager.machine'
import { publicationsMachine } from '../../machines/site/publications.machine'
import type { ProductApi } from '../api/product'
import { followWidth } from './shell/mobile-menu-actors'

type Resize = { type: string; width?: number }

/** Sanitizes news with DOMPurify, because its source is not trusted. DOMPurify uses its own Trusted Types policy. */
async function cleanContents(items: NewsText[]): Promise<Record<number, CleanHtml>> {
  const { default: purify } = await import('dompurify')
  return Object.fromEntries(
    items.map(({ id, content }) => [id, { __html: purify.sanitize(content, { RETURN_TRUSTED_TYPE: true }) }]),
  )
}

/** Connects the machines of the site's sections to the product API and the browser. mobile-menu-actors.ts does the same for the menu. */
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
