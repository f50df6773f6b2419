import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense } from 'react'

import type { ProjectFile } from '../../../machines/files/file-order'
import type { NetGroup } from '../../../machines/previews/net-groups'
import * as preview from '../../../machines/previews/file-preview.machine'
import { kindOf } from '../../../machines/previews/preview-kinds'
import * as onBoard from '../../../machines/wizard/board-rows.machine'
import { PageSpinner } from '../../ui/page-spinner'
import { usePreviewMachines } from '../previews/machines'

const BoardView = lazy(() => import('../previews/board/board-view').then((it) => ({ default: it.BoardView })))

type LitBoardProps = { rows: onBoard.BoardRowsActor; layout: ProjectFile }

type BoardOfRequestProps = Omit<LitBoardProps, 'layout'> & {
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
export function BoardOfRequest({ layout, rows, isOpen, onToggle, children }: BoardOfRequestProps) {
  if (!layout) return children
  return (
    <>
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
        {isOpen && <LitBoard layout={layout} rows={rows} />}
        {children}
      </chakra.div>
    </>
  )
}

/** The board with the nets of the rows in their colors. A click on a net adds it to the active row. */
export function LitBoard({ rows, layout }: LitBoardProps) {
  const reading = useActorRef(usePreviewMachines().filePreview, { input: { file: layout } })
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
          onUnreadable={(reason) => reading.send({ type: 'preview.unreadable', reason })}
        />
      </Suspense>
    </chakra.section>
  )
}

const areSameGroups = (one: NetGroup[], other: NetGroup[]) => JSON.stringify(one) === JSON.stringify(other)
