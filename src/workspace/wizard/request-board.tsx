import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { waitFor } from 'xstate'

import type { ProjectFile } from '../../../machines/files/file-order'
import type { NetFactsActor } from '../../../machines/previews/net-facts.machine'
import type { NetGroup } from '../../../machines/previews/net-groups'
import * as preview from '../../../machines/previews/file-preview.machine'
import { kindOf } from '../../../machines/previews/preview-kinds'
import * as onBoard from '../../../machines/wizard/board-rows.machine'
import { PageSpinner } from '../../ui/page-spinner'
import { connectNetFacts } from '../previews/board/net-facts-client'
import { usePreviewMachines } from '../previews/machines'
import { NetFactsContext } from './row-facts'

const BoardView = lazy(() => import('../previews/board/board-view').then((it) => ({ default: it.BoardView })))

type LitBoardProps = {
  rows: onBoard.BoardRowsActor
  layout: ProjectFile
  reading: preview.FilePreviewActor
  facts: NetFactsActor
}

type BoardOfRequestProps = {
  rows: onBoard.BoardRowsActor
  /** Null if the layout file is not a board. */
  layout: ProjectFile | null
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** Whether a file is a board that can be drawn. */
export const isBoard = (file: ProjectFile) => kindOf(file) === 'board'

/**
 * The layout next to the rows of a step, shown on request, with the nets named in the rows highlighted. In a narrow
 * window it appears above the rows.
 */
export function BoardOfRequest({ layout, children, ...rest }: BoardOfRequestProps) {
  if (!layout) return children
  return (
    <WithBoard key={layout.sha256} layout={layout} {...rest}>
      {children}
    </WithBoard>
  )
}

function WithBoard({ layout, rows, isOpen, onToggle, children }: BoardOfRequestProps & { layout: ProjectFile }) {
  const reading = useActorRef(usePreviewMachines().filePreview, { input: { file: layout } })
  const [factsMachine] = useState(() => connectNetFacts(layout.name, () => wholeContent(reading)))
  const facts = useActorRef(factsMachine)
  return (
    <NetFactsContext value={facts}>
      <Button size="sm" variant="outline" alignSelf="start" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? 'Hide board' : 'Show board'}
      </Button>
      <chakra.div
        display="grid"
        gap="6"
        alignItems="start"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          lg: isOpen ? 'minmax(0, 6fr) minmax(0, 5fr)' : 'minmax(0, 1fr)',
        }}
      >
        {isOpen && <LitBoard layout={layout} rows={rows} reading={reading} facts={facts} />}
        {children}
      </chakra.div>
    </NetFactsContext>
  )
}

/** The content of the layout, once it is loaded. */
async function wholeContent(reading: preview.FilePreviewActor): Promise<Blob> {
  const snapshot = await waitFor(
    reading,
    (now) =>
      preview.contentOf(now) !== null || preview.previewFailureOf(now) !== null || preview.remarkOf(now) !== null,
  )
  const content = preview.contentOf(snapshot)
  if (content?.as === 'whole') return content.bytes
  throw new Error(preview.previewFailureOf(snapshot) ?? preview.remarkOf(snapshot) ?? '')
}

/** The board with the nets of the rows in their colors. A click on a net adds it to the active row. */
function LitBoard({ rows, layout, reading, facts }: LitBoardProps) {
  const content = useSelector(reading, preview.contentOf)
  const failure = useSelector(reading, preview.previewFailureOf)
  const remark = useSelector(reading, preview.remarkOf)
  const groups = useSelector(rows, onBoard.netGroupsOf, areSameGroups)
  const activeName = useSelector(rows, onBoard.activeNameOf)
  const result = useSelector(rows, onBoard.pickResultOf)
  const canPick = useSelector(rows, onBoard.canPick)
  const target = activeName ?? 'a new row'

  if (failure ?? remark) {
    return (
      <chakra.p role="alert" color="error.fg">
        The board cannot be drawn: {failure ?? remark}
      </chakra.p>
    )
  }
  if (content?.as !== 'whole') return <PageSpinner text="Loading the board..." />
  return (
    <chakra.section
      aria-label="Board"
      h={{ base: 'auto', lg: 'calc(100dvh - 320px)' }}
      minH={{ lg: '360px' }}
      position={{ lg: 'sticky' }}
      top="0"
      _highContrast={{ borderWidth: '1px' }}
      css={{ '@media (max-height: 399px)': { position: 'static' } }}
      display="flex"
      flexDirection="column"
    >
      {canPick && (
        <chakra.p textStyle="sm" color="fg.muted" mb="2">
          Click a trace or pad to add its net to {target}.{' '}
          <chakra.span role="status" color="fg">
            {result}
          </chakra.span>
        </chakra.p>
      )}
      <Suspense fallback={<PageSpinner text="Loading the board..." />}>
        <BoardView
          name={layout.name}
          content={content.bytes}
          groups={groups}
          picking={
            canPick ? { text: `Add to ${target}`, onPick: (net) => rows.send({ type: 'net.picked', ...net }) } : null
          }
          netFactsActor={facts}
          onUnreadable={(reason) => reading.send({ type: 'preview.unreadable', reason })}
        />
      </Suspense>
    </chakra.section>
  )
}

const areSameGroups = (one: NetGroup[], other: NetGroup[]) => JSON.stringify(one) === JSON.stringify(other)
