import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import {
  type ComparedRow,
  comparedRows,
  comparisonSummary,
  deliveredAt,
  type Delivery,
} from '../../../../machines/requests/report-comparison'
import * as comparison from '../../../../machines/requests/report-comparison.machine'
import type { RequestReport } from '../../../../machines/requests/report-sentences'
import { marginText, type ReportCheck, reportNames, reportValue } from '../../../../machines/requests/report-texts'
import { netText } from '../../../../machines/wizard/board/net-list'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { dateAndTime } from '../../../ui/time'
import { VerdictBadge } from '../../previews/verdict-badge'
import { Choice } from '../../previews/network/fields/choice'
import { useRequestMachines } from '../machines'
import { comparedGeometry } from './chart-geometry'
import { ReportChart } from './report-chart'
import { tableStyle } from './report-row'

type ReportComparisonProps = {
  request: SimulationRequest
  report: RequestReport
  /** The number of the replaced delivery whose report is shown, or null for the current one. */
  delivery: number | null
  /** Identifies the other delivery in the URL; null if there is none. */
  comparedId: string | null
  onCompare: (id: string | null) => void
}

/**
 * Shows which margins changed between this delivery and another one of the request or its project, and the curves of
 * both on top of each other.
 */
export function ReportComparison({ request, report, delivery, comparedId, onCompare }: ReportComparisonProps) {
  const actor = useActorRef(useRequestMachines().reportComparison, {
    input: { requestId: request.id, projectId: request.project_id, delivery, chosenId: comparedId },
  })
  const deliveries = useSelector(actor, comparison.deliveriesOf)
  const chosen = useSelector(actor, comparison.chosenDeliveryOf)
  const other = useSelector(actor, comparison.otherDeliveryOf)
  const failure = useSelector(actor, comparison.deliveriesFailureOf)
  const isBusy = useSelector(actor, comparison.isLoadingDelivery)
  // Back and Forward change the URL, so the actor has to follow it.
  useEffect(() => {
    if (actor.getSnapshot().context.chosenId !== comparedId) actor.send({ type: 'delivery.chosen', id: comparedId })
  }, [actor, comparedId])

  if (deliveries.length === 0 && chosen === null && !failure) return null
  return (
    <chakra.section aria-label="Comparison" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" minW="0">
      <chakra.div display="grid" justifyItems="start" textStyle="sm">
        <Choice
          label="Compare with the delivery of"
          value={chosen ?? ''}
          options={[
            ['', 'No comparison'] as const,
            ...deliveries.map(({ id, delivered, number }) => {
              const date = delivered === null ? '' : dateAndTime(delivered)
              return [id, number === null ? date : `${date} (delivery ${number} of this request)`] as const
            }),
          ]}
          onChange={(id) => {
            actor.send({ type: 'delivery.chosen', id: id === '' ? null : id })
            onCompare(id === '' ? null : id)
          }}
        />
      </chakra.div>
      {failure && (
        <ErrorNotice title={failure} retrying={isBusy} onRetry={() => actor.send({ type: 'comparison.retry' })} />
      )}
      {isBusy && chosen !== null && <PageSpinner text="Loading the other delivery..." />}
      {other && <Compared one={{ request, report, delivered: deliveredAt(request, delivery) }} other={other} />}
    </chakra.section>
  )
}

function Compared({ one, other }: { one: Delivery; other: Delivery }) {
  const { rows, isLater } = useMemo(() => {
    const later = (one.delivered ?? '') >= (other.delivered ?? '')
    return { rows: later ? comparedRows(other, one) : comparedRows(one, other), isLater: later }
  }, [one, other])
  return (
    <>
      <p>
        From the delivery of {dateAndTime((isLater ? other : one).delivered ?? '')} to that of{' '}
        {dateAndTime((isLater ? one : other).delivered ?? '')}: {comparisonSummary(rows)}
      </p>
      {rows.map((row, index) => (
        <Row key={index} row={row} />
      ))}
    </>
  )
}

const headStyle: SystemStyleObject = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' }

function Row({ row: { title, nets, before, after, checks, curves } }: { row: ComparedRow }) {
  const drawn = useMemo(
    () => curves.map((curve) => ({ name: curve.name, geometry: comparedGeometry(curve) })),
    [curves],
  )
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" borderWidth="1px" borderRadius="l3" p="4">
      <chakra.div css={headStyle}>
        <chakra.h3 fontWeight="semibold">{title}</chakra.h3>
        {before ? <VerdictBadge verdict={before.verdict} /> : 'not in the earlier delivery'}
        <span aria-label="then">→</span>
        {after ? <VerdictBadge verdict={after.verdict} /> : 'not in the later delivery'}
        <chakra.span fontFamily="mono" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {netText(nets)}
        </chakra.span>
      </chakra.div>
      <chakra.div css={tableStyle} role="group" tabIndex={0} aria-label={`Margins of ${title}`}>
        <table>
          <thead>
            <tr>
              {['Check', 'Earlier value', 'Earlier margin', 'Later value', 'Later margin', 'Change'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {checks.map((check, index) => (
              <tr key={index}>
                <th scope="row">{reportNames[check.name]}</th>
                <Values check={check.before} />
                <Values check={check.after} />
                <td>{movedText(check.change, check.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </chakra.div>
      <chakra.div display="grid" gap="4" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 460px), 1fr))">
        {drawn.map(({ name, geometry }) => (
          <ReportChart
            key={name}
            title={`${reportNames[name]} by delivery`}
            text={checks
              .filter((check) => check.name === name)
              .map(
                ({ before, after }) =>
                  `${reportNames[name]} over frequency: ${[
                    ...(before ? [`earlier margin ${marginText(before)} (dashed)`] : []),
                    ...(after ? [`later margin ${marginText(after)}`] : []),
                  ].join(', ')}.`,
              )
              .join(' ')}
            geometry={geometry}
          />
        ))}
      </chakra.div>
    </chakra.div>
  )
}

const Values = ({ check }: { check: ReportCheck | null }) => (
  <>
    <td>{check ? reportValue(check.value, check.unit) : '–'}</td>
    <td>{check ? marginText(check) : '–'}</td>
  </>
)

function movedText(change: number | null, check: ReportCheck | null): string {
  if (change === null || !check) return '–'
  if (Math.abs(change) <= 1e-6 * Math.abs(check.limit)) return 'unchanged'
  return `${marginText({ margin: change, unit: check.unit })} ${change > 0 ? '(better)' : '(worse)'}`
}
