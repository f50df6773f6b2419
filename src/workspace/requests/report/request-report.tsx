import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import * as report from '../../../../machines/requests/request-report.machine'
import {
  decidingCheck,
  reportSummary,
  type RequestReport as Report,
} from '../../../../machines/requests/report-sentences'
import { checkText, reportNames } from '../../../../machines/requests/report-texts'
import { rowName } from '../../../../machines/wizard/request-rules'
import { fileSize } from '../../../ui/amounts'
import { ErrorNotice } from '../../../ui/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { touchTarget } from '../../../ui/theme/recipes'
import { VerdictBadge } from '../../previews/network/verdict-badge'
import { useRequestMachines } from '../machines'
import { ReportRow, tableStyle } from './report-row'
import { SaveReport } from './save-report'

const ReportBoard = lazy(() => import('./report-board').then((it) => ({ default: it.ReportBoard })))

type RequestReportProps = {
  request: SimulationRequest
  /** The row in the address, such as "si-1". */
  openRow: string | null
  onRow: (row: string) => void
  onFile: (id: string) => void
}

const keyOf = ({ kind, number }: report.RowKey) => `${kind}-${number}`

/** The report of a delivered request: the verdict first, then each row, then what it is based on. */
export function RequestReport({ request, openRow, onRow, onFile }: RequestReportProps) {
  const actor = useActorRef(useRequestMachines().requestReport, { input: { requestId: request.id } })
  const found = useSelector(actor, report.reportOf)
  const failure = useSelector(actor, report.reportFailureOf)
  const loading = useSelector(actor, report.isLoadingReport)

  if (failure) {
    return <ErrorNotice title={failure} retrying={loading} onRetry={() => actor.send({ type: 'report.retry' })} />
  }
  if (!found) return <PageSpinner text="Loading the report..." />
  return (
    <chakra.section aria-label="Report" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" minW="0">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3" textStyle="lg">
        <VerdictBadge verdict={found.verdict} />
        {reportSummary(found)}
      </chakra.p>
      <SaveReport request={request} report={found} />
      {found.words && <chakra.p whiteSpace="pre-line">{found.words}</chakra.p>}
      <Summary request={request} found={found} onRow={onRow} />
      {found.rows.map((row) => {
        const file = found.files.find(({ name }) => name === row.network)
        return (
          <ReportRow
            key={keyOf(row)}
            request={request}
            row={row}
            isOpen={openRow === keyOf(row)}
            onFile={file ? () => onFile(file.id) : null}
            onBoard={() => actor.send({ type: 'board.shown', row: { kind: row.kind, number: row.number } })}
          />
        )
      })}
      <BoardOfReport actor={actor} request={request} found={found} />
      {found.assumptions.length > 0 && (
        <section>
          <chakra.h4 fontWeight="semibold" mb="1">
            Assumptions
          </chakra.h4>
          <chakra.ul aria-label="Assumptions" listStyle="disc" ps="5" textStyle="sm">
            {found.assumptions.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </chakra.ul>
        </section>
      )}
      <Files found={found} onFile={onFile} />
    </chakra.section>
  )
}

const Summary = ({
  request,
  found,
  onRow,
}: {
  request: SimulationRequest
  found: Report
  onRow: (row: string) => void
}) => (
  <chakra.div css={tableStyle} role="group" tabIndex={0} aria-label="Verdicts">
    <table>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Verdict</th>
          <th scope="col">Decided by</th>
        </tr>
      </thead>
      <tbody>
        {found.rows.map((row) => {
          const check = decidingCheck(row)
          return (
            <tr key={keyOf(row)}>
              <th scope="row">
                <chakra.button
                  type="button"
                  cursor="pointer"
                  textDecoration="underline"
                  color="fg"
                  focusVisibleRing="outside"
                  css={touchTarget}
                  onClick={() => onRow(keyOf(row))}
                >
                  {rowName(row.kind, row.number)}: {report.orderedRowOf(request, row).title}
                </chakra.button>
              </th>
              <td>
                <VerdictBadge verdict={row.verdict} />
              </td>
              <td>{check && `${reportNames[check.name]} ${checkText(check)}`}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </chakra.div>
)

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

const Files = ({ found: { files }, onFile }: { found: Report; onFile: (id: string) => void }) => (
  <section>
    <chakra.h4 fontWeight="semibold" mb="1">
      Files
    </chakra.h4>
    <chakra.div css={tableStyle} role="group" tabIndex={0} aria-label="Files of the report">
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" className="figure">
              Size
            </th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ id, name, size, sha256 }) => (
            <tr key={id}>
              <th scope="row">
                <chakra.button
                  type="button"
                  cursor="pointer"
                  textDecoration="underline"
                  color="fg"
                  fontFamily="mono"
                  focusVisibleRing="outside"
                  css={touchTarget}
                  onClick={() => onFile(id)}
                >
                  {name}
                </chakra.button>
              </th>
              <td className="figure">{fileSize(size)}</td>
              <chakra.td fontFamily="mono" fontSize="12px">
                {sha256}
              </chakra.td>
            </tr>
          ))}
        </tbody>
      </table>
    </chakra.div>
  </section>
)
