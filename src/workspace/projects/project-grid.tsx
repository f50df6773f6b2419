import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { isLocalId, type LocalProject, type Project } from '../../../machines/projects/project-list'
import { type CardActions, cardId, LocalProjectCard, ProjectCard } from './project-card'
import { cardGap, cardHeight, cardWidth } from './card-grid'
import { scrollToRow, useVisibleRows } from './visible-rows'

type ProjectGridProps = {
  /** The id of the project whose card gets the focus when the list appears. */
  returnTo: string | null
  items: (Project | LocalProject)[]
  selectedId: string | null
  savingId: string | null
  actions: Omit<CardActions, 'onFocus'>
}

/** Keeps a card clear of the sticky header. */
const margins = { above: 80, below: cardGap }

const isLocal = (item: Project | LocalProject): item is LocalProject => isLocalId(item.id)

/** Measures the number of columns and the offset of the first row from the top of the page. */
function useLayout() {
  const grid = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState({ columns: 1, top: 0, isMeasured: false })
  useLayoutEffect(() => {
    const around = grid.current?.parentElement
    if (!around) return
    const measure = () => {
      const box = grid.current?.getBoundingClientRect()
      if (!box) return
      const columns = Math.max(1, Math.floor((box.width + cardGap) / (cardWidth + cardGap)))
      const top = Math.round(box.top + scrollY)
      setLayout((known) =>
        known.isMeasured && known.columns === columns && known.top === top ? known : { columns, top, isMeasured: true },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    return () => observer.disconnect()
  }, [])
  return { grid, ...layout }
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
 * Displays a list of any length as cards inside a CardGrid. Only cards near the viewport are rendered. Arrow keys move
 * the focus between cards; the card with the focus stays rendered so that the focus is not lost.
 */
export function ProjectGrid({ returnTo, items, selectedId, savingId, actions }: ProjectGridProps) {
  const { grid, columns, top, isMeasured } = useLayout()
  const [focused, setFocused] = useState<{ id: string; place: number } | null>(() => {
    const place = items.findIndex(({ id }) => id === returnTo)
    return returnTo !== null && place >= 0 ? { id: returnTo, place } : null
  })
  const goTo = useRef(focused?.id ?? null)
  const placeOf = (id: string | null) => items.findIndex((item) => item.id === id)
  const known = placeOf(focused?.id ?? null)
  // If the card was removed, use the card that took its place.
  const stop = known >= 0 ? known : Math.min(focused?.place ?? 0, items.length - 1)
  const stopRow = focused === null ? null : Math.floor(stop / columns)

  const rows = { count: Math.ceil(items.length / columns), height: cardHeight + cardGap, top }
  const visibleRows = useVisibleRows(rows, stopRow)
  // Until the columns are known, cards would be rendered in the wrong rows, and again in the right ones.
  const renderedRows = isMeasured ? visibleRows : []

  // Scrolls the selected project into view, including after a link selected it or when it is the first card of a new
  // project.
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
    const card = document.getElementById(cardId(goTo.current))
    // The first render has no rows yet.
    if (!card) return
    card.focus({ preventScroll: true })
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

  const cardActions = useMemo(
    () => ({ ...actions, onFocus: (id: string, position: number) => setFocused({ id, place: position - 1 }) }),
    [actions],
  )

  return (
    <div ref={grid} role="feed" aria-label="Projects" style={{ height: rows.count * rows.height }} onKeyDown={move}>
      {renderedRows.map((index) => (
        <div
          key={index}
          className="row"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            top: index * rows.height,
          }}
        >
          {items.slice(index * columns, (index + 1) * columns).map((item, column) => {
            const position = index * columns + column
            const place = {
              position: position + 1,
              size: items.length,
              isTabStop: position === stop,
              selected: item.id === selectedId,
            }
            return isLocal(item) ? (
              <LocalProjectCard
                key={item.id}
                project={item}
                saving={item.id === savingId}
                actions={cardActions}
                {...place}
              />
            ) : (
              <ProjectCard key={item.id} project={item} actions={cardActions} {...place} />
            )
          })}
        </div>
      ))}
    </div>
  )
}
