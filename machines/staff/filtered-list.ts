import { assign, emit, setup } from 'xstate'

import { messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'

/** The filter of a work list. Other lists have different filters. */
export type ListFilter = { state: string; assignee: string | null; query: string }

/** Selects everything that is still to be done. */
export const openItems = { state: 'open', assignee: null, query: '' } as const satisfies ListFilter

export type ListItem = { id: string }

/** Without a cursor: at least `count` items from the start of the list. With a cursor: the page that starts there. */
export type ListWanted<Filter> = { filter: Filter; cursor: string | null; count: number }
export type ListPage<Item> = { items: Item[]; next: string | null }

type ListContext<Item, Filter> = {
  filter: Filter
  items: Item[]
  /** The cursor of the next page, or null on the last page. */
  next: string | null
  failure: string | null
  /** Whether an item has arrived or changed since the list was loaded. */
  isOutdated: boolean
}

type Description = {
  id: string
  /** The messages that are shown if the list, or its next page, cannot be loaded. */
  failures: { list: string; page: string }
}

/**
 * A machine for one of the staff's lists, which is filtered, searched and listed page by page. While the user types,
 * the old list stays. When someone else makes a change, the list is loaded again without interrupting the user.
 */
export const filteredListMachine = <Item extends ListItem, Filter extends object>({ id, failures }: Description) =>
  setup({
    types: {
      input: {} as { filter: Filter },
      context: {} as ListContext<Item, Filter>,
      events: {} as
        | { type: 'list.retry' }
        | { type: 'list.outdated' }
        | { type: 'page.requested' }
        | { type: 'filter.changed'; change: Partial<Filter> },
      emitted: {} as { type: 'filter.applied'; filter: Filter },
      tags: {} as 'loading' | 'failed' | 'listed' | 'busy' | 'loadingMore',
    },
    actors: {
      loadPages: placeholderActor<ListPage<Item>, ListWanted<Filter>>('loadPages'),
      /** Reports list.outdated. */
      followItems: placeholderCallback('followItems'),
    },
    actions: {
      fail: assign({ failure: (_, message: string) => message }),
      clearFailure: assign({ failure: null }),
      /**
       * Resets `isOutdated` before the call, because a change that is reported during the call may be missing from the
       * list.
       */
      beginListing: assign({ failure: null, isOutdated: false }),
      show: assign((_, { items, next }: ListPage<Item>) => ({ items, next })),
      narrow: assign(({ context }, change: Partial<Filter>) => ({ filter: { ...context.filter, ...change } })),
    },
    guards: {
      hasMore: ({ context }) => context.next !== null,
      isOutdated: ({ context }) => context.isOutdated,
    },
    delays: { typingPause: 300, updatePause: 30_000 },
  }).createMachine({
    id,
    context: ({ input }) => ({ filter: input.filter, items: [], next: null, failure: null, isOutdated: false }),
    invoke: { src: 'followItems' },
    initial: 'loading',
    on: {
      'list.outdated': { actions: assign({ isOutdated: true }) },
      'filter.changed': { target: '.narrowing', actions: { type: 'narrow', params: ({ event }) => event.change } },
    },
    states: {
      loading: {
        tags: ['loading', 'busy'],
        entry: 'beginListing',
        invoke: {
          src: 'loadPages',
          input: ({ context: { filter } }) => ({ filter, cursor: null, count: 0 }),
          onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'fail', params: messageOr(failures.list) } },
        },
      },
      failed: { tags: 'failed', on: { 'list.retry': 'loading' } },
      /** Waits before the list is loaded, because the user may still be typing. */
      narrowing: {
        tags: ['listed', 'busy'],
        after: {
          typingPause: {
            target: 'filtering',
            actions: emit(({ context }) => ({ type: 'filter.applied', filter: context.filter })),
          },
        },
        on: {
          'filter.changed': {
            target: 'narrowing',
            reenter: true,
            actions: { type: 'narrow', params: ({ event }) => event.change },
          },
        },
      },
      filtering: {
        tags: ['listed', 'busy'],
        entry: 'beginListing',
        invoke: {
          src: 'loadPages',
          input: ({ context: { filter } }) => ({ filter, cursor: null, count: 0 }),
          onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'fail', params: messageOr(failures.list) } },
        },
      },
      listed: {
        tags: 'listed',
        initial: 'current',
        // If loading the next page interrupts an update, the update runs afterwards.
        on: { 'page.requested': { guard: 'hasMore', target: '.loadingMore' } },
        states: {
          current: { always: { guard: 'isOutdated', target: 'updating' } },
          loadingMore: {
            tags: 'loadingMore',
            entry: 'clearFailure',
            invoke: {
              src: 'loadPages',
              input: ({ context: { filter, next } }) => ({ filter, cursor: next, count: 0 }),
              onDone: {
                target: 'current',
                // An item that has moved to this page since it was listed is not listed twice.
                actions: assign(({ context, event: { output } }) => {
                  const known = new Set(context.items.map(({ id: itemId }) => itemId))
                  const others = output.items.filter(({ id: itemId }) => !known.has(itemId))
                  return { items: [...context.items, ...others], next: output.next }
                }),
              },
              onError: { target: 'current', actions: { type: 'fail', params: messageOr(failures.page) } },
            },
          },
          updating: {
            on: { 'list.outdated': { target: 'updating', reenter: true } },
            invoke: {
              src: 'loadPages',
              input: ({ context: { filter, items } }) => ({ filter, cursor: null, count: items.length }),
              onDone: {
                target: 'current',
                actions: [{ type: 'show', params: ({ event }) => event.output }, assign({ isOutdated: false })],
              },
              // Keep the displayed list. The user did not request this update, so no error is shown.
              onError: 'outdated',
            },
          },
          outdated: { after: { updatePause: 'updating' }, on: { 'list.outdated': 'updating' } },
        },
      },
    },
  })

/** The part of a list's snapshot that the selectors need. */
type Snapshot<Item = unknown, Filter = unknown> = {
  context: ListContext<Item, Filter>
  hasTag: (tag: 'loading' | 'failed' | 'listed' | 'busy' | 'loadingMore') => boolean
}

export const itemsOf = <Item>({ context }: Snapshot<Item>) => context.items
export const isListEmpty = ({ context }: Snapshot) => context.items.length === 0
export const filterOf = <Filter extends object>({ context }: { context: { filter: Filter } }) => context.filter
/** Whether the filter can hide items that still have to be done. */
export const isNarrowed = ({ context: { filter } }: Snapshot<unknown, ListFilter>) =>
  filter.query.trim() !== '' || filter.assignee !== null || (filter.state !== 'open' && filter.state !== 'all')
export const listFailureOf = ({ context }: Snapshot) => context.failure
export const isListLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
export const isListShown = (snapshot: Snapshot) => snapshot.hasTag('listed')
/**
 * Whether the items that match the current filter are yet to be loaded. Until then, the items of the previous filter
 * are displayed, if there are any.
 */
export const isFiltering = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const hasListFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')
export const hasMore = ({ context }: Snapshot) => context.next !== null
export const isLoadingMore = (snapshot: Snapshot) => snapshot.hasTag('loadingMore')
