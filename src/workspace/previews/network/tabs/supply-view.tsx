import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import {
  targetPointAt,
  withMovedTargetPoint,
  withTargetPoint,
} from '../../../../../machines/previews/network/drawn-target'
import { engineeringText } from '../../../../../machines/previews/engineering-number'
import * as analysis from '../../../../../machines/previews/network/network-analysis.machine'
import type { NetworkFacts } from '../../../../../machines/previews/network/network-plot.machine'
import * as supply from '../../../../../machines/previews/network/supply-impedance'
import { Choice, choicesStyle } from '../fields/choice'
import { CursorSlider } from '../plots/cursor-slider'
import { firstAbove0 } from '../plots/first-above-0'
import { LinePlot, type PlotDrawing } from '../plots/line-plot'
import { NumberField } from '../fields/number-field'
import { OwnTarget } from '../limits/own-target'
import { TabSection } from './tab-section'
import { useCursor } from '../plots/use-cursor'
import { VerdictBadge } from '../../verdict-badge'

const curveNames = ['As measured', 'With the added capacitors'] as const

type SupplyViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: supply.SupplyImpedance }

/** The impedance of a supply against its target, its peaks, and the effect of added capacitors. */
export function SupplyView({ actor, facts, shown }: SupplyViewProps) {
  const settings = useSelector(actor, analysis.settingsOf).supply
  const { measured, changed, range, target, line, library } = shown
  const [isDrawn, setIsDrawn] = useState(false)
  const setLine = (own: supply.SupplySettings['line']) => changeOf(actor)({ line: own })
  const first = firstAbove0(facts.frequencies)
  const frequencies = useMemo(() => facts.frequencies.subarray(first), [facts, first])
  const x = useMemo(() => ({ values: frequencies, label: 'Frequency', unit: 'Hz' }), [frequencies])
  const y = useMemo(
    () => ({
      values: measured.values.subarray(first),
      label: 'Impedance',
      unit: 'Ω',
      range: supply.supplyAxis(shown),
    }),
    [shown, measured, first],
  )
  const second = useMemo(
    () => changed && { values: changed.values.subarray(first), names: curveNames },
    [changed, first],
  )
  const levels = useMemo(
    () => (line ? [{ points: line, isOwn: true }] : range ? [{ value: target, ...range }] : []),
    [target, line, range],
  )
  const drawing: PlotDrawing | null = isDrawn
    ? {
        points: settings.line,
        onPlace: (frequency, ohms) =>
          setLine(withTargetPoint(settings.line, targetPointAt(frequencies, frequency, ohms))),
        onMove: (index, frequency, ohms) =>
          setLine(withMovedTargetPoint(settings.line, index, targetPointAt(frequencies, frequency, ohms))),
      }
    : null
  const { at, onHover, onPick } = useCursor(actor, frequencies)
  const summary = supply.summaryOfSupply(measured, shown)
  const summaryChanged = changed && supply.summaryOfSupply(changed, shown)
  const ohmsAt = (values: Float64Array) => engineeringText(values[first + at] ?? NaN, 'Ω')

  return (
    <TabSection label="Supply impedance">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <VerdictBadge verdict={supply.verdictOfSupply(measured)} />
        {summary}
      </chakra.p>
      {changed && (
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
          <VerdictBadge verdict={supply.verdictOfSupply(changed)} />
          With the added capacitors: {summaryChanged}
        </chakra.p>
      )}
      <LinePlot
        description={`Impedance over frequency. ${summary}${changed ? ` With the added capacitors: ${summaryChanged}` : ''}`}
        x={x}
        y={y}
        second={second}
        levels={levels}
        cursor={at}
        onCursor={onHover}
        onPick={onPick}
        drawing={drawing}
      />
      <CursorSlider
        count={frequencies.length}
        at={at}
        onChange={onPick}
        place={engineeringText(frequencies[at] ?? 0, 'Hz')}
        value={`${ohmsAt(measured.values)}${changed ? ` as measured, ${ohmsAt(changed.values)} with the added capacitors` : ''}`}
      />
      <Target actor={actor} facts={facts} settings={settings} target={target} />
      <OwnTarget
        line={settings.line}
        frequencies={frequencies}
        isDrawn={isDrawn}
        onDrawn={setIsDrawn}
        onChange={setLine}
      />
      <Peaks curve={changed ?? measured} isChanged={changed !== null} />
      <Capacitors actor={actor} settings={settings} library={library} />
    </TabSection>
  )
}

type SettingsProps = { actor: analysis.NetworkAnalysisActor; settings: supply.SupplySettings }

type TargetProps = SettingsProps & { facts: NetworkFacts; target: number }

const changeOf = (actor: analysis.NetworkAnalysisActor) => (change: Partial<supply.SupplySettings>) =>
  actor.send({ type: 'setting.changed', tab: 'supply', change })

/** How a setting is displayed: its label and the size of its unit. */
const numbers: Record<supply.SupplyNumber, { label: string; unit: number }> = {
  flat: { label: 'Impedance (mΩ)', unit: 1e-3 },
  voltage: { label: 'Voltage (V)', unit: 1 },
  ripple: { label: 'Ripple (%)', unit: 1 },
  step: { label: 'Current step (A)', unit: 1 },
  from: { label: 'From (kHz)', unit: 1e3 },
  to: { label: 'To (MHz)', unit: 1e6 },
  mounting: { label: 'Mounting inductance (nH)', unit: 1e-9 },
}

type SettingProps = SettingsProps & { name: supply.SupplyNumber }

function Setting({ actor, settings, name }: SettingProps) {
  const { label, unit } = numbers[name]
  return (
    <NumberField
      label={label}
      value={inUnit(settings[name] ?? 0, unit)}
      accept={(value) => (supply.supplyNumberIn(name, inUnit(value, 1 / unit)) === null ? null : value)}
      onChange={(value) => changeOf(actor)({ [name]: inUnit(value, 1 / unit) })}
    />
  )
}

/** Converts a value to a unit. Rounding removes the error of the division. */
const inUnit = (value: number, unit: number) => Number((value / unit).toPrecision(12))

function Target({ actor, facts, settings, target }: TargetProps) {
  const change = changeOf(actor)
  return (
    <chakra.fieldset css={choicesStyle}>
      <chakra.legend fontWeight="medium" mb="1">
        Target
      </chakra.legend>
      {facts.ports > 1 && (
        <Choice
          label="Measurement"
          value={settings.method}
          options={[
            ['shunt-through', 'Shunt-through, ports 1 and 2'],
            ['reflection', 'Reflection, port 1'],
          ]}
          onChange={(method) => change({ method: method === 'reflection' ? 'reflection' : 'shunt-through' })}
        />
      )}
      <Choice
        label="Target impedance"
        value={kindOf(settings)}
        options={[
          ['computed', 'From voltage, ripple and current step'],
          ['flat', 'Fixed'],
          ...(settings.line.length > 0 ? [['line', 'Custom line'] as const] : []),
        ]}
        onChange={(kind) => change({ flat: kind === 'flat' ? target : null, line: [] })}
      />
      {numbersOf[kindOf(settings)].map((name) => (
        <Setting key={name} actor={actor} settings={settings} name={name} />
      ))}
    </chakra.fieldset>
  )
}

const kindOf = ({ flat, line }: supply.SupplySettings) => {
  if (line.length > 0) return 'line'
  return flat === null ? 'computed' : 'flat'
}

/** The settings of each kind of target. */
const numbersOf: Record<ReturnType<typeof kindOf>, supply.SupplyNumber[]> = {
  computed: ['voltage', 'ripple', 'step', 'from', 'to'],
  flat: ['flat', 'from', 'to'],
  line: [],
}

const tableStyle: SystemStyleObject = {
  textStyle: 'sm',
  '& th': { py: '1', pe: '4', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' },
  '& td': { py: '1', pe: '4', textStyle: 'figures' },
}

function Peaks({ curve, isChanged }: { curve: supply.SupplyCurve; isChanged: boolean }) {
  const title = isChanged ? 'Peaks with the added capacitors' : 'Peaks'
  return (
    <section aria-label={title}>
      <chakra.h3 textStyle="sm" fontWeight="medium" mb="1">
        {title}
      </chakra.h3>
      {curve.peaks.length === 0 ? (
        <chakra.p textStyle="sm">The impedance has no peak.</chakra.p>
      ) : (
        <chakra.table css={tableStyle}>
          <thead>
            <tr>
              <th scope="col">Frequency</th>
              <th scope="col">Impedance</th>
              <th scope="col">Parallel R, L, C and Q</th>
            </tr>
          </thead>
          <tbody>
            {curve.peaks.map((peak) => (
              <tr key={peak.frequency}>
                <td>{engineeringText(peak.frequency, 'Hz', 3)}</td>
                <td>{engineeringText(peak.impedance, 'Ω', 3)}</td>
                <td>{supply.circuitText(peak)}</td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      )}
    </section>
  )
}

function Capacitors({ actor, settings, library }: SettingsProps & { library: supply.SupplyImpedance['library'] }) {
  return (
    <chakra.fieldset css={choicesStyle}>
      <chakra.legend fontWeight="medium" mb="1">
        Added capacitors
      </chakra.legend>
      {library.capacitors.map(({ id, name }) => (
        <NumberField
          key={id}
          label={name}
          value={settings.added[id] ?? 0}
          accept={(count) => (Number.isInteger(count) && count >= 0 && count <= supply.maxAdded ? count : null)}
          onChange={(count) => changeOf(actor)({ added: supply.withAdded(settings.added, id, count) })}
        />
      ))}
      <Setting actor={actor} settings={settings} name="mounting" />
      <chakra.p textStyle="sm" color="fg.muted" flexBasis="full">
        The capacitors are added at the point of measurement, with their nominal capacitance. Values: {library.source}.
      </chakra.p>
    </chakra.fieldset>
  )
}
