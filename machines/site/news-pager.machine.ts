import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { newsPageCount, newsPageSize } from './news-pages'
import type { NewsItem } from './site-news'

const without = (ids: number[], id: number) => ids.filter((other) => other !== id)

/**
 * Shows the news in pages of one, two or three cards. A change in width returns to page 1, because the cards on each
 * page change with the page size. Each card expands separately, and only if its content overflows. News that may be out
 * of date is shown until the current news is loaded; if that fails, it stays.
 */
export const newsPagerMachine = setup({
  types: {
    /** The news, newest first, and whether it is known to be current. */
    input: {} as { items: NewsItem[]; isCurrent: boolean },
    context: {} as {
      items: NewsItem[]
      isCurrent: boolean
      pageSize: number
      /** Whether the width has been reported, so that the next report counts as a change. */
      isMeasured: boolean
      page: number
      expanded: number[]
      overflowing: number[]
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
    loadNews: placeholderActor<NewsItem[]>('loadNews'),
  },
  guards: {
    isOutdated: ({ context }) => !context.isCurrent,
    hasNext: ({ context }) => context.page < pagesOf(context),
    hasPrevious: ({ context }) => context.page > 1,
    overflows: ({ context }, id: number) => context.overflowing.includes(id),
  },
}).createMachine({
  id: 'newsPager',
  context: ({ input }) => ({
    ...input,
    pageSize: 3,
    isMeasured: false,
    page: 1,
    expanded: [],
    overflowing: [],
  }),
  invoke: { src: 'followWidth' },
  on: {
    'screen.resized': {
      actions: assign(({ context: { isMeasured, page }, event: { width } }) => ({
        pageSize: newsPageSize(width),
        isMeasured: true,
        // The first report is not a change of width, so it must not reset a page that the visitor has already chosen.
        page: isMeasured ? 1 : page,
      })),
    },
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
  initial: 'shown',
  states: {
    shown: { always: { guard: 'isOutdated', target: 'loading' } },
    loading: {
      exit: assign({ isCurrent: true }),
      invoke: {
        src: 'loadNews',
        onDone: {
          target: 'shown',
          actions: assign(({ context: { page, pageSize }, event: { output } }) => ({
            items: output,
            page: Math.min(page, newsPageCount(output.length, pageSize)),
          })),
        },
        onError: 'shown',
      },
    },
  },
})

const pagesOf = ({ items, pageSize }: { items: NewsItem[]; pageSize: number }) => newsPageCount(items.length, pageSize)

type Snapshot = SnapshotFrom<typeof newsPagerMachine>

export const newsOf = ({ context }: Snapshot) => context.items
export const pageOf = ({ context }: Snapshot) => context.page
export const pageCountOf = ({ context }: Snapshot) => pagesOf(context)
/** The index of an item on the current page, from 0; -1 when it is on another page. */
export const placeOf = ({ context: { items, page, pageSize } }: Snapshot, id: number) =>
  items.slice((page - 1) * pageSize, page * pageSize).findIndex((item) => item.id === id)
export const isExpanded = ({ context }: Snapshot, id: number) => context.expanded.includes(id)
export const isOverflowing = ({ context }: Snapshot, id: number) => context.overflowing.includes(id)
