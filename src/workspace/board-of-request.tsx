import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, useMemo, useState } from 'react'

import type { ProjectFile } from '../../machines/workspace/file-order'
import * as preview from '../../machines/workspace/file-preview.machine'
import { netsIn } from '../../machines/workspace/net-rules'
import { kindOf } from '../../machines/workspace/preview-kinds'
import * as request from '../../machines/workspace/request-selectors'
import { PageSpinner } from '../ui/page-spinner'
import { useWorkspaceMachines } from './machines'

const BoardView = lazy(() => import('./previews/board-view').then((it) => ({ default: it.BoardView })))

type BoardOfRequestProps = { actor: request.SimulationRequestActor; layout: ProjectFile; step: 2 | 3 }

/** The layout beside the rows of a step, with the nets that they name lit; opened when it is wanted. */
export function BoardOfRequest({ actor, layout, step }: BoardOfRequestProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (kindOf(layout) !== 'board') return null
  return (
    <div>
      <Button size="sm" variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide board' : 'Show board'}
      </Button>
      {isOpen && <LitBoard actor={actor} layout={layout} step={step} />}
    </div>
  )
}

function LitBoard({ actor, layout, step }: BoardOfRequestProps) {
  const files = useMemo(() => [layout], [layout])
  const reading = useActorRef(useWorkspaceMachines().filePreview, { input: { files, id: layout.id } })
  const content = useSelector(reading, preview.contentOf)
  const failure = useSelector(reading, preview.previewFailureOf)
  const remark = useSelector(reading, preview.remarkOf)
  const named = useSelector(actor, (snapshot) => namedNets(snapshot, step).join('\n'))

  if (failure ?? remark) {
    return (
      <chakra.p role="alert" mt="3" color="error.fg">
        The board cannot be drawn: {failure ?? remark}
      </chakra.p>
    )
  }
  if (content?.as !== 'whole') return <PageSpinner text="Loading the board..." />
  return (
    <chakra.section aria-label="Board" mt="3" h={{ base: 'auto', lg: '440px' }} display="flex" flexDirection="column">
      <Suspense fallback={<PageSpinner text="Loading the board..." />}>
        <BoardView
          name={layout.name}
          content={content.bytes}
          lit={named === '' ? none : named.split('\n')}
          onUnreadable={(reason) => reading.send({ type: 'preview.unreadable', reason })}
        />
      </Suspense>
    </chakra.section>
  )
}

const none: string[] = []

type Snapshot = ReturnType<request.SimulationRequestActor['getSnapshot']>

/** Signal and clock nets of step 2, power nets of step 3. Ground is everywhere, and would light the whole board. */
const namedNets = (snapshot: Snapshot, step: 2 | 3) =>
  step === 2
    ? request
        .siOf(snapshot)
        .flatMap(({ signal_nets, clock_signal }) => [...netsIn(signal_nets), ...netsIn(clock_signal)])
    : request.piOf(snapshot).flatMap(({ power_net }) => netsIn(power_net))
