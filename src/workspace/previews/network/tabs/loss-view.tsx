import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import { pointAt, pointsOf, withMovedPoint, withPoint } from '../../../../../machines/previews/network/drawn-limits'
import { engineeringText } from '../../../../../machines/previews/engineering-number'
import { eyeChoices } from '../../../../../machines/previews/network/eye-diagram'
import * as losses from '../../../../../machines/previews/network/line-losses'
import * as analysis from '../../../../../machines/previews/network/network-analysis.machine'
import type { NetworkFacts } from '../../../../../machines/previews/network/network-plot.machine'
import { endName } from '../../../../../machines/previews/network/smith-chart'
import { worstVerdict } from '../../../../../machines/previews/verdict'
import { Choice, choicesStyle } from '../fields/choice'
import { CursorSlider } from '../plots/cursor-slider'
import { LinePlot, type PlotDrawing } from '../plots/line-plot'
import { OwnLimits } from '../limits/own-limits'
import { TabSection } from './tab-section'
import { useCursor } from '../plots/use-cursor'
import { VerdictBadge } from '../../verdict-badge'

const noLevels: number[] = []
const endNames = ['Near end', 'Far end'] as const
const sumNames = ['PSFEXT', 'PSNEXT'] as const

type LossViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: losses.LineLosses }

/** The losses of a line, compared with the budget of an interface and user-defined limits. */
export function LossView({ actor, facts, shown }: LossViewProps) {
  const settings = useSelector(actor, analysis.settingsOf).loss
  const [drawn, setDrawn] = useState<losses.LossQuantity | null>(null)
  const { frequencies } = facts
  const { own } = settings
  const setOwn = (changed: losses.LossLimit[]) =>
    actor.send({ type: 'setting.changed', tab: 'loss', change: { own: changed } })
  const { insertion, returns, crosstalk, checks } = shown
  const { at, onHover, onPick } = useCursor(actor, frequencies)
  const summary = losses.summaryOfLosses(shown)
  const x = useMemo(() => ({ values: frequencies.map((one) => one / 1e9), label: 'Frequency (GHz)' }), [frequencies])
  const insertionAxis = useMemo(
    () => ({
      values: insertion,
      label: 'Insertion loss (dB)',
      range: losses.lossAxis([insertion], limitsOf(checks, 'insertion loss')),
    }),
    [insertion, checks],
  )
  const returnAxis = useMemo(
    () => ({
      values: returns.near,
      label: 'Return loss (dB)',
      range: losses.lossAxis([returns.near, returns.far], limitsOf(checks, 'return loss')),
    }),
    [returns, checks],
  )
  const farReturn = useMemo(() => ({ values: returns.far, names: endNames }), [returns])
  const nearCrosstalk = useMemo(() => crosstalk && { values: crosstalk.near, names: sumNames }, [crosstalk])
  const crosstalkAxis = useMemo(
    () =>
      crosstalk && {
        values: crosstalk.far,
        label: 'Crosstalk (dB below the transmitter)',
        range: losses.lossAxis([crosstalk.near, crosstalk.far], []),
      },
    [crosstalk],
  )
  const levels = useMemo(() => [levelsOf(checks, 'insertion loss'), levelsOf(checks, 'return loss')] as const, [checks])
  const noise = losses.crosstalkText(shown, settings.rate)
  const drawingOf = (quantity: losses.LossQuantity): PlotDrawing | null =>
    drawn === quantity
      ? {
          points: pointsOf(own, quantity).map(([frequency, limit]) => [frequency / 1e9, limit] as const),
          onPlace: (gigahertz, limit) => setOwn(withPoint(own, quantity, pointAt(frequencies, gigahertz * 1e9, limit))),
          onMove: (index, gigahertz, limit) =>
            setOwn(withMovedPoint(own, quantity, index, pointAt(frequencies, gigahertz * 1e9, limit))),
        }
      : null
  const decibelsAt = (values: Float64Array) => `${(values[at] ?? NaN).toFixed(2)} dB`

  return (
    <TabSection label="Losses">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        {checks.length > 0 && <VerdictBadge verdict={worstVerdict(checks.map(losses.verdictOfLoss))} />}
        {summary}
      </chakra.p>
      <Settings actor={actor} settings={settings} shown={shown} />
      <OwnLimits own={own} frequencies={frequencies} drawn={drawn} onDrawn={setDrawn} onChange={setOwn} />
      <LinePlot
        description={`Insertion loss over frequency. ${summary}`}
        x={x}
        y={insertionAxis}
        levels={levels[0]}
        cursor={at}
        onCursor={onHover}
        onPick={onPick}
        drawing={drawingOf('insertion loss')}
      />
      <LinePlot
        description={`Return loss over frequency at the near and the far end. ${summary}`}
        x={x}
        y={returnAxis}
        second={farReturn}
        levels={levels[1]}
        cursor={at}
        onCursor={onHover}
        onPick={onPick}
        drawing={drawingOf('return loss')}
      />
      {crosstalk && crosstalkAxis && (
        <LinePlot
          description={`Power sums of the crosstalk at the far-end receiver over frequency: from transmitters at the near end (PSFEXT) and at the far end (PSNEXT). ${noise}`}
          x={x}
          y={crosstalkAxis}
          second={nearCrosstalk}
          levels={noLevels}
          cursor={at}
          onCursor={onHover}
          onPick={onPick}
        />
      )}
      <p>{noise}</p>
      <CursorSlider
        count={frequencies.length}
        at={at}
        onChange={onPick}
        place={engineeringText(frequencies[at] ?? 0, 'Hz', 6)}
        value={`insertion loss ${decibelsAt(insertion)}, return loss ${decibelsAt(returns.near)} at the near and ${decibelsAt(returns.far)} at the far end${crosstalk ? `, PSNEXT ${decibelsAt(crosstalk.near)}, PSFEXT ${decibelsAt(crosstalk.far)}` : ''}`}
      />
      {checks.length > 0 && <Checks checks={checks} />}
    </TabSection>
  )
}

const limitsOf = (checks: losses.LossCheck[], quantity: losses.LossQuantity) =>
  checks.filter((one) => one.quantity === quantity)

/**
 * The limits of a quantity versus frequency in GHz. The limits of the return loss are the same at both ends, so the
 * limits at the far end are left out.
 */
const levelsOf = (checks: losses.LossCheck[], quantity: losses.LossQuantity) =>
  checks
    .filter((one) => one.quantity === quantity && one.end !== 'far')
    .map(({ points, source }) => ({
      points: points.map(([frequency, limit]) => [frequency / 1e9, limit] as const),
      isOwn: source === null,
    }))

type SettingsProps = {
  actor: analysis.NetworkAnalysisActor
  settings: losses.LossSettings
  shown: losses.LineLosses
}

function Settings({ actor, settings, shown: { lines, budgets } }: SettingsProps) {
  const change = (changed: Partial<losses.LossSettings>) =>
    actor.send({ type: 'setting.changed', tab: 'loss', change: changed })
  return (
    <chakra.div css={{ ...choicesStyle, alignItems: 'end' }}>
      <Choice
        label="Line"
        value={settings.line}
        options={lines.map(({ near, far }, index) => [index, `${endName(near)} to ${endName(far)}`])}
        onChange={(line) => change({ line: Number(line) })}
      />
      <Choice
        label="Budget"
        value={settings.budget ?? ''}
        options={[['', 'None'], ...budgets.map(({ id, name }) => [id, name] as const)]}
        onChange={(budget) => change({ budget: budget || null })}
      />
      <Choice
        label="Symbol rate"
        value={settings.rate}
        options={eyeChoices.rate.map((rate) => [rate, engineeringText(rate, 'Bd', 7)])}
        onChange={(rate) => change({ rate: Number(rate) })}
      />
    </chakra.div>
  )
}

const tableStyle: SystemStyleObject = {
  textStyle: 'sm',
  '& th': { py: '1', pe: '4', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' },
  '& td': { py: '1', pe: '4', textStyle: 'figures' },
  // On a phone, the table is scrolled instead of becoming several screens high.
  '& td:last-child': { minW: '64' },
}

const Checks = ({ checks }: { checks: losses.LossCheck[] }) => (
  // Without `flexShrink`, the column would shrink the table to zero height, because the table can be scrolled.
  <chakra.div overflowX="auto" flexShrink="0" tabIndex={0} role="region" aria-label="Limits">
    <chakra.table css={tableStyle}>
      <thead>
        <tr>
          <th scope="col">Verdict</th>
          <th scope="col">Limit of</th>
          <th scope="col">Value</th>
          <th scope="col">Limit</th>
          <th scope="col">Margin</th>
          <th scope="col">Frequency</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((one, index) => (
          // The index serves as the key: limits are never reordered, and several can have the same quantity.
          <tr key={index}>
            <td>
              <VerdictBadge verdict={losses.verdictOfLoss(one)} />
            </td>
            <td>{losses.lossName(one)}</td>
            <td>{one.check ? losses.lossText(one, one.check.value) : 'no data'}</td>
            <td>{one.check ? losses.lossText(one, one.check.limit) : ''}</td>
            <td>{one.check ? losses.lossText(one, one.check.margin) : ''}</td>
            <td>{one.check ? engineeringText(one.check.frequency, 'Hz') : ''}</td>
            <td>{one.source ?? 'Custom limit'}</td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  </chakra.div>
)
