import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'

import * as board from '../../../../machines/previews/board-view.machine'
import { type BoardSelectionActor, selectedNetOf } from '../../../../machines/previews/board-selection.machine'
import { type BoardRulerActor, isMeasuring } from '../../../../machines/previews/board-ruler.machine'
import { drawnNets, type NetGroup } from '../../../../machines/previews/net-groups'
import { type Point, toBoard, toView, type Viewport } from '../../../../machines/previews/board-viewport'
import { boardColors, groupColors } from './board-colors'
import { fromMiddle, useBoardPointers } from './board-pointers'
import { BoardMarks } from './board-marks'
import { BoardOverlay } from './board-overlay'
import type { BoardSession } from './board-worker-client'
import { useIsDark } from '../network/curve-colors'

type BoardCanvasProps = {
  actor: board.BoardViewActor
  selection: BoardSelectionActor
  ruler: BoardRulerActor
  session: Pick<BoardSession, 'draw'>
  facts: board.BoardFacts
  groups: NetGroup[]
  label: string
}

const step = 60
/** The maximum distance, in pixels, between a click and the part that it selects. */
const clickReach = 6
const touchReach = 16

/**
 * The board drawing. It can be panned and zoomed with the mouse, two fingers, arrow keys, +, - and 0, and flipped with
 * F. M starts the ruler. The last bitmap is transformed immediately, while the new one is rendered in the worker.
 */
export function BoardCanvas({ actor, selection, ruler, session, facts, groups, label }: BoardCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const drawnView = useRef<Viewport | null>(null)
  const view = useSelector(actor, board.viewOf)
  const size = useSelector(actor, board.sizeOf)
  const layers = useSelector(actor, board.visibleLayersOf, areEqual)
  const named = useSelector(actor, board.highlightedOf)
  const selectedNet = useSelector(selection, selectedNetOf)
  const isDark = useIsDark()
  const highlighted = useMemo(() => {
    const palette = groupColors[isDark ? 'dark' : 'light']
    return drawnNets(named, selectedNet, groups).map(({ nets, color }) => ({
      nets,
      color: color === null ? null : (palette[color] ?? null),
    }))
  }, [named, selectedNet, groups, isDark])

  useEffect(() => {
    const { current } = frame
    if (!current) return
    const observer = new ResizeObserver(() => {
      const [width, height] = [Math.floor(current.clientWidth), Math.floor(current.clientHeight)]
      if (width > 0 && height > 0) actor.send({ type: 'view.sized', size: { width, height } })
    })
    observer.observe(current)
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      actor.send({ type: 'view.zoomed', factor: Math.exp(-event.deltaY / 400), at: fromMiddle(current, event) })
    }
    current.addEventListener('wheel', wheel, { passive: false })
    return () => {
      observer.disconnect()
      current.removeEventListener('wheel', wheel)
    }
  }, [actor])

  useEffect(() => {
    if (!view || !size) return
    alignCanvas(canvas.current, drawnView.current, view)
    const colors = boardColors(facts.copper.length, isDark)
    session.draw({ ...size, ...view, ratio: devicePixelRatio, layers, highlighted, colors }, (bitmap) => {
      const { current } = canvas
      if (!current) return
      current.width = bitmap.width
      current.height = bitmap.height
      Object.assign(current.style, { width: `${size.width}px`, height: `${size.height}px` })
      current.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
      current.dataset['drawn'] = ''
      drawnView.current = view
      const now = board.viewOf(actor.getSnapshot())
      alignCanvas(current, view, now ?? view)
    })
  }, [actor, session, facts, view, size, layers, highlighted, isDark])

  /** Selects or measures the item at a point, given in pixels from the center of the view. */
  const pick = (at: Point, reach: number) => {
    if (!view) return
    const place = { at: toBoard(view, at), reach: reach / view.scale, layers }
    if (isMeasuring(ruler.getSnapshot())) ruler.send({ type: 'point.set', place })
    else selection.send({ type: 'part.queried', query: { about: 'place', ...place } })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') pick(middle, clickReach)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'm' && isPlain) ruler.send({ type: 'ruler.toggled' })
    const act = keys[event.key]
    if (!act || !isPlain) return
    event.preventDefault()
    event.stopPropagation()
    actor.send(act)
  }

  return (
    <chakra.div
      ref={frame}
      role="group"
      aria-label="Board: arrows move, + and - zoom, 0 fits, F flips, M measures, Enter selects or measures the center"
      tabIndex={0}
      data-own-arrows=""
      onKeyDown={handleKey}
      {...useBoardPointers(actor, (event) =>
        pick(fromMiddle(event.currentTarget, event), event.pointerType === 'touch' ? touchReach : clickReach),
      )}
      flex="1"
      minH="240px"
      minW="0"
      position="relative"
      overflow="hidden"
      borderWidth="1px"
      borderRadius="l2"
      touchAction="none"
      cursor="crosshair"
      _active={{ cursor: 'grabbing' }}
    >
      <chakra.canvas ref={canvas} role="img" aria-label={label} position="absolute" top="0" insetInlineStart="0" />
      <BoardOverlay actor={actor} selection={selection} ruler={ruler} />
      <BoardMarks actor={actor} facts={facts} />
    </chakra.div>
  )
}

/** Transforms the last bitmap to the current view until the next one is rendered. */
function alignCanvas(canvas: HTMLCanvasElement | null, drawn: Viewport | null, now: Viewport) {
  if (!canvas || !drawn) return
  const { x, y } = toView(now, drawn)
  const zoom = now.scale / drawn.scale
  canvas.style.transform = `translate(${x}px, ${y}px) scale(${now.isFlipped === drawn.isFlipped ? zoom : -zoom}, ${zoom})`
}

const areEqual = (one: number[], other: number[]) => one.join() === other.join()

type Steering = Parameters<board.BoardViewActor['send']>[0]

const middle = { x: 0, y: 0 }
const keys: Record<string, Steering> = {
  '+': { type: 'view.zoomed', factor: 1.4, at: middle },
  '=': { type: 'view.zoomed', factor: 1.4, at: middle },
  '-': { type: 'view.zoomed', factor: 1 / 1.4, at: middle },
  '0': { type: 'view.fitted' },
  f: { type: 'view.flipped' },
  ArrowLeft: { type: 'view.panned', dx: step, dy: 0 },
  ArrowRight: { type: 'view.panned', dx: -step, dy: 0 },
  ArrowUp: { type: 'view.panned', dx: 0, dy: step },
  ArrowDown: { type: 'view.panned', dx: 0, dy: -step },
}
