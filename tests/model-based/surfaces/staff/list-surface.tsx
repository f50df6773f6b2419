import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import type { filteredListMachine, ListItem } from '../../../../machines/staff/filtered-list'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = ReturnType<typeof filteredListMachine<ListItem, object>>
type Snapshot = SnapshotFrom<Machine>

type ListSurface<Item, Filter, Given> = {
  /** Selects everything. */
  filter: Filter
  /** Changes to that filter. The first can be followed by `toNothing`, which matches nothing. */
  changes: Partial<Filter>[]
  toNothing: Partial<Filter>
  /** The items on the first page, and one on the second. */
  items: [Item, Item, Item]
  texts: {
    loading: string
    /** The name of the list. */
    label: string
    /** The name of the button for the next page. */
    more: string
    failed: string
    pageFailed: string
    /** What is shown if there are no items at all, and what is shown if none matches the filter. */
    empty: string
    noMatch: string
  }
  /** Renders the page. `onFilter` is called with the filter that is applied. */
  mount: (machine: Given, onFilter: (filter: Filter) => void) => void
  /** Checks the fields of the filter, which are usable in every state. */
  expectFilter: (filter: Filter) => void
  expectRows: (rows: HTMLElement[], items: Item[]) => void
  /** Changes the filter as the user would. */
  change: (change: Partial<Filter>) => void
}

/** Tests a staff page whose list can be filtered and searched, and is loaded page by page. */
export function testListSurface<Item extends ListItem, Filter extends object, Given>(
  name: string,
  machine: Given,
  list: ListSurface<Item, Filter, Given>,
) {
  const { texts } = list
  const applied = vi.fn()
  const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  const more = () => screen.queryByRole('button', { name: texts.more })
  const isFilter = ({ context: { filter } }: Snapshot, change: Partial<Filter>) =>
    JSON.stringify(filter) === JSON.stringify({ ...list.filter, ...change })
  /** Whether the filter is unchanged. Most events are offered only then. */
  const isWhole = (snapshot: Snapshot) => isFilter(snapshot, {})

  function expectList(snapshot: Snapshot, isBusy: boolean) {
    const { filter, items, next } = snapshot.context
    list.expectFilter(filter as Filter)
    if (items.length === 0) {
      const isNarrowed = isBusy || !isWhole(snapshot)
      expect(screen.getByText(isNarrowed ? texts.noMatch : texts.empty)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Clear filter' }) !== null).toBe(isNarrowed)
      return
    }
    expect(screen.getByRole('region', { name: texts.label })).toHaveAttribute('aria-busy', String(isBusy))
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows).toHaveLength(items.length)
    list.expectRows(rows, items as Item[])
    expect(more() !== null).toBe(next !== null)
  }

  function expectListed(_: unknown, snapshot: Snapshot) {
    expectList(snapshot, false)
    expect(alerts()).toEqual(snapshot.context.failure === null ? [] : [texts.pageFailed])
  }

  const surface: Surface<Machine> = {
    situations: { 'a member of staff': { input: { filter: list.filter } } },
    events: {
      'list.retry': [{}],
      'list.outdated': (snapshot) => (isWhole(snapshot) && snapshot.hasTag('listed') ? [{}] : []),
      'page.requested': (snapshot) => (isWhole(snapshot) ? [{}] : []),
      'filter.changed': (snapshot) => {
        if (isWhole(snapshot)) return list.changes.map((change) => ({ change }))
        const [first = {}] = list.changes
        return isFilter(snapshot, first) && snapshot.matches('narrowing') ? [{ change: list.toNothing }] : []
      },
    },
    done: {
      followItems: null,
      loadPages: (snapshot) => {
        const [first, second, third] = list.items
        if (snapshot.matches({ listed: 'loadingMore' })) return [{ items: [third], next: null }]
        if (isFilter(snapshot, { ...list.changes[0], ...list.toNothing })) return [{ items: [], next: null }]
        const some = { items: [first, second], next: isWhole(snapshot) ? `1_${second.id}` : null }
        return snapshot.matches('loading') ? [some, { items: [], next: null }] : [some]
      },
    },
    failed: { followItems: null, loadPages: [failure()] },
    distinguish: ({ items, next, filter, failure: why, isOutdated }) => [items.length, next, filter, why, isOutdated],
    mount: (stage) => {
      applied.mockClear()
      list.mount(stage.machine as unknown as Given, applied)
    },
    states: {
      loading: () => {
        expect(screen.getByText(texts.loading)).toBeVisible()
        expect(screen.queryByRole('table')).toBeNull()
        expect(alerts()).toEqual([])
      },
      failed: (_, { context: { filter } }) => {
        expect(alerts()).toEqual([`${texts.failed}Retry`])
        list.expectFilter(filter as Filter)
      },
      narrowing: (_, snapshot) => {
        expectList(snapshot, true)
        expect(applied).not.toHaveBeenCalled()
      },
      filtering: (_, snapshot) => {
        expectList(snapshot, true)
        expect(applied).toHaveBeenLastCalledWith(snapshot.context.filter)
      },
      'listed.current': expectListed,
      'listed.updating': expectListed,
      'listed.outdated': expectListed,
      'listed.loadingMore': (_, snapshot) => {
        expectList(snapshot, false)
        expect(isUsable(more())).toBe(false)
      },
    },
    perform: {
      'list.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
      'list.outdated': (event, { report }) => report('followItems', event),
      'page.requested': async (_, { user }) => {
        const button = more()
        if (button) await user.click(button)
      },
      'filter.changed': ({ change }) => list.change(change),
    },
  }
  testSurface(name, machine as unknown as Machine, surface)
}
