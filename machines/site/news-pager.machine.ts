import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { newsPageCount, newsPageSize } from './news-pages'

/** Sanitized HTML. It is opaque here: the machine only passes it from the sanitizer to the view. */
export type CleanHtml = { readonly __html: unknown }
export type NewsText = { id: number; content: string }

const without = (ids: number[], id: number) => ids.filter((other) => other !== id)

/**
 * Shows the news in pages of one, two or three cards. A change of width returns to page 1, because the cards on each page
 * change with the page size. Each card expands separately, and only if its content overflows. Content is shown once it is
 * sanitized.
 */
export const newsPagerMachine = setup({
  types: {
    input: {} as { items: NewsText[] },
    context: {} as {
      items: NewsText[]
      pageSize: number
      page: number
      expanded: number[]
      overflowing: number[]
      contents: Record<number, CleanHtml>
    },
    events: {} as
      | { type: 'screen.resized'; width: number }
      | { type: 'page.next' }
      | { type: 'page.previous' }
      | { type: 'card.measured'; id: number; overflows: boolean }
      | { type: 'card.toggled'; id: number },
  },
  actors: {
    /** Sends screen.resized with the initial width and whenever the width changes. */
    followWidth: placeholderCallback('followWidth'),
    /** Sanitizes the HTML. */
    cleanContents: placeholderActor<Record<number, CleanHtml>, { items: NewsText[] }>('cleanContents'),
  },
  guards: {
    hasNext: ({ context }) => context.page < pagesOf(context),
    hasPrevious: ({ context }) => context.page > 1,
    overflows: ({ context }, id: number) => context.overflowing.includes(id),
  },
}).createMachine({
  id: 'newsPager',
  context: ({ input }) => ({
    items: input.items,
    pageSize: 3,
    page: 1,
    expanded: [],
    overflowing: [],
    contents: {},
  }),
  invoke: { src: 'followWidth' },
  on: {
    'screen.resized': { actions: assign({ pageSize: ({ event }) => newsPageSize(event.width), page: 1 }) },
    'page.next': { guard: 'hasNext', actions: assign({ page: ({ context }) => context.page + 1 }) },
    'page.previous': { guard: 'hasPrevious', actions: assign({ page: ({ context }) => context.page - 1 }) },
    'card.measured': {
      actions: assign({
        overflowing: ({ context, event: { id, overflows } }) =>
          overflows ? [...without(context.overflowing, id), id] : without(context.overflowing, id),
      }),
    },
    'card.toggled': {
      guard: { type: 'overflows', params: ({ event }) => event.id },
      actions: assign({
        expanded: ({ context: { expanded }, event: { id } }) =>
          expanded.includes(id) ? without(expanded, id) : [...expanded, id],
      }),
    },
  },
  initial: 'cleaning',
  states: {
    cleaning: {
      invoke: {
        src: 'cleanContents',
        input: ({ context }) => ({ items: context.items }),
        onDone: { target: 'shown', actions: assign({ contents: ({ event }) => event.output }) },
        // Content that could not be sanitized is not shown; the card still has its title, date and picture.
        onError: 'shown',
      },
    },
    shown: {},
  },
})

const pagesOf = ({ items, pageSize }: { items: NewsText[]; pageSize: number }) => newsPageCount(items.length, pageSize)

type Snapshot = SnapshotFrom<typeof newsPagerMachine>

export const pageOf = ({ context }: Snapshot) => context.page
export const pageCountOf = ({ context }: Snapshot) => pagesOf(context)
/** The index of an item on the current page, from 0; -1 when it is on another page. */
export const placeOf = ({ context: { items, page, pageSize } }: Snapshot, id: number) =>
  items.slice((page - 1) * pageSize, page * pageSize).findIndex((item) => item.id === id)
export const contentOf = ({ context }: Snapshot, id: number) => context.contents[id]
export const isExpanded = ({ context }: Snapshot, id: number) => context.expanded.includes(id)
export const isOverflowing = ({ context }: Snapshot, id: number) => context.overflowing.includes(id)
