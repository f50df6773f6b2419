import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useEffect, useMemo, useRef } from 'react'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import * as report from '../../../../machines/requests/request-report.machine'
import type { RequestReport as Report } from '../../../../machines/requests/report-sentences'
import { ErrorNotice } from '../../../ui/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { useRequestMachines } from '../machines'
import { ReportComparison } from './report-comparison'
import { ReportContent } from './report-content'
import type { ReportPlace } from './report-place'
import { SavePdf } from '../save-pdf'
import { lazyPart } from '../../../ui/lazy-part'

const ReportBoard = lazyPart(() => import('./report-board').then((it) => it.ReportBoard))

type RequestReportProps = {
  request: SimulationRequest
  /** The number of a delivery that was replaced, or null for the current one. */
  delivery: number | null
  place: ReportPlace
  onFile: (id: string, view?: string) => void
}

/** The report of a delivered request, its comparison with another one, and its board. */
export function RequestReport({ request, delivery, place, onFile }: RequestReportProps) {
  const actor = useActorRef(useRequestMachines().requestReport, { input: { requestId: request.id, delivery } })
  const found = useSelector(actor, report.reportOf)
  const failure = useSelector(actor, report.reportFailureOf)
  const loading = useSelector(actor, report.isLoadingReport)

  if (failure) {
    return <ErrorNotice title={failure} retrying={loading} onRetry={() => actor.send({ type: 'report.retry' })} />
  }
  if (!found) return <PageSpinner text="Loading the report..." />
  const { row, onRow, comparedId, onCompare } = place
  return (
    <ReportContent
      request={request}
      report={found}
      openRow={row}
      onRow={onRow}
      onFile={onFile}
      onBoard={(shown) => actor.send({ type: 'board.shown', row: shown })}
      actions={<SavePdf label="Save as PDF" printed={{ kind: 'report', request, report: found }} />}
      comparison={<ReportComparison request={request} report={found} comparedId={comparedId} onCompare={onCompare} />}
      board={<BoardOfReport actor={actor} request={request} found={found} />}
    />
  )
}

type BoardOfReportProps = { actor: report.RequestReportActor; request: SimulationRequest; found: Report }

function BoardOfReport({ actor, request, found }: BoardOfReportProps) {
  const isShown = useSelector(actor, report.isBoardShown)
  const highlightedRow = useSelector(actor, report.highlightedRowOf)
  const board = useRef<HTMLDivElement>(null)
  // The board can be far below the row whose button was pressed.
  useEffect(() => {
    if (highlightedRow) board.current?.scrollIntoView({ block: 'start' })
  }, [highlightedRow])
  const groups = useMemo(
    () => report.reportNetGroups(request, found.rows, highlightedRow),
    [request, found, highlightedRow],
  )
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" ref={board} scrollMarginTop="20">
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
            <ReportBoard request={request} groups={groups} />
          </Suspense>
        </chakra.div>
      )}
    </chakra.div>
  )
}
