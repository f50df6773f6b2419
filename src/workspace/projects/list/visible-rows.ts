import { useDeferredValue, useSyncExternalStore } from 'react'

type Rows = {
  count: number
  /** The height of each row in px, including the gap below it. */
  height: number
  /** The distance of the first row from the top of the page, in px. */
  top: number
}

function onViewportChange(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  addEventListener('resize', changed)
  return () => {
    removeEventListener('scroll', changed)
    removeEventListener('resize', changed)
  }
}

/**
 * Returns the indexes of the rows near the viewport, in order: the visible ones, one more on each side, and `always` if
 * it is the index of a row. The rows on each side are rendered in slices before they are scrolled into view, and the
 * first row is rendered before the others: a row of cards takes longer than a frame to render on a slow device. Rows of
 * equal height need no measuring, so a virtualization library, which is twice the size of this list's code, is not
 * loaded before the first project is shown.
 */
export function useVisibleRows({ count, height, top }: Rows, always: number | null): number[] {
  // The whole list can be outside a small window. Its nearest row is rendered nevertheless, so that the keyboard and
  // screen readers reach the list.
  const rowAt = (offset: number) => Math.min(count - 1, Math.max(0, Math.floor((offset - top) / height)))
  const first = useSyncExternalStore(onViewportChange, () => rowAt(scrollY))
  const last = useSyncExternalStore(onViewportChange, () => rowAt(scrollY + innerHeight))
  const above = useDeferredValue(Math.max(0, first - 1), first)
  const below = useDeferredValue(Math.min(count - 1, last + 1), last)
  // After a jump, the rows around the earlier position are no longer needed.
  const isNear = above <= last && below >= first
  const from = isNear ? Math.min(above, first) : first
  const until = isNear ? Math.min(count - 1, Math.max(below, last)) : last
  // The other rows appear once the first one is painted.
  const hasFirstRow = useDeferredValue(true, false)
  const to = hasFirstRow ? until : first
  const rows = Array.from({ length: count === 0 ? 0 : to - from + 1 }, (_, index) => from + index)
  if (always === null || always >= count || rows.includes(always)) return rows
  return always < from ? [always, ...rows] : [...rows, always]
}

/** Scrolls the page only as far as needed to show a row at least `above` and `below` px from the window's edges. */
export function scrollToRow(row: number, { height, top }: Rows, { above, below }: { above: number; below: number }) {
  const start = top + row * height
  const lowest = start + height + below - innerHeight
  const highest = start - above
  if (scrollY < lowest) scrollTo({ top: lowest })
  else if (scrollY > highest) scrollTo({ top: highest })
}
