import type { Deleted } from '../../../machines/undo/undo-offer.machine'

export type Offer = { key: number; deleted: Deleted }

type Offers = {
  list: () => readonly Offer[]
  add: (deleted: Deleted) => void
  remove: (key: number) => void
  subscribe: (listener: () => void) => () => void
}

const known = new WeakMap<object, Offers>()

/**
 * The offers to undo deletions that were made through an API client. They outlive the view in which the item was
 * deleted.
 */
export function offersOf(api: object): Offers {
  const offers = known.get(api) ?? createOffers()
  known.set(api, offers)
  return offers
}

function createOffers(): Offers {
  const listeners = new Set<() => void>()
  let count = 0
  let list: readonly Offer[] = []
  const show = (next: readonly Offer[]) => {
    list = next
    for (const listener of listeners) listener()
  }
  return {
    list: () => list,
    add: (deleted) => show([...list, { key: ++count, deleted }]),
    remove: (key) => show(list.filter((offer) => offer.key !== key)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
