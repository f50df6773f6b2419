import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense } from 'react'

import type { ProjectFile } from '../../../machines/files/file-order'
import * as preview from '../../../machines/previews/file-preview.machine'
import { kindOf } from '../../../machines/previews/preview-kinds'
import * as request from '../../../machines/wizard/request-selectors'
import { PageSpinner } from '../../ui/page-spinner'
import { usePreviewMachines } from '../previews/machines'

const BoardView = lazy(() => import('../previews/board/board-view').then((it) => ({ default: it.BoardView })))

type LitBoardProps = { actor: request.SimulationRequestActor; layout: ProjectFile; step: 2 | 3 }

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
export function BoardOfRequest({ layout, isOpen, onToggle, children, ...rest }: BoardOfRequestProps) {
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
        {isOpen && <LitBoard layout={layout} {...rest} />}
        {children}
      </chakra.div>
    </>
  )
}

function LitBoard({ actor, layout, step }: LitBoardProps) {
  const reading = useActorRef(usePreviewMachines().filePreview, { input: { file: layout } })
  const content = useSelector(reading, preview.contentOf)
  const failure = useSelector(reading, preview.previewFailureOf)
  const remark = useSelector(reading, preview.remarkOf)
  const named = useSelector(actor, (snapshot) => namedNets(snapshot, step).join('\n'))

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
      <Suspense fallback={<PageSpinner text="Loading the board..." />}>
        <BoardView
          name={layout.name}
          content={content.bytes}
          highlighted={named === '' ? none : named.split('\n')}
          onUnreadable={(reason) => reading.send({ type: 'preview.unreadable', reason })}
        />
      </Suspense>
    </chakra.section>
  )
}

const none: string[] = []

type Snapshot = ReturnType<request.SimulationRequestActor['getSnapshot']>

/**
 * Signal and clock nets of step 2, power nets of step 3. Ground nets are excluded because they would highlight the
 * whole board.
 */
const namedNets = (snapshot: Snapshot, step: 2 | 3) =>
  step === 2
    ? request.siOf(snapshot).flatMap(({ signal_nets, clock_signal }) => [...signal_nets, ...clock_signal])
    : request.piOf(snapshot).map(({ power_net }) => power_net)
