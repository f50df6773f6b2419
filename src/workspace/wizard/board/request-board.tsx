import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

import type { ProjectFile } from '../../../../machines/files/file-order'
import type { PickedNet } from '../../../../machines/previews/board/board-part'
import type { BoardSelectionActor } from '../../../../machines/previews/board/board-selection.machine'
import type { NetFactsActor } from '../../../../machines/previews/board/net-facts.machine'
import * as preview from '../../../../machines/previews/file-preview.machine'
import * as onBoard from '../../../../machines/wizard/board/board-rows.machine'
import type { Step } from '../../../../machines/wizard/request-context'
import { PageSpinner } from '../../../ui/page-spinner'
import { lowWindow } from '../../../ui/theme/accessibility-styles'
import { skipControl } from '../../../ui/theme/skip-control'
import { connectNetFacts } from '../../previews/board/net-facts-client'
import { wholeContent } from '../../previews/whole-content'
import { usePreviewMachines } from '../../previews/machines'
import { NetFactsContext } from '../rows/row-facts'
import { lazyPart } from '../../../ui/loading/lazy-part'
import { PickAction, PickNotice } from './pick-notice'

const BoardView = lazyPart(() => import('../../previews/board/board-view').then((it) => it.BoardView))

type BoardWithRowsProps = {
  rows: onBoard.BoardRowsActor
  layout: ProjectFile
  reading: preview.FilePreviewActor
  facts: NetFactsActor
}

type BoardOfRequestProps = {
  rows: onBoard.BoardRowsActor
  /** Null if the step shows no board, or if the layout file is not a board. */
  layout: ProjectFile | null
  /** The stackup file that is chosen instead of the layout's own stackup; null if none is. */
  stackup: ProjectFile | null
  step: Step
  children: ReactNode
}

/**
 * The content of a step, next to the layout with the nets of the rows highlighted. In a narrow window, the layout is a
 * strip above the content, and can be hidden. The content keeps the same elements when the layout turns out to be a
 * board while the user is typing.
 */
export function BoardOfRequest({ layout, stackup, step, rows, children }: BoardOfRequestProps) {
  const [facts, setFacts] = useState<NetFactsActor | null>(null)
  const content = useRef<HTMLDivElement>(null)
  return (
    <NetFactsContext value={layout && facts}>
      <chakra.div css={layout ? panes : { w: 'full' }}>
        {/* The board has dozens of controls, which keyboard users can skip. */}
        {layout && (
          <chakra.button type="button" css={skipControl} onClick={() => content.current?.focus()}>
            Skip the board
          </chakra.button>
        )}
        {layout && (
          <BoardPane
            key={`${layout.sha256} ${stackup?.sha256 ?? ''}`}
            layout={layout}
            stackup={stackup}
            rows={rows}
            onFacts={setFacts}
          />
        )}
        {/* Each step starts scrolled to its top. */}
        <chakra.div
          key={step}
          ref={content}
          role="group"
          aria-label={`Step ${step}`}
          tabIndex={-1}
          outline="none"
          data-scroller={layout ? '' : undefined}
          css={layout ? besideBoard : alone}
        >
          {children}
        </chakra.div>
      </chakra.div>
    </NetFactsContext>
  )
}

/** In a wide window, the board and the content share the remaining height of the dialog and scroll separately. */
const panes: SystemStyleObject = {
  position: 'relative',
  display: 'grid',
  gap: { base: '4', lg: '6' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(440px, 40%)' },
  gridTemplateRows: { lg: 'minmax(0, 1fr)' },
  flex: { lg: '1 0 360px' },
  contain: { lg: 'size' },
  [lowWindow]: { contain: 'none', alignItems: 'start' },
}

const besideBoard: SystemStyleObject = {
  minW: '0',
  overflowY: { lg: 'auto' },
  p: { lg: '1' },
  [lowWindow]: { overflowY: 'visible' },
}
/** In a narrow window, the result of a click replaces the hint, so that the board is higher on the page. */
const hintStyle: SystemStyleObject = {
  display: 'grid',
  gap: '2',
  alignItems: 'center',
  lgDown: { '& > *': { gridArea: '1 / 1' } },
}
const alone: SystemStyleObject = { w: 'full', maxW: '3xl', mx: 'auto' }

type BoardPaneProps = Pick<BoardWithRowsProps, 'rows' | 'layout'> &
  Pick<BoardOfRequestProps, 'stackup'> & { onFacts: (facts: NetFactsActor) => void }

function BoardPane({ layout, stackup, rows, onFacts }: BoardPaneProps) {
  const [isOpen, setIsOpen] = useState(true)
  const { filePreview, readFile } = usePreviewMachines()
  const reading = useActorRef(filePreview, { input: { file: layout } })
  const [factsMachine] = useState(() =>
    connectNetFacts(
      layout.name,
      () => wholeContent(reading),
      (signal) => readFile(stackup, signal),
    ),
  )
  const facts = useActorRef(factsMachine)
  useEffect(() => onFacts(facts), [facts, onFacts])
  return (
    <chakra.div minW="0" minH="0" display="flex" flexDirection="column" gap="2">
      <Button
        hideFrom="lg"
        size="sm"
        variant="outline"
        alignSelf="start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide board' : 'Show board'}
      </Button>
      <chakra.div display={{ base: isOpen ? 'block' : 'none', lg: 'block' }} flex="1" minH="0">
        <BoardWithRows layout={layout} rows={rows} reading={reading} facts={facts} />
      </chakra.div>
    </chakra.div>
  )
}

/** The board with the nets of each row in the row's color. Clicking a net adds it to the active row or to a new one. */
function BoardWithRows({ rows, layout, reading, facts }: BoardWithRowsProps) {
  const content = useSelector(reading, preview.contentOf)
  const reason = useSelector(reading, preview.reasonOf)
  const groups = useSelector(rows, onBoard.netGroupsOf, onBoard.areSameGroups)
  const activeName = useSelector(rows, onBoard.activeNameOf)
  const canPick = useSelector(rows, onBoard.canPick)
  const hasResult = useSelector(rows, (snapshot) => onBoard.pickResultOf(snapshot) !== '')
  const target = activeName ?? 'a new row'
  const onPick = (net: PickedNet) => rows.send({ type: 'net.picked', ...net })
  const hint = (selection: BoardSelectionActor) => (
    <chakra.div css={hintStyle}>
      <chakra.p textStyle="sm" color="fg.muted" visibility={{ base: hasResult ? 'hidden' : 'visible', lg: 'visible' }}>
        Click a track or pad to add its net to {target}.
      </chakra.p>
      <PickNotice rows={rows} selection={selection} />
    </chakra.div>
  )

  if (reason !== null) {
    return (
      <chakra.p role="status" color="error.fg">
        The board cannot be drawn: {reason}
      </chakra.p>
    )
  }
  if (content?.as !== 'whole') return <PageSpinner text="Loading the board..." />
  return (
    <chakra.section
      aria-label="Board"
      h={{ lg: 'full' }}
      _highContrast={{ borderWidth: '1px' }}
      display="flex"
      flexDirection="column"
    >
      <Suspense fallback={<PageSpinner text="Loading the board..." />}>
        <BoardView
          name={layout.name}
          content={content.bytes}
          groups={groups}
          picking={canPick ? { hint, onPick, actionFor: (net) => <PickAction rows={rows} net={net} /> } : null}
          netFactsActor={facts}
          isStrip
          onUnreadable={(reason) => reading.send({ type: 'preview.unreadable', reason })}
        />
      </Suspense>
    </chakra.section>
  )
}
