import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import { engineeringText } from '../../../../machines/previews/engineering-number'
import * as analysis from '../../../../machines/previews/network-analysis.machine'
import * as profile from '../../../../machines/previews/impedance-profile'
import type { NetworkFacts } from '../../../../machines/previews/network-plot.machine'
import { LinePlot } from './line-plot'
import { VerdictBadge } from './verdict-badge'

const controlStyle: SystemStyleObject = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  textStyle: 'sm',
  '& > label': { display: 'grid', gap: '1', minW: '120px' },
}

type TimeViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: profile.ImpedanceProfile }

/** What a reflectometer shows: the impedance along the line, with the verdict first. */
export function TimeView({ actor, facts, shown }: TimeViewProps) {
  const settings = useSelector(actor, analysis.timeSettingsOf)
  const [cursor, setCursor] = useState(0)
  const { times, impedance } = shown
  const found = profile.verdictOfProfile(shown)
  const limits = profile.limitsOf(shown)
  const at = Math.min(cursor, times.length - 1)
  const x = useMemo(() => ({ values: times.map((time) => time * 1e12), label: 'Time there and back (ps)' }), [times])
  const y = useMemo(
    () => ({ values: impedance, label: 'Impedance (Ω)', range: profile.axisOf(shown) }),
    [impedance, shown],
  )
  const levels = useMemo(() => [limits.low, limits.high], [limits.low, limits.high])
  const place = (time: number) =>
    `${engineeringText(time, 's')}, ${profile.lengthText(time, settings.permittivity)} from port ${shown.port}`
  const summary = `The impedance is ${found.lowest.toFixed(1)} to ${found.highest.toFixed(1)} Ω; the limits are ${limits.low} to ${limits.high} Ω. It deviates most at ${place(found.time)}.`
  const change = (settingsChanged: Partial<profile.TimeSettings>) =>
    actor.send({ type: 'setting.changed', change: settingsChanged })

  return (
    <chakra.section
      aria-label="Impedance over time"
      tabIndex={0}
      flex="1"
      minH="0"
      overflow="auto"
      display="flex"
      flexDirection="column"
      gap="3"
    >
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <VerdictBadge verdict={found.verdict} />
        {summary}
      </chakra.p>
      <chakra.div css={controlStyle}>
        <Choice
          label="Port"
          value={settings.port}
          options={Array.from({ length: facts.ports }, (_, index) => [index + 1, String(index + 1)])}
          onChange={(port) => change({ port: Number(port) })}
        />
        <Choice
          label="Rise time (10 to 90 %)"
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
        <Choice
          label="Effective permittivity"
          value={settings.permittivity}
          options={profile.permittivities.map((value) => [value, String(value)])}
          onChange={(permittivity) => change({ permittivity: Number(permittivity) })}
        />
      </chakra.div>
      <LinePlot
        description={`Impedance over time at port ${shown.port}. ${summary}`}
        x={x}
        y={y}
        levels={levels}
        cursor={at}
        onCursor={setCursor}
      />
      <chakra.label display="flex" flexWrap="wrap" alignItems="center" gap="3" textStyle="sm">
        Cursor
        <chakra.input
          type="range"
          data-own-arrows=""
          flex="1 1 160px"
          css={{ accentColor: 'var(--chakra-colors-primary-solid)' }}
          min={0}
          max={times.length - 1}
          value={at}
          aria-valuetext={place(times[at] ?? 0)}
          onChange={({ target }) => setCursor(Number(target.value))}
        />
        <chakra.output textStyle="figures" aria-live="off">
          {place(times[at] ?? 0)}: {(impedance[at] ?? NaN).toFixed(2)} Ω
        </chakra.output>
      </chakra.label>
    </chakra.section>
  )
}

type ChoiceProps = {
  label: string
  value: string | number
  options: (readonly [value: string | number, text: string])[]
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label>
    {label}
    <NativeSelect.Root size="sm">
      <NativeSelect.Field aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </label>
)
