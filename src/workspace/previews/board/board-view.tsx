import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'

import { viewIn, wholeBoard } from '../../../../machines/previews/board/board-address'
import {
  type BoardSelectionActor,
  partOf,
  selectedNetOf,
} from '../../../../machines/previews/board/board-selection.machine'
import * as board from '../../../../machines/previews/board/board-view.machine'
import type { PickedNet } from '../../../../machines/previews/board/board-part'
import type { NetFactsActor } from '../../../../machines/previews/board/net-facts.machine'
import { type FactsRow, netInView } from '../../../../machines/previews/board/net-facts'
import type { NetGroup } from '../../../../machines/previews/board/highlighted-nets'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { FactsPanel } from '../facts-panel'
import type { PreviewAddress } from '../preview-address'
import { useBoardAddress } from './use-board-address'
import { BoardCanvas } from './board-canvas'
import { boardColors } from './board-colors'
import { BoardComponents } from './board-components'
import { ExportButtons, ExportFailure } from './board-export'
import { BoardLayers } from './board-layers'
import { BoardNets } from './board-nets'
import { BoardPosition } from './board-position'
import { BoardSelection } from './board-selection'
import { openBoard } from './board-worker-client'
import { connectNetFacts } from './net-facts-client'
import { ViewButtons } from './view-buttons'
import { focusIfLost } from '../../../ui/focus-if-lost'
import { useIsDark } from '../network/plots/curve-colors'
import { StackupView } from '../stackup/stackup-view'
import { lazyPart } from '../../../ui/loading/lazy-part'
import { useDeferredSelector } from '../../../ui/use-deferred-selector'
import { useEmitted } from '../../../ui/use-emitted'

const NetFactsView = lazyPart(() => import('./net-facts-view').then((it) => it.NetFactsView))

type BoardViewProps = {
  name: string
  content: Blob
  /** The nets to highlight, in groups of one color each. The user can highlight other nets, too. */
  groups: NetGroup[]
  /**
   * `onPick` is called when the user clicks a net. `actionFor` returns what can be done with the selected net. `hint`
   * returns what is shown above the drawing.
   */
  picking?: {
    hint: (selection: BoardSelectionActor) => ReactNode
    onPick: (net: PickedNet) => void
    actionFor: (net: string) => ReactNode
  } | null
  /** Null if the page's URL does not contain the view. */
  address?: PreviewAddress | null
  /**
   * The actor for the facts of the nets, if they are also shown elsewhere. Sharing it avoids calculating them twice.
   */
  netFactsActor?: NetFactsActor | null
  /**
   * Whether a narrow window shows the board as a strip: the drawing, with its buttons in one line, and the panel only
   * on request.
   */
  isStrip?: boolean
  onUnreadable: (reason: string) => void
}

/**
 * Canvas and panel are side by side if their container (for example a dialog or a part of the wizard) is wide enough.
 */
const layout: SystemStyleObject = {
  flex: '1',
  minH: '0',
  containerType: 'inline-size',
  overflow: 'auto',
  '& > div': {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(max-content, 50vh) auto',
    '@container (min-width: 768px)': {
      h: 'full',
      gridTemplateColumns: 'minmax(0, 1fr) 280px',
      gridTemplateRows: 'minmax(0, 1fr)',
      overflow: 'hidden',
    },
  },
}

/** A strip is as tall as its drawing and its open panel, so that nothing inside it has to be scrolled. */
const strip: SystemStyleObject = {
  lg: layout,
  lgDown: { '& > div': { display: 'grid', gap: '2', gridTemplateColumns: 'minmax(0, 1fr)' } },
}
const buttonRow: SystemStyleObject = { display: 'flex', flexWrap: 'wrap', gap: '2' }
/**
 * In a narrow window, the buttons are on a single line that scrolls. A focused button is scrolled into view with
 * its outline.
 */
const buttonLine: SystemStyleObject = {
  lgDown: { flexWrap: 'nowrap', overflowX: 'auto', p: '1', scrollPaddingInline: '2', '& > *': { flexShrink: '0' } },
}

/** A board: its copper by layer and a searchable list of its nets. */
export function BoardView({
  name,
  content,
  groups,
  picking = null,
  address = null,
  netFactsActor = null,
  isStrip = false,
  onUnreadable,
}: BoardViewProps) {
  const [session] = useState(() => openBoard(name, content))
  useEffect(() => session.close, [session])
  const [addressed] = useState(() => (address ? viewIn(address.view) : wholeBoard))
  const actor = useActorRef(session.machine, { input: { highlighted: namesIn(groups), addressed } })
  const selection = useActorRef(session.selection, { input: { view: actor } })
  const ruler = useActorRef(session.ruler)
  const saving = useActorRef(session.saving)
  const selectedNet = useSelector(selection, selectedNetOf)
  /** A search that has not ended yet counts as a selection, because it may still select something. */
  const isSelected = useSelector(selection, (snapshot) => partOf(snapshot) !== null || snapshot.hasTag('busy'))
  useBoardAddress(session.address, { actor, net: selectedNet, address })
  // The view of a board with many nets takes a while to render, so it is rendered with low priority, in short tasks.
  const facts = useDeferredSelector(actor, board.factsOf)
  const unreadable = useSelector(actor, board.unreadableOf)
  const failure = useSelector(actor, board.drawingFailureOf)
  const isReading = useSelector(actor, board.isReading)
  const [netFacts] = useState(() => connectNetFacts(name, () => content))
  const ownFacts = useActorRef(netFacts)
  const factsActor = netFactsActor ?? ownFacts
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [chosen, setPart] = useState<'board' | 'stackup' | 'facts' | null>(null)
  const part = chosen ?? 'board'
  // The pressed button disappears with the part that it was in, so the part that replaces it takes the focus.
  const takesFocus = chosen === null ? null : focusIfLost
  const wanted = namesIn(groups).join('\n')
  const isDark = useIsDark()

  const tellUnreadable = useEffectEvent(onUnreadable)
  useEffect(() => {
    if (unreadable) tellUnreadable(unreadable)
  }, [unreadable])
  useEffect(() => session.onLost((reason) => actor.send({ type: 'drawing.failed', reason })), [session, actor])
  useEmitted(selection, { 'net.picked': ({ name: net, isZone }) => picking?.onPick({ name: net, isZone }) })
  // Send only changes, because the view initially highlights the nets of the rows and those in the URL anyway.
  const named = useRef(wanted)
  useEffect(() => {
    if (named.current === wanted) return
    named.current = wanted
    actor.send({ type: 'rows.highlighted', names: wanted === '' ? [] : wanted.split('\n') })
  }, [actor, wanted])

  const showOnBoard = (row: FactsRow) => {
    const net = netInView(row)
    if (net === null) {
      selection.send({ type: 'selection.cleared' })
      actor.send({ type: 'view.fitted' })
    } else selection.send({ type: 'part.queried', query: { about: 'net', name: net } })
    actor.send({ type: 'nets.highlighted', names: row.nets })
    setPart('board')
  }

  if (failure !== null && part === 'board') {
    const retry = () => {
      actor.send({ type: 'drawing.retry' })
      setPart('board')
    }
    return (
      // The drawing and its buttons disappear, and with them the focus.
      <chakra.div ref={facts && focusIfLost} tabIndex={-1} outline="none">
        <ErrorNotice title={`The board cannot be drawn: ${failure}`} onRetry={retry} />
      </chakra.div>
    )
  }
  if (!facts || (isReading && part === 'board')) return <PageSpinner text="Reading the board..." />
  const colors = boardColors(facts.copper.length, isDark).layers
  const hasStackup = facts.stackup && facts.stackup.layers.length > 0
  const toOtherParts = (
    <>
      {part !== 'board' && <PartButton text="Show board" onClick={() => setPart('board')} />}
      {hasStackup && part !== 'stackup' && <PartButton text="Stackup" onClick={() => setPart('stackup')} />}
      {part !== 'facts' && (
        <PartButton
          text="Lengths and skew"
          onClick={() => {
            factsActor.send({ type: 'facts.requested' })
            setPart('facts')
          }}
        />
      )}
    </>
  )
  if (part !== 'board') {
    return (
      <>
        <chakra.div mb="3" display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <chakra.h2 key={part} ref={takesFocus} tabIndex={-1} outline="none" me="auto" fontWeight="semibold">
            {part === 'facts' ? 'Lengths and skew' : 'Stackup'}
          </chakra.h2>
          {toOtherParts}
        </chakra.div>
        {part === 'facts' && (
          <Suspense fallback={<PageSpinner text="Calculating lengths and skew..." />}>
            <NetFactsView actor={factsActor} onShow={showOnBoard} />
          </Suspense>
        )}
        {part === 'stackup' && facts.stackup && (
          <StackupView stackup={facts.stackup} format={`Stackup in the ${facts.format} file`} />
        )}
      </>
    )
  }
  return (
    <chakra.div
      css={isStrip ? strip : layout}
      data-own-escape={isSelected ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isSelected) return
        event.preventDefault()
        selection.send({ type: 'selection.cleared' })
      }}
    >
      <div>
        <chakra.div
          ref={takesFocus}
          tabIndex={-1}
          outline="none"
          minW="0"
          minH="0"
          display="flex"
          flexDirection="column"
          gap="2"
        >
          {picking?.hint(selection)}
          <chakra.div css={isStrip ? [buttonRow, buttonLine] : buttonRow}>
            <ViewButtons actor={actor} ruler={ruler} />
            <ExportButtons actor={saving} />
            {toOtherParts}
            {isStrip && (
              <Button
                hideFrom="lg"
                size="sm"
                variant="outline"
                aria-expanded={isPanelOpen}
                onClick={() => setIsPanelOpen(!isPanelOpen)}
              >
                Layers and nets
              </Button>
            )}
          </chakra.div>
          <ExportFailure actor={saving} />
          {facts.remarks.length > 0 && (
            <chakra.div role="status" textStyle="sm" color="fg.muted" maxH="16" overflow="auto" tabIndex={0}>
              {facts.remarks.map((remark) => (
                <p key={remark}>{remark}</p>
              ))}
            </chakra.div>
          )}
          <BoardCanvas
            actor={actor}
            selection={selection}
            ruler={ruler}
            session={session}
            facts={facts}
            groups={groups}
            label={`Board ${name}`}
          />
          <BoardPosition actor={actor} ruler={ruler} isYUp={facts.isYUp} />
        </chakra.div>
        <FactsPanel label="Layers and nets" facts={factsText(facts)} isHidden={isStrip && !isPanelOpen}>
          <BoardSelection actor={selection} lengths={factsActor} actionFor={picking?.actionFor ?? null} />
          <BoardComponents selection={selection} facts={facts} />
          <BoardLayers actor={actor} title="Copper layers" facts={facts} colors={colors} />
          <BoardNets actor={actor} selection={selection} saving={saving} facts={facts} />
        </FactsPanel>
      </div>
    </chakra.div>
  )
}

const namesIn = (groups: NetGroup[]) => [...new Set(groups.flatMap(({ nets }) => nets))]

const PartButton = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <Button size="sm" variant="outline" onClick={onClick}>
    {text}
  </Button>
)

const count = (value: number, one: string) => `${value.toLocaleString('en-US')} ${one}${value === 1 ? '' : 's'}`

function factsText({ copper, size, counts, nets }: board.BoardFacts): string {
  const mm = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
  return [
    size ? `${mm(size.width)} × ${mm(size.height)} mm` : 'No outline',
    count(copper.length, 'copper layer'),
    ...[count(counts.tracks, 'track'), count(counts.vias, 'via'), count(counts.pads, 'pad')],
    ...[count(counts.footprints, 'footprint'), count(nets.length, 'net')],
  ].join(' · ')
}
