import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useMemo, useRef, useState } from 'react'

import { engineeringText } from '../../../../machines/previews/engineering-number'
import { eyeChoices } from '../../../../machines/previews/eye-diagram'
import * as losses from '../../../../machines/previews/line-losses'
import * as analysis from '../../../../machines/previews/network-analysis.machine'
import type { NetworkFacts } from '../../../../machines/previews/network-plot.machine'
import { endName } from '../../../../machines/previews/smith-chart'
import { worstVerdict } from '../../../../machines/previews/verdict'
import { Choice, choicesStyle } from './choice'
import { CursorSlider } from './cursor-slider'
import { LinePlot } from './line-plot'
import { TabSection } from './tab-section'
import { VerdictBadge } from './verdict-badge'

const noLevels: number[] = []
const endNames = ['Near end', 'Far end'] as const
const sumNames = ['PSFEXT', 'PSNEXT'] as const

type LossViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: losses.LineLosses }

/** The losses of a line against the budget of an interface and limits of one's own. */
export function LossView({ actor, facts, shown }: LossViewProps) {
  const settings = useSelector(actor, analysis.settingsOf).loss
  const [cursor, setCursor] = useState(0)
  const { frequencies } = facts
  const { insertion, returns, crosstalk, checks } = shown
  const at = Math.min(cursor, frequencies.length - 1)
  const summary = losses.summaryOfLosses(shown)
  const x = useMemo(() => ({ values: frequencies.map((one) => one / 1e9), label: 'Frequency (GHz)' }), [frequencies])
  const insertionAxis = useMemo(
    () => ({ values: insertion, label: 'Insertion loss (dB)', range: losses.lossAxis([insertion], checks) }),
    [insertion, checks],
  )
  const returnAxis = useMemo(
    () => ({
      values: returns.near,
      label: 'Return loss (dB)',
      range: losses.lossAxis([returns.near, returns.far], checks),
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
  const decibelsAt = (values: Float64Array) => `${(values[at] ?? NaN).toFixed(2)} dB`

  return (
    <TabSection label="Losses">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        {checks.length > 0 && <VerdictBadge verdict={worstVerdict(checks.map(losses.verdictOfLoss))} />}
        {summary}
      </chakra.p>
      <Settings actor={actor} settings={settings} shown={shown} />
      <LinePlot
        description={`Insertion loss over frequency. ${summary}`}
        x={x}
        y={insertionAxis}
        levels={levels[0]}
        cursor={at}
        onCursor={setCursor}
      />
      <LinePlot
        description={`Return loss over frequency at the near and the far end. ${summary}`}
        x={x}
        y={returnAxis}
        second={farReturn}
        levels={levels[1]}
        cursor={at}
        onCursor={setCursor}
      />
      {crosstalk && crosstalkAxis && (
        <LinePlot
          description={`Power sums of the crosstalk at the far end over frequency: far-end (PSFEXT) and near-end (PSNEXT). ${noise}`}
          x={x}
          y={crosstalkAxis}
          second={nearCrosstalk}
          levels={noLevels}
          cursor={at}
          onCursor={setCursor}
        />
      )}
      <p>{noise}</p>
      <CursorSlider
        count={frequencies.length}
        at={at}
        onChange={setCursor}
        place={engineeringText(frequencies[at] ?? 0, 'Hz', 6)}
        value={`insertion loss ${decibelsAt(insertion)}, return loss ${decibelsAt(returns.near)} at the near and ${decibelsAt(returns.far)} at the far end${crosstalk ? `, PSNEXT ${decibelsAt(crosstalk.near)}, PSFEXT ${decibelsAt(crosstalk.far)}` : ''}`}
      />
      {checks.length > 0 && <Checks checks={checks} />}
    </TabSection>
  )
}

/** The limits of a quantity over frequencies in GHz. Those of the return loss are the same at both ends. */
const levelsOf = (checks: losses.LossCheck[], quantity: losses.LossQuantity) =>
  checks
    .filter((one) => one.quantity === quantity && one.end !== 'far')
    .map(({ points }) => ({ points: points.map(([frequency, limit]) => [frequency / 1e9, limit] as const) }))

type SettingsProps = {
  actor: analysis.NetworkAnalysisActor
  settings: losses.LossSettings
  shown: losses.LineLosses
}

function Settings({ actor, settings, shown: { lines, budgets } }: SettingsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (changed: Partial<losses.LossSettings>) =>
    actor.send({ type: 'setting.changed', tab: 'loss', change: changed })
  const load = (file: File) => {
    file
      .text()
      .then((text) => {
        change({ own: losses.parseLimits(text) })
        setProblem(null)
      })
      .catch((error: unknown) =>
        setProblem(error instanceof losses.LimitsError ? error.message : 'The file could not be read.'),
      )
  }
  return (
    <>
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
        <chakra.input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="File with limits"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) load(file)
            target.value = ''
          }}
        />
        <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
          Load limits (CSV)
        </Button>
        {settings.own.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => change({ own: [] })}>
            Remove own limits
          </Button>
        )}
      </chakra.div>
      {problem && (
        <chakra.p role="alert" textStyle="sm" color="error.fg">
          {problem}
        </chakra.p>
      )}
    </>
  )
}

const tableStyle: SystemStyleObject = {
  textStyle: 'sm',
  '& th': { py: '1', pe: '4', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' },
  '& td': { py: '1', pe: '4', textStyle: 'figures' },
}

const Checks = ({ checks }: { checks: losses.LossCheck[] }) => (
  <chakra.div overflowX="auto" tabIndex={0} role="region" aria-label="Limits">
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
          // Limits are never reordered, and two can be of the same quantity.
          <tr key={index}>
            <td>
              <VerdictBadge verdict={losses.verdictOfLoss(one)} />
            </td>
            <td>{losses.lossName(one)}</td>
            <td>{one.check ? `${one.check.value.toFixed(2)} dB` : 'no data'}</td>
            <td>{one.check ? `${one.check.limit.toFixed(2)} dB` : ''}</td>
            <td>{one.check ? `${one.check.margin.toFixed(2).replace('-', '−')} dB` : ''}</td>
            <td>{one.check ? engineeringText(one.check.frequency, 'Hz') : ''}</td>
            <td>{one.source ?? 'Own limit'}</td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  </chakra.div>
)
