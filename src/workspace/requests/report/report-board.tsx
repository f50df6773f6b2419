import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useEffect, useMemo, useState } from 'react'

import * as preview from '../../../../machines/previews/file-preview.machine'
import type { NetGroup } from '../../../../machines/previews/board/highlighted-nets'
import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import type { NamedNets } from '../../../../machines/requests/request-report.machine'
import { PageSpinner } from '../../../ui/page-spinner'
import { connectNetFacts } from '../../previews/board/net-facts-client'
import { usePreviewMachines } from '../../previews/machines'
import { wholeContent } from '../../previews/whole-content'
import { lazyPart } from '../../../ui/loading/lazy-part'
import { layoutFileOf } from './report-layout'
import { ReportNetFacts } from './report-net-facts'

const BoardView = lazyPart(() => import('../../previews/board/board-view').then((it) => it.BoardView))

type ReportBoardProps = {
  request: SimulationRequest
  groups: NetGroup[]
  /** The rows whose nets are highlighted. */
  rows: NamedNets[]
}

/** The layout of a request with the nets of its rows and their facts. */
export function ReportBoard({ request, groups, rows }: ReportBoardProps) {
  const { layout, stackup } = request
  const { filePreview, readFile } = usePreviewMachines()
  const reading = useActorRef(filePreview, { input: { file: layoutFileOf(request) } })
  const content = useSelector(reading, preview.contentOf)
  const reason = useSelector(reading, preview.reasonOf)
  const unsupported = useSelector(reading, preview.isUnsupported)
  const kind = useSelector(reading, preview.previewedKind)
  const nets = useMemo(() => rows.flatMap((row) => row.nets), [rows])
  const [netFacts] = useState(() =>
    connectNetFacts(
      layout.name,
      () => wholeContent(reading),
      (signal) => readFile(stackup, signal),
    ),
  )
  const facts = useActorRef(netFacts, { input: { highlighted: nets } })
  useEffect(() => facts.send({ type: 'highlighted.changed', nets }), [facts, nets])

  if (reason ?? (unsupported || (kind !== null && kind !== 'board' && content))) {
    return (
      <chakra.p role="alert" color="error.fg">
        The board cannot be drawn: {reason ?? `${layout.name} is not a board.`}
      </chakra.p>
    )
  }
  if (content?.as !== 'whole') return <PageSpinner text="Loading the board..." />
  return (
    <>
      <chakra.section aria-label="Board" h="560px" display="flex" flexDirection="column">
        <Suspense fallback={<PageSpinner text="Loading the board..." />}>
          <BoardView
            name={layout.name}
            content={content.bytes}
            groups={groups}
            netFactsActor={facts}
            onUnreadable={(reason) => reading.send({ type: 'preview.unreadable', reason })}
          />
        </Suspense>
      </chakra.section>
      <ReportNetFacts actor={facts} rows={rows} />
    </>
  )
}
