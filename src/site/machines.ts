import { fromCallback, fromPromise } from 'xstate'

import { type ContactMessage, contactFormMachine } from '../../machines/site/contact-form.machine'
import { newsPagerMachine } from '../../machines/site/news-pager.machine'
import { publicationsMachine } from '../../machines/site/publications.machine'
import type { ProductApi } from '../api/product'
import { followWidth } from './shell/mobile-menu-actors'

type Resize = { type: string; width?: number }

/** Connects the site's machines, except the menu's (mobile-menu-actors.ts), to the product API and the browser. */
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
    },
  }),

  publications: publicationsMachine,
})

export type SiteMachines = ReturnType<typeof connectSite>
