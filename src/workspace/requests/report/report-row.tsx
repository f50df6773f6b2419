import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiChip, mdiSineWave } from '@mdi/js'
import { useEffect, useMemo, useRef, useState } from 'react'

import {
  curvePoints,
  firstPoint,
  frequencyText,
  nearestPlace,
  pointText,
} from '../../../../machines/requests/curve-cursor'
import { type OrderedRows, orderedRowOf } from '../../../../machines/requests/request-report.machine'
import {
  curveText,
  eyeText,
  type ReportCurve,
  type ReportRow as Row,
} from '../../../../machines/requests/report-sentences'
import {
  marginText,
  placeText,
  type ReportCheck,
  reportNames,
  reportValue,
} from '../../../../machines/requests/report-texts'
import { netText } from '../../../../machines/wizard/board/net-list'
import { rowName } from '../../../../machines/wizard/request-rules'
import { Icon } from '../../../ui/icon'
import { CursorSlider } from '../../previews/network/plots/cursor-slider'
import { VerdictBadge } from '../../previews/verdict-badge'
import { curveGeometry, eyeGeometry, placesOf } from './chart-geometry'
import { ReportChart } from './report-chart'

export const tableStyle: SystemStyleObject = {
  overflowX: 'auto',
  borderRadius: 'l1',
  focusVisibleRing: 'outside',
  '& table': { w: 'full', textStyle: 'sm' },
  '& th, & td': { px: '2', py: '1.5', textAlign: 'start', borderBottomWidth: '1px', verticalAlign: 'top' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& .figure': { textStyle: 'figures', textAlign: 'end', whiteSpace: 'nowrap' },
  // On a phone, the table is scrolled instead of becoming several screens high.
  '& .sentence': { minW: '64' },
}

type ReportRowProps = {
  /** The anchor of the row. */
  id: string
  request: OrderedRows
  row: Row
  /** Whether the URL refers to this row. */
  isOpen: boolean
  onFile: (() => void) | null
  onBoard: (() => void) | null
}

/** One row of a report: its verdict, checks, curves and pictures. */
export function ReportRow({ id, request, row, isOpen, onFile, onBoard }: ReportRowProps) {
  const { title, nets } = orderedRowOf(request, row)
  const name = `${rowName(row.kind, row.number)}: ${title}`
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isOpen) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [isOpen])

  return (
    <chakra.section
      id={id}
      aria-label={name}
      scrollMarginTop="20"
      borderWidth="1px"
      borderRadius="l3"
      p="4"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      minW="0"
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.h3 ref={heading} tabIndex={-1} fontWeight="semibold" outline="none" scrollMarginTop="20">
          {name}
        </chakra.h3>
        <VerdictBadge verdict={row.verdict} />
        <chakra.span fontFamily="mono" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {netText(nets)}
        </chakra.span>
      </chakra.div>
      {row.words && <chakra.p whiteSpace="pre-line">{row.words}</chakra.p>}
      <Checks row={row} name={name} />
      <Pictures row={row} />
      {row.drops.length > 0 && <Drops row={row} name={name} />}
      <chakra.div display="flex" flexWrap="wrap" gap="2" data-needs-script="">
        {onFile && (
          <Button size="sm" variant="outline" onClick={onFile} aria-label={`Open network ${row.network ?? ''}`}>
            <Icon path={mdiSineWave} />
            Open network
          </Button>
        )}
        {onBoard && (
          <Button size="sm" variant="outline" onClick={onBoard} aria-label={`Show on board: ${name}`}>
            <Icon path={mdiChip} />
            Show on board
          </Button>
        )}
      </chakra.div>
    </chakra.section>
  )
}

const Checks = ({ row, name }: { row: Row; name: string }) => (
  <chakra.div css={tableStyle} role="group" tabIndex={0} aria-label={`Checks of ${name}`}>
    <table>
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">Verdict</th>
          <th scope="col" className="figure">
            Value
          </th>
          <th scope="col" className="figure">
            Limit
          </th>
          <th scope="col" className="figure">
            Margin
          </th>
          <th scope="col">Worst at</th>
          <th scope="col">Source of the limit</th>
        </tr>
      </thead>
      <tbody>
        {row.checks.map((check, index) => (
          <tr key={index}>
            <th scope="row">{reportNames[check.name]}</th>
            <td>
              <VerdictBadge verdict={check.verdict} />
            </td>
            <td className="figure">{reportValue(check.value, check.unit)}</td>
            <td className="figure">
              {check.bound} {reportValue(check.limit, check.unit)}
            </td>
            <td className="figure">{marginText(check)}</td>
            <td>{placeText(check)}</td>
            <td className="sentence">{check.source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </chakra.div>
)

function Pictures({ row: { curves, eye, checks } }: { row: Row }) {
  const eyeDrawn = useMemo(() => eye && eyeGeometry(eye), [eye])
  if (curves.length === 0 && !eyeDrawn) return null
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 460px), 1fr))">
      {curves.map((curve) => (
        <CurveChart key={curve.name} curve={curve} checks={checks} />
      ))}
      {eye && eyeDrawn && <ReportChart title="Eye" text={eyeText(eye)} geometry={eyeDrawn} />}
    </chakra.div>
  )
}

/**
 * A curve with a cursor, which follows the pointer and the slider. Initially, it marks the smallest margin or, without
 * checks, the middle of the curve.
 */
function CurveChart({ curve, checks }: { curve: ReportCurve; checks: ReportCheck[] }) {
  const { geometry, points, places } = useMemo(() => {
    const found = curvePoints(curve, checks)
    return { geometry: curveGeometry(curve, checks), points: found, places: placesOf(curve, found) }
  }, [curve, checks])
  const [at, setAt] = useState(() => firstPoint(curve, checks, points))
  const point = points[at]
  return (
    <ReportChart
      title={reportNames[curve.name]}
      text={curveText(curve, checks)}
      geometry={geometry}
      cursor={point ? { x: places.xs[at] ?? 0, y: places.ys[at] ?? 0 } : null}
      onPointer={(x) => setAt(nearestPlace(places.xs, x))}
    >
      {point && (
        <chakra.div data-needs-script="">
          <CursorSlider
            count={points.length}
            at={at}
            onChange={setAt}
            place={frequencyText(point)}
            value={pointText(curve, checks, point)}
          />
        </chakra.div>
      )}
    </ReportChart>
  )
}

const Drops = ({ row, name }: { row: Row; name: string }) => (
  <chakra.div css={tableStyle} role="group" tabIndex={0} aria-label={`DC drop of ${name}`}>
    <table>
      <thead>
        <tr>
          <th scope="col">Pin</th>
          <th scope="col" className="figure">
            Current
          </th>
          <th scope="col" className="figure">
            Voltage
          </th>
          <th scope="col" className="figure">
            Drop
          </th>
        </tr>
      </thead>
      <tbody>
        {row.drops.map(({ pin, current, voltage, drop }) => (
          <tr key={pin}>
            <th scope="row">{pin}</th>
            <td className="figure">{current === null ? '' : `${current} A`}</td>
            <td className="figure">{voltage} V</td>
            <td className="figure">{reportValue(drop, 'V')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </chakra.div>
)
