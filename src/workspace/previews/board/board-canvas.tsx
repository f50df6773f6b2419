import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'

import * as board from '../../../../machines/previews/board/board-view.machine'
import {
  type BoardSelectionActor,
  partOf,
  selectedComponentOf,
  selectedNetOf,
} from '../../../../machines/previews/board/board-selection.machine'
import type { BoardRulerActor } from '../../../../machines/previews/board/board-ruler.machine'
import { drawnNets, type NetGroup } from '../../../../machines/previews/board/highlighted-nets'
import { toView, type Viewport } from '../../../../machines/previews/board/board-viewport'
import { boardColors, groupColors } from './board-colors'
import { BoardFrame } from './board-frame'
import { BoardMarks } from './board-marks'
import type { BoardSession } from './board-worker-client'
import { useEmitted } from '../../../ui/use-emitted'
import { useIsDark } from '../network/plots/curve-colors'

type BoardCanvasProps = {
  actor: board.BoardViewActor
  selection: BoardSelectionActor
  ruler: BoardRulerActor
  session: Pick<BoardSession, 'draw'>
  facts: board.BoardFacts
  groups: NetGroup[]
  label: string
}

/**
 * The board drawing. When the view changes, the last bitmap is transformed immediately, while the new one is rendered
 * in the worker.
 */
export function BoardCanvas({ actor, selection, ruler, session, facts, groups, label }: BoardCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawnView = useRef<Viewport | null>(null)
  const view = useSelector(actor, board.viewOf)
  const size = useSelector(actor, board.sizeOf)
  const layers = useSelector(actor, board.visibleLayersOf, areEqual)
  const named = useSelector(actor, board.highlightedOf)
  const selectedNet = useSelector(selection, selectedNetOf)
  const component = useSelector(selection, selectedComponentOf)
  const part = useSelector(selection, partOf)
  const isDark = useIsDark()
  const highlighted = useMemo(() => {
    const palette = groupColors[isDark ? 'dark' : 'light']
    return drawnNets(named, selectedNet, groups).map(({ nets, color }) => ({
      nets,
      color: color === null ? null : (palette[color] ?? null),
    }))
  }, [named, selectedNet, groups, isDark])

  useEffect(() => {
    if (!view || !size) return
    alignCanvas(canvas.current, drawnView.current, view)
    const colors = boardColors(facts.copper.length, isDark)
    const frame = { ...size, ...view, ratio: devicePixelRatio, layers, highlighted, component, colors }
    session.draw(frame, (bitmap) => {
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
  }, [actor, session, facts, view, size, layers, highlighted, component, isDark])

  // In a narrow window, the board is above the lists whose items are shown on it, so it has to be scrolled into view.
  // The frame is passed instead of the canvas, because otherwise the content of the frame could be scrolled.
  useEmitted(selection, {
    'part.located': () => canvas.current?.parentElement?.scrollIntoView({ block: 'nearest' }),
  })

  return (
    <BoardFrame
      actor={actor}
      ruler={ruler}
      label="Board: arrows move, + and - zoom, 0 fits, F flips, M measures, Enter selects or measures at the center"
      framed={part?.kind === 'component' || part?.kind === 'pad' ? part.box : null}
      onSelect={(place) => selection.send({ type: 'part.queried', query: { about: 'place', ...place } })}
    >
      <chakra.canvas ref={canvas} role="img" aria-label={label} position="absolute" top="0" insetInlineStart="0" />
      <BoardMarks actor={actor} facts={facts} />
    </BoardFrame>
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
