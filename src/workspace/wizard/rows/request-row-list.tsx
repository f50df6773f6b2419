import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden'
import { mdiPlus } from '@mdi/js'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { shallowEqual, useSelector } from '@xstate/react'
import { type FocusEvent, type ReactNode, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'

import { activeRowOf, colorOfRow } from '../../../../machines/wizard/board/board-rows.machine'
import { rowName } from '../../../../machines/wizard/request-rules'
import {
  piIdsOf,
  placeOf,
  restoringOf,
  siIdsOf,
  type SimulationRequestActor,
} from '../../../../machines/wizard/request-selectors'
import { Icon } from '../../../ui/icon'
import { Notice } from '../request-notices'
import { BoardRowsContext } from './board-rows'
import { rowElementId } from './request-row'
import { rowGap, RowGround, rowHeight } from './request-row-style'

type RequestRowListProps = {
  actor: SimulationRequestActor
  kind: 'si' | 'pi'
  /** Explains the purpose of the rows. */
  text: string
  children: (id: number, index: number) => ReactNode
}

/**
 * Returns the elements that can be the scroll container of an element, innermost first: the part beside the board, the
 * dialog's body, and the whole dialog in a short window.
 */
function scrollersAround(element: Element | null): HTMLElement[] {
  const around = element?.closest<HTMLElement>('[data-scroller]')
  return around ? [around, ...scrollersAround(around.parentElement)] : []
}

/**
 * Returns the scroll container of an element; null if it has none. Which one it is depends on the size of the window.
 */
function scrollerOf(element: Element | null): HTMLElement | null {
  const around = scrollersAround(element)
  return around.find((one) => getComputedStyle(one).overflowY !== 'visible') ?? around.at(-1) ?? null
}

/** Finds the scroll container of the list and the offset of the list in it. */
function useBeginning() {
  const list = useRef<HTMLOListElement>(null)
  const [{ scroller, top }, setBeginning] = useState<{ scroller: HTMLElement | null; top: number }>(nowhere)
  useLayoutEffect(() => {
    const measure = () => {
      const around = scrollerOf(list.current)
      // Without rows, the list is hidden and has no position. Its first row will appear where the next element is.
      const place = list.current?.hidden ? list.current.nextElementSibling : list.current
      if (!place || !around) return
      const { top: listTop } = place.getBoundingClientRect()
      const begin = Math.round(listTop - around.getBoundingClientRect().top + around.scrollTop)
      setBeginning((was) => (was.scroller === around && was.top === begin ? was : { scroller: around, top: begin }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of scrollersAround(list.current)) {
      observer.observe(one)
      // A notice or board that appears or disappears above the list changes the height of the content.
      if (one.firstElementChild) observer.observe(one.firstElementChild)
    }
    return () => observer.disconnect()
  }, [])
  return { list, scroller: () => scroller, top }
}

const nowhere = { scroller: null, top: 0 }

/**
 * The rows of a step. Only rows near the viewport are rendered, so their number is not limited. The row with the focus
 * stays rendered, and the row that the machine points to is scrolled into view.
 */
export function RequestRowList({ actor, kind, text, children }: RequestRowListProps) {
  'use no memo'
  const { list, scroller, top } = useBeginning()
  const add = useRef<HTMLButtonElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const ids = useSelector(actor, kind === 'si' ? siIdsOf : piIdsOf, shallowEqual)
  const place = useSelector(actor, placeOf)
  const restoring = useSelector(actor, (snapshot) => restoringOf(snapshot, kind))
  const boardRows = useContext(BoardRowsContext)
  const active = useSelector(boardRows ?? undefined, (snapshot) => (snapshot ? activeRowOf(snapshot) : null))
  const wanted = place?.step === (kind === 'si' ? 2 : 3) ? place : null

  const held = [focused, wanted?.rowId].map((id) => (id == null ? -1 : ids.indexOf(id))).filter((index) => index >= 0)
  // Without a stable function, the virtualizer would recompute all rows.
  const keyOf = useCallback((index: number) => ids[index] ?? index, [ids])
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    gap: rowGap,
    scrollMargin: top,
    overscan: 2,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...held])].toSorted((one, other) => one - other),
  })

  // Runs after every render, because the row may not be in the document until a later one.
  useLayoutEffect(() => {
    if (!wanted) return
    const row = wanted.rowId === null ? null : document.getElementById(rowElementId(wanted.rowId))
    if (wanted.rowId !== null && !row) return
    const field = wanted.field === null ? null : row?.querySelector<HTMLElement>(`[name="${wanted.field}"]`)
    const there = row ? (field ?? row.querySelector<HTMLElement>('select, input')) : add.current
    there?.focus()
    // The rows near this one may change their height when they are measured, so the list keeps scrolling to it until
    // they have been measured.
    if (wanted.rowId !== null) virtual.scrollToIndex(ids.indexOf(wanted.rowId), { align: 'center' })
    actor.send({ type: 'place.reached' })
  })

  return (
    <Stack gap="4">
      <chakra.p color="fg.muted">{text}</chakra.p>
      <VisuallyHidden aria-live="polite">
        {ids.length} {kind === 'si' ? 'signal' : 'power'} integrity {ids.length === 1 ? 'row' : 'rows'}
      </VisuallyHidden>
      <RowGround ref={list} hidden={ids.length === 0} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={ids.length}
            style={{ top: start - top }}
            {...(boardRows && {
              'data-color': colorOfRow(kind, index),
              'data-active': active === ids[index] || undefined,
              onPointerEnter: () => boardRows.send({ type: 'row.pointed', rowId: ids[index] ?? null }),
              onPointerLeave: () => boardRows.send({ type: 'row.pointed', rowId: null }),
            })}
            onFocus={() => {
              setFocused(ids[index] ?? null)
              boardRows?.send({ type: 'row.focused', rowId: ids[index] ?? null })
            }}
            onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
              if (!currentTarget.contains(relatedTarget)) boardRows?.send({ type: 'row.focused', rowId: null })
            }}
          >
            {children(ids[index] ?? -1, index)}
          </li>
        ))}
      </RowGround>
      {/* Stays visible, wherever in a long list the row was. */}
      {restoring && (
        <chakra.div position="sticky" bottom="0" zIndex="1">
          <Notice role="status" palette="info" title={`${rowName(kind, restoring.index + 1)} has been removed.`}>
            <Button size="sm" variant="outline" bg="bg.panel" onClick={() => actor.send(restoring)}>
              Undo
            </Button>
          </Notice>
        </chakra.div>
      )}
      <Button ref={add} variant="outline" alignSelf="start" onClick={() => actor.send({ type: `${kind}.added` })}>
        <Icon path={mdiPlus} />
        Add {kind === 'si' ? 'signal' : 'power'} integrity row
      </Button>
    </Stack>
  )
}
