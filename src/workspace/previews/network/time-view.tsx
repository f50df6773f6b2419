import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type ComponentProps, type ReactNode, useMemo } from 'react'

import { engineeringText } from '../../../../machines/previews/engineering-number'
import * as analysis from '../../../../machines/previews/network-analysis.machine'
import * as profile from '../../../../machines/previews/impedance-profile'
import type { NetworkFacts } from '../../../../machines/previews/network-plot.machine'
import type { TimeAnalysis } from '../../../../machines/previews/network-view'
import {
  responseAxis,
  responseLabel,
  responseText,
  summaryOfResponse,
  type TimeResponse,
  valuesOfResponse,
} from '../../../../machines/previews/time-response'
import { Choice, choicesStyle } from './choice'
import { CursorSlider } from './cursor-slider'
import { LinePlot } from './line-plot'
import { TabSection } from './tab-section'
import { useCursor } from './use-cursor'
import { VerdictBadge } from './verdict-badge'

type TimeViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: TimeAnalysis }

/** The impedance along a line, or what arrives at its end, over time. */
export const TimeView = ({ actor, facts, shown }: TimeViewProps) =>
  'profile' in shown ? (
    <ImpedanceView actor={actor} facts={facts} shown={shown.profile} />
  ) : (
    <ResponseView actor={actor} facts={facts} shown={shown.response} />
  )

type PartProps<Shown> = Omit<TimeViewProps, 'shown'> & { shown: Shown }

/** The impedance, as a time-domain reflectometer would show it, with the verdict first. */
function ImpedanceView({ actor, facts, shown }: PartProps<profile.ImpedanceProfile>) {
  const { permittivity } = useSelector(actor, analysis.settingsOf).time
  const { times, impedance } = shown
  const found = profile.verdictOfProfile(shown)
  const limits = profile.limitsOf(shown)
  const y = useMemo(
    () => ({ values: impedance, label: 'Impedance (Ω)', range: profile.axisOf(shown) }),
    [impedance, shown],
  )
  const levels = useMemo(() => [limits.low, limits.high], [limits.low, limits.high])
  const place = (time: number) =>
    `${engineeringText(time, 's')}, ${profile.lengthText(time, permittivity)} from port ${shown.port}`
  const summary = `The impedance is ${found.lowest.toFixed(1)} to ${found.highest.toFixed(1)} Ω; the limits are ${limits.low} to ${limits.high} Ω. It deviates most at ${place(found.time)}.`

  return (
    <TabSection label="Impedance over time">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <VerdictBadge verdict={found.verdict} />
        {summary}
      </chakra.p>
      <TimeChoices actor={actor} facts={facts}>
        <Choice
          label="Effective permittivity"
          value={permittivity}
          options={profile.permittivities.map((value) => [value, String(value)])}
          onChange={(chosen) => changeSetting(actor, { permittivity: Number(chosen) })}
        />
      </TimeChoices>
      <TimePlot
        actor={actor}
        description={`Impedance over time at port ${shown.port}. ${summary}`}
        times={times}
        timeLabel="Round-trip time (ps)"
        y={y}
        levels={levels}
        place={place}
        value={(at) => `${(impedance[at] ?? NaN).toFixed(2)} Ω`}
      />
    </TabSection>
  )
}

const noLevels: number[] = []

/** The response to a step or an impulse, with its delay and rise time first. */
function ResponseView({ actor, facts, shown }: PartProps<TimeResponse>) {
  const { times, to } = shown
  const y = useMemo(() => {
    const values = valuesOfResponse(shown)
    return { values, label: responseLabel(shown), range: responseAxis(values) }
  }, [shown])
  const summary = summaryOfResponse(shown)
  const label = `${profile.timeQuantityNames[shown.quantity]} over time`
  return (
    <TabSection label={label}>
      <chakra.p>{summary}</chakra.p>
      <TimeChoices actor={actor} facts={facts}>
        <Choice
          label="Receiving port"
          value={to}
          options={portsOf(facts)}
          onChange={(port) => changeSetting(actor, { to: Number(port) })}
        />
      </TimeChoices>
      <TimePlot
        actor={actor}
        description={`${label}. ${summary}`}
        times={times}
        timeLabel="Time (ps)"
        y={y}
        levels={noLevels}
        place={(time) => engineeringText(time, 's')}
        value={(at) => responseText(shown, y.values[at] ?? NaN)}
      />
    </TabSection>
  )
}

type TimePlotProps = {
  actor: analysis.NetworkAnalysisActor
  description: string
  /** In seconds. */
  times: Float64Array
  timeLabel: string
  y: ComponentProps<typeof LinePlot>['y']
  levels: number[]
  /** A time as text. */
  place: (time: number) => string
  /** The value of a point, as text. */
  value: (at: number) => string
}

/** A curve over time with its cursor. */
function TimePlot({ actor, description, times, timeLabel, y, levels, place, value }: TimePlotProps) {
  const { at, onHover, onPick } = useCursor(actor, times)
  const x = useMemo(() => ({ values: times.map((time) => time * 1e12), label: timeLabel }), [times, timeLabel])
  return (
    <>
      <LinePlot description={description} x={x} y={y} levels={levels} cursor={at} onCursor={onHover} onPick={onPick} />
      <CursorSlider count={times.length} at={at} onChange={onPick} place={place(times[at] ?? 0)} value={value(at)} />
    </>
  )
}

const portsOf = ({ ports }: NetworkFacts) =>
  Array.from({ length: ports }, (_, index) => [index + 1, String(index + 1)] as const)

const changeSetting = (actor: analysis.NetworkAnalysisActor, change: Partial<profile.TimeSettings>) =>
  actor.send({ type: 'setting.changed', tab: 'time', change })

/** The settings of all quantities, and those of one. */
function TimeChoices({ actor, facts, children }: Omit<TimeViewProps, 'shown'> & { children: ReactNode }) {
  const settings = useSelector(actor, analysis.settingsOf).time
  return (
    <chakra.div css={choicesStyle}>
      <Choice
        label="Quantity"
        value={settings.quantity}
        options={Object.entries(profile.timeQuantityNames)}
        onChange={(quantity) => changeSetting(actor, { quantity: profile.timeQuantityNamed(quantity) })}
      />
      <Choice
        label={settings.quantity === 'impedance' ? 'Port' : 'Source port'}
        value={settings.port}
        options={portsOf(facts)}
        onChange={(port) => changeSetting(actor, { port: Number(port) })}
      />
      {children}
      <Choice
        label="Rise time (10–90%)"
        value={settings.riseTime}
        options={profile.riseTimes.map((time) => [
          time,
          time === 0 ? 'Shortest that the data allow' : engineeringText(time, 's'),
        ])}
        onChange={(riseTime) => changeSetting(actor, { riseTime: Number(riseTime) })}
      />
      <Choice
        label="Window"
        value={settings.window}
        options={Object.entries(profile.windowNames)}
        onChange={(window) => changeSetting(actor, { window: profile.windowNamed(window) })}
      />
    </chakra.div>
  )
}
