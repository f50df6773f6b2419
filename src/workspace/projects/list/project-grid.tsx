import { Suspense, useMemo } from 'react'

import { isLocalId, type LocalProject, type Project } from '../../../../machines/projects/project-list'
import { lazyPart } from '../../../ui/loading/lazy-part'
import { type CardActions, CardFrame, ProjectCard } from './project-card'
import { cardGap, cardHeight, cardWidth } from './card-grid'
import { useWindowedItems } from './windowed-items'

/** Loaded only if a project could not be saved. */
const LocalProjectCard = lazyPart(() => import('./local-project-card').then((it) => it.LocalProjectCard))

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

const columnsIn = (width: number) => Math.max(1, Math.floor((width + cardGap) / (cardWidth + cardGap)))

/**
 * Displays a list of any length as cards inside a CardGrid. Only cards near the viewport are rendered.
 */
export function ProjectGrid({ returnTo, items, selectedId, savingId, actions }: ProjectGridProps) {
  const { around, columns, height, rows, stop, move, setFocused } = useWindowedItems({
    items,
    selectedId,
    returnTo,
    rowHeight: cardHeight + cardGap,
    columnsIn,
    margins,
  })

  const cardActions = useMemo(
    () => ({ ...actions, onFocus: (id: string, position: number) => setFocused({ id, place: position - 1 }) }),
    [actions, setFocused],
  )

  return (
    <div ref={around} role="feed" aria-label="Projects" style={{ height }} onKeyDown={move}>
      {rows.map((index) => (
        <div
          key={index}
          className="row"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            top: index * (cardHeight + cardGap),
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
              <Suspense key={item.id}>
                <LocalProjectCard
                  project={item}
                  saving={item.id === savingId}
                  actions={cardActions}
                  Frame={CardFrame}
                  {...place}
                />
              </Suspense>
            ) : (
              <ProjectCard key={item.id} project={item} actions={cardActions} {...place} />
            )
          })}
        </div>
      ))}
    </div>
  )
}
