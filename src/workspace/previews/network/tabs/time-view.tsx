import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type ComponentProps, useMemo } from 'react'

import { engineeringText } from '../../../../../machines/previews/engineering-number'
import * as analysis from '../../../../../machines/previews/network/network-analysis.machine'
import * as profile from '../../../../../machines/previews/network/impedance-profile'
import type { NetworkFacts } from '../../../../../machines/previews/network/network-plot.machine'
import type { TimeAnalysis } from '../../../../../machines/previews/network/network-view'
import {
  responseAxis,
  responseLabel,
  responseText,
  summaryOfResponse,
  type TimeResponse,
  valuesOfResponse,
} from '../../../../../machines/previews/network/time-response'
import type { Verdict } from '../../../../../machines/previews/verdict'
import { Choice, choicesStyle } from '../fields/choice'
import { CursorSlider } from '../plots/cursor-slider'
import { LinePlot } from '../plots/line-plot'
import { TabSection } from './tab-section'
import { useCursor } from '../plots/use-cursor'
import { VerdictBadge } from '../../verdict-badge'

type TimeViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: TimeAnalysis }

/** The impedance along a line, or what arrives at its end, over time. */
export function TimeView({ actor, facts, shown }: TimeViewProps) {
  const { permittivity } = useSelector(actor, analysis.settingsOf).time
  const { label, verdict, summary, timeLabel, times, y, levels, place, value } = useMemo(
    () => ('profile' in shown ? impedanceCurve(shown.profile, permittivity) : responseCurve(shown.response)),
    [shown, permittivity],
  )
  const { at, onHover, onPick } = useCursor(actor, times)
  const x = useMemo(() => ({ values: times.map((time) => time * 1e12), label: timeLabel }), [times, timeLabel])
  return (
    <TabSection label={label}>
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        {verdict && <VerdictBadge verdict={verdict} />}
        {summary}
      </chakra.p>
      {/* Before the settings: a short window shows only the top of the section. */}
      <LinePlot
        description={`${label}. ${summary}`}
        x={x}
        y={y}
        levels={levels}
        cursor={at}
        onCursor={onHover}
        onPick={onPick}
      />
      <CursorSlider
        count={times.length}
        at={at}
        onChange={onPick}
        place={place(times[at] ?? 0)}
        value={value(y.values[at] ?? NaN)}
      />
      <TimeChoices actor={actor} facts={facts} shown={shown} />
    </TabSection>
  )
}

type TimeCurve = {
  label: string
  verdict: Verdict | null
  summary: string
  /** In seconds. */
  times: Float64Array
  timeLabel: string
  y: ComponentProps<typeof LinePlot>['y']
  levels: number[]
  /** Describes a time, and for an impedance also the distance from the port, as text. */
  place: (time: number) => string
  value: (value: number) => string
}

/** The impedance, as a time-domain reflectometer would show it. */
function impedanceCurve(shown: profile.ImpedanceProfile, permittivity: number): TimeCurve {
  const { port, times, impedance } = shown
  const { lowest, highest, time, verdict } = profile.verdictOfProfile(shown)
  const { low, high } = profile.limitsOf(shown)
  const place = (one: number) =>
    `${engineeringText(one, 's')}, ${profile.lengthText(one, permittivity)} from port ${port}`
  return {
    label: `Impedance over time at port ${port}`,
    verdict,
    summary: `The impedance is ${lowest.toFixed(1)} to ${highest.toFixed(1)} Ω; the limits are ${low} to ${high} Ω. It deviates most at ${place(time)}.`,
    times,
    timeLabel: 'Round-trip time (ps)',
    y: { values: impedance, label: 'Impedance (Ω)', range: profile.axisOf(shown) },
    levels: [low, high],
    place,
    value: (one) => `${one.toFixed(2)} Ω`,
  }
}

function responseCurve(shown: TimeResponse): TimeCurve {
  const values = valuesOfResponse(shown)
  return {
    label: `${profile.timeQuantityNames[shown.quantity]} over time`,
    verdict: null,
    summary: summaryOfResponse(shown),
    times: shown.times,
    timeLabel: 'Time (ps)',
    y: { values, label: responseLabel(shown), range: responseAxis(values) },
    levels: [],
    place: (time) => engineeringText(time, 's'),
    value: (one) => responseText(shown, one),
  }
}

const portsOf = ({ ports }: NetworkFacts) =>
  Array.from({ length: ports }, (_, index) => [index + 1, String(index + 1)] as const)

/** The settings. Those that all quantities share stay in place and keep the focus when another quantity is chosen. */
function TimeChoices({ actor, facts, shown }: TimeViewProps) {
  const settings = useSelector(actor, analysis.settingsOf).time
  const change = (changed: Partial<profile.TimeSettings>) =>
    actor.send({ type: 'setting.changed', tab: 'time', change: changed })
  return (
    <chakra.div css={choicesStyle}>
      <Choice
        label="Quantity"
        value={settings.quantity}
        options={Object.entries(profile.timeQuantityNames)}
        onChange={(quantity) => change({ quantity: profile.timeQuantityNamed(quantity) })}
      />
      <Choice
        label={settings.quantity === 'impedance' ? 'Port' : 'Source port'}
        value={settings.port}
        options={portsOf(facts)}
        onChange={(port) => change({ port: Number(port) })}
      />
      {'response' in shown ? (
        <Choice
          label="Receiving port"
          value={shown.response.to}
          options={portsOf(facts)}
          onChange={(port) => change({ to: Number(port) })}
        />
      ) : (
        <Choice
          label="Effective permittivity"
          value={settings.permittivity}
          options={profile.permittivities.map((value) => [value, String(value)])}
          onChange={(permittivity) => change({ permittivity: Number(permittivity) })}
        />
      )}
      <Choice
        label="Rise time (10–90%)"
        value={settings.riseTime}
        options={profile.riseTimes.map((time) => [
          time,
          time === 0 ? 'Shortest that the data allow' : engineeringText(time, 's'),
        ])}
        onChange={(riseTime) => change({ riseTime: Number(riseTime) })}
      />
      <Choice
        label="Window"
        value={settings.window}
        options={Object.entries(profile.windowNames)}
        onChange={(window) => change({ window: profile.windowNamed(window) })}
      />
    </chakra.div>
  )
}
