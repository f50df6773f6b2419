import { type ActorRefFrom, setup } from 'xstate'

import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'

/**
 * Decides when a prerendered page loads the code that makes it interactive. The page can be read without this code, so
 * its files are not fetched until the page is open. They run when a visitor does something, or immediately when the
 * code is needed.
 */
export const pageCodeMachine = setup({
  types: {
    events: {} as
      /** The loading overlay is gone. */
        | { type: 'page.opened' }
        /**
         * The visitor moves the pointer, drags a file, scrolls or presses a key, so they will probably use the page
         * soon.
         */
        | { type: 'visitor.noticed' }
        /** The visitor uses an element that needs the code, if only by pointing at it or focusing it. */
        | { type: 'page.used' }
        /** The page has to show something that was not prerendered, such as the user's profile. */
        | { type: 'code.needed' },
  },
  actors: {
    /** Sends visitor.noticed and page.used. */
    followVisitor: placeholderCallback('followVisitor'),
    /** Fetches the files without running them. */
    fetchAhead: placeholderCallback('fetchAhead'),
    /** Resolves when the browser is idle. */
    waitForIdle: placeholderActor<void>('waitForIdle'),
    /** Loads the code and attaches it to the page. */
    loadCode: placeholderActor<void>('loadCode'),
  },
}).createMachine({
  id: 'pageCode',
  initial: 'postponed',
  states: {
    postponed: {
      invoke: { src: 'followVisitor' },
      on: { 'page.used': 'loading', 'code.needed': 'loading' },
      initial: 'covered',
      states: {
        covered: { on: { 'page.opened': 'unused', 'visitor.noticed': 'expected' } },
        /**
         * The visitor is already active, but the code is loaded only once the overlay is gone, so that the session
         * check runs first.
         */
        expected: { on: { 'page.opened': 'due' } },
        unused: { invoke: { src: 'fetchAhead' }, on: { 'visitor.noticed': 'due' } },
        due: { invoke: { src: 'waitForIdle', onDone: '#pageCode.loading' } },
      },
    },
    loading: {
      invoke: { src: 'loadCode', onDone: 'loaded', onError: 'failed' },
    },
    loaded: {},
    /** Loading is retried when the visitor next uses an element that needs the code. */
    failed: {
      invoke: { src: 'followVisitor' },
      on: { 'page.used': 'loading' },
    },
  },
})

export type PageCodeActor = ActorRefFrom<typeof pageCodeMachine>
