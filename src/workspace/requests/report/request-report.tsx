import { useActorRef, useSelector } from '@xstate/react'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import * as report from '../../../../machines/requests/request-report.machine'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { useRequestMachines } from '../machines'
import { SavePdf } from '../save-pdf'
import { ReportComparison } from './report-comparison'
import type { ReportPlace } from './report-place'
import { ShownReport } from './shown-report'

type RequestReportProps = {
  request: SimulationRequest
  /** The number of a delivery that was replaced, or null for the current one. */
  delivery: number | null
  place: ReportPlace
  /** Null if the files are no longer stored. */
  onFile: ((id: string, view?: string) => void) | null
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
    <ShownReport
      actor={actor}
      request={request}
      report={found}
      openRow={row}
      onRow={onRow}
      onFile={onFile}
      actions={<SavePdf label="Save as PDF" printed={{ kind: 'report', request, report: found }} />}
      comparison={
        <ReportComparison
          request={request}
          report={found}
          delivery={delivery}
          comparedId={comparedId}
          onCompare={onCompare}
        />
      }
    />
  )
}
