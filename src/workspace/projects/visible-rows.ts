import { useSyncExternalStore } from 'react'

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
 * it is the index of a row. Rows of equal height need no measuring, so a virtualization library, which is twice the size of
 * this list's code, is not loaded before the first project is shown.
 */
export function useVisibleRows({ count, height, top }: Rows, always: number | null): number[] {
  const rowAt = (offset: number) => Math.floor((offset - top) / height)
  const first = useSyncExternalStore(onViewportChange, () => Math.max(0, rowAt(scrollY) - 1))
  const last = useSyncExternalStore(onViewportChange, () => Math.min(count - 1, rowAt(scrollY + innerHeight) + 1))
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (always === null || always >= count || rows.includes(always)) return rows
  return always < first ? [always, ...rows] : [...rows, always]
}

/** Scrolls the page no further than necessary to show a row between these distances from the edges of the window, in px. */
export function scrollToRow(row: number, { height, top }: Rows, { above, below }: { above: number; below: number }) {
  const start = top + row * height
  const lowest = start + height + below - innerHeight
  const highest = start - above
  if (scrollY < lowest) scrollTo({ top: lowest })
  else if (scrollY > highest) scrollTo({ top: highest })
}
