import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { cardId } from './project-card'
import { scrollToRow, useVisibleRows } from './visible-rows'

type Items = {
  items: { id: string }[]
  selectedId: string | null
  /** The id of the item that gets the focus when the list appears. */
  returnTo: string | null
  /** The height of a row in px, including the gap below it. */
  rowHeight: number
  columnsIn: (width: number) => number
  /** Space in px that keeps a row clear of sticky elements at the edges of the window. */
  margins: { above: number; below: number }
}

/** Measures the number of columns and the offset of the first row from the top of the page. */
function useLayout(columnsIn: (width: number) => number) {
  const around = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState({ columns: 1, top: 0, isMeasured: false })
  const columnsFor = useEffectEvent(columnsIn)
  useLayoutEffect(() => {
    const parent = around.current?.parentElement
    if (!parent) return
    const measure = () => {
      const box = around.current?.getBoundingClientRect()
      if (!box) return
      const columns = columnsFor(box.width)
      const top = Math.round(box.top + scrollY)
      setLayout((known) =>
        known.isMeasured && known.columns === columns && known.top === top ? known : { columns, top, isMeasured: true },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [])
  return { around, ...layout }
}

const steps: Record<string, (columns: number, count: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
  Home: (_, count) => -count,
  End: (_, count) => count,
}

/**
 * Lays out a list of any length in rows of equal height, of which only those near the viewport are rendered. Arrow keys
 * move the focus between items; the item with the focus stays rendered so that the focus is not lost.
 */
export function useWindowedItems({ items, selectedId, returnTo, rowHeight, columnsIn, margins }: Items) {
  const { around, columns, top, isMeasured } = useLayout(columnsIn)
  const [focused, setFocused] = useState<{ id: string; place: number } | null>(() => {
    const place = items.findIndex(({ id }) => id === returnTo)
    return returnTo !== null && place >= 0 ? { id: returnTo, place } : null
  })
  const goTo = useRef(focused?.id ?? null)
  const placeOf = (id: string | null) => items.findIndex((item) => item.id === id)
  const known = placeOf(focused?.id ?? null)
  // If the item was removed, use the one that took its place.
  const stop = known >= 0 ? known : Math.min(focused?.place ?? 0, items.length - 1)
  const stopRow = focused === null ? null : Math.floor(stop / columns)

  const rows = { count: Math.ceil(items.length / columns), height: rowHeight, top }
  const visibleRows = useVisibleRows(rows, stopRow)

  // Scrolls the selected project into view, including a new one and one that was selected by a link.
  const showSelected = useEffectEvent(() => {
    const row = Math.floor(placeOf(selectedId) / columns)
    if (row >= 0) scrollToRow(row, rows, margins)
  })
  // Only a new selection scrolls the page, not a new sort order.
  useEffect(() => {
    if (isMeasured) showSelected()
  }, [selectedId, isMeasured])

  useLayoutEffect(() => {
    if (goTo.current === null) return
    const item = document.getElementById(cardId(goTo.current))
    // The first render has no rows yet, so the item gets the focus after a later one.
    if (!item) return
    item.focus({ preventScroll: true })
    goTo.current = null
  })

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const from = focused === null ? -1 : stop
    if (!step || from < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const wanted = from + step(columns, items.length)
    const isAcross = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (isAcross && (wanted < 0 || Math.floor(wanted / columns) >= Math.ceil(items.length / columns))) return
    const to = Math.min(items.length - 1, Math.max(0, wanted))
    const id = items[to]?.id
    if (id === undefined) return
    goTo.current = id
    setFocused({ id, place: to })
    scrollToRow(Math.floor(to / columns), rows, margins)
  }

  return {
    around,
    columns,
    height: rows.count * rowHeight,
    // Until the columns are known, items would be rendered in the wrong rows, and again in the right ones.
    rows: isMeasured ? visibleRows : [],
    /** The index of the item that Tab reaches. */
    stop,
    move,
    setFocused,
  }
}
