import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'

import { viewIn, wholeBoard } from '../../../../machines/previews/board/board-address'
import { selectedNetOf } from '../../../../machines/previews/board/board-selection.machine'
import {
  type BoardFacts,
  drawingFailureOf,
  factsOf,
  isReading,
} from '../../../../machines/previews/board/board-view.machine'
import { comparisonAddressOf } from '../../../../machines/previews/comparison/comparison-address'
import * as comparison from '../../../../machines/previews/comparison/file-comparison.machine'
import type { NetGroup } from '../../../../machines/previews/board/highlighted-nets'
import { ErrorNotice } from '../../../ui/notices/notices'
import { keptColors } from '../../../ui/theme/accessibility-styles'
import { useEmitted } from '../../../ui/use-emitted'
import { BoardCanvas } from '../board/board-canvas'
import { boardColors } from '../board/board-colors'
import { BoardLayers } from '../board/board-layers'
import { BoardPosition } from '../board/board-position'
import { ViewButtons } from '../board/view-buttons'
import { useBoardAddress } from '../board/use-board-address'
import { useIsDark } from '../network/plots/curve-colors'
import type { PreviewAddress } from '../preview-address'
import type { ComparisonSession } from './comparison-machines'

/**
 * Orange and blue can be distinguished with any color vision. Copper that both boards have is darker or brighter than
 * either color.
 */
const colors = {
  light: { before: '#d9730d', after: '#2f7fd6' },
  dark: { before: '#e0762a', after: '#3f8ae0' },
}
const noGroups: NetGroup[] = []

type ComparedBoardsProps = {
  session: ComparisonSession
  actor: comparison.FileComparisonActor
  facts: BoardFacts
  address: PreviewAddress | null
}

/** Two boards on top of each other, each in its own color. */
export function ComparedBoards({ session, actor, facts, address }: ComparedBoardsProps) {
  const [machine] = useState(() => session.boardOf(facts))
  const [addressed] = useState(() => (address ? viewIn(address.view) : wholeBoard))
  const board = useActorRef(machine, { input: { highlighted: [], addressed } })
  const selection = useActorRef(session.selection, { input: { view: board } })
  const ruler = useActorRef(session.ruler)
  const isRead = useSelector(board, (snapshot) => factsOf(snapshot) !== null && !isReading(snapshot))
  const failure = useSelector(board, drawingFailureOf)
  const share = useSelector(actor, comparison.shareOf)
  const entryId = useSelector(actor, comparison.entryIdOf)
  const theme = useIsDark() ? 'dark' : 'light'
  useBoardAddress(session.address, {
    ...{ actor: board, net: useSelector(selection, selectedNetOf), address },
    more: comparisonAddressOf({ entryId, share }),
  })

  useEffect(() => {
    session.mix({ ...colors[theme], share: share / 100, blend: theme === 'dark' ? 'screen' : 'multiply' })
  }, [session, theme, share])
  useEffect(() => session.onLost((reason) => board.send({ type: 'drawing.failed', reason })), [session, board])
  useEmitted(actor, {
    'entry.shown': ({ box, nets }) => {
      board.send({ type: 'nets.highlighted', names: nets })
      if (box) board.send({ type: 'part.shown', box })
    },
  })

  return (
    <chakra.div minW="0" minH="0" display="flex" flexDirection="column" gap="2">
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <ViewButtons actor={board} ruler={ruler} />
      </chakra.div>
      <chakra.label
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="2"
        textStyle="sm"
        css={{ '& .swatch': { ...keptColors, w: '4', h: '4', borderRadius: '3px', display: 'inline-block' } }}
      >
        <span className="swatch" style={{ background: colors[theme].before }} aria-hidden />
        Earlier
        <chakra.input
          type="range"
          data-own-arrows=""
          flex="1 1 120px"
          css={{ accentColor: 'var(--chakra-colors-primary-solid)' }}
          aria-label="Earlier to later board"
          min={0}
          max={100}
          step={5}
          value={share}
          aria-valuetext={`${100 - share}% earlier, ${share}% later`}
          onChange={({ target }) => actor.send({ type: 'share.changed', share: Number(target.value) })}
        />
        <span className="swatch" style={{ background: colors[theme].after }} aria-hidden />
        Later
      </chakra.label>
      {failure !== null && (
        <ErrorNotice
          title={`The boards cannot be drawn: ${failure}`}
          onRetry={() => board.send({ type: 'drawing.retry' })}
        />
      )}
      {isRead && failure === null && (
        <BoardCanvas
          actor={board}
          selection={selection}
          ruler={ruler}
          session={session}
          facts={facts}
          groups={noGroups}
          label="Both boards"
        />
      )}
      <BoardPosition actor={board} ruler={ruler} isYUp={facts.isYUp} />
      <chakra.details textStyle="sm" maxH="40" overflow="auto">
        <chakra.summary w="fit-content" cursor="pointer" focusVisibleRing="outside">
          Layers
        </chakra.summary>
        <BoardLayers
          actor={board}
          title="Copper layers"
          facts={facts}
          colors={boardColors(facts.copper.length, theme === 'dark').layers}
        />
      </chakra.details>
    </chakra.div>
  )
}
