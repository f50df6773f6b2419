import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type ComponentProps, Suspense, useEffect, useMemo, useRef } from 'react'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import * as machine from '../../../../machines/requests/request-report.machine'
import type { RequestReport } from '../../../../machines/requests/report-sentences'
import { lazyPart } from '../../../ui/loading/lazy-part'
import { PageSpinner } from '../../../ui/page-spinner'
import { ReportContent } from './report-content'

const ReportBoard = lazyPart(() => import('./report-board').then((it) => it.ReportBoard))

type ShownReportProps = Omit<ComponentProps<typeof ReportContent>, 'onBoard' | 'board'> & {
  actor: machine.RequestReportActor
  request: SimulationRequest
}

/** A report and, on demand, the board with the nets of the report's rows. */
export const ShownReport = ({ actor, ...content }: ShownReportProps) => (
  <ReportContent
    {...content}
    onBoard={(row) => actor.send({ type: 'board.shown', row })}
    board={<BoardOfReport actor={actor} request={content.request} report={content.report} />}
  />
)

type BoardOfReportProps = { actor: machine.RequestReportActor; request: SimulationRequest; report: RequestReport }

function BoardOfReport({ actor, request, report }: BoardOfReportProps) {
  const isShown = useSelector(actor, machine.isBoardShown)
  const highlightedRow = useSelector(actor, machine.highlightedRowOf)
  const board = useRef<HTMLDivElement>(null)
  // The board can be far below the row whose button was pressed, so scroll to it.
  useEffect(() => {
    if (highlightedRow) board.current?.scrollIntoView({ block: 'start' })
  }, [highlightedRow])
  const groups = useMemo(
    () => machine.reportNetGroups(request, report.rows, highlightedRow),
    [request, report, highlightedRow],
  )
  const rows = useMemo(
    () => machine.reportNets(request, report.rows, highlightedRow),
    [request, report, highlightedRow],
  )
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="3"
      ref={board}
      scrollMarginTop="20"
      data-needs-script=""
    >
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button
          size="sm"
          variant="outline"
          aria-expanded={isShown}
          onClick={() => actor.send(isShown ? { type: 'board.hidden' } : { type: 'board.shown', row: null })}
        >
          {isShown ? 'Hide board' : 'Show board'}
        </Button>
        {isShown && highlightedRow && (
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'board.shown', row: null })}>
            Highlight the nets of all rows
          </Button>
        )}
      </chakra.div>
      {isShown && (
        <chakra.div w="full" minW="0">
          <Suspense fallback={<PageSpinner text="Loading the board..." />}>
            <ReportBoard request={request} groups={groups} rows={rows} />
          </Suspense>
        </chakra.div>
      )}
    </chakra.div>
  )
}
