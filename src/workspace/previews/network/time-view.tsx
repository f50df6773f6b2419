import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import { engineeringText } from '../../../../machines/previews/engineering-number'
import * as analysis from '../../../../machines/previews/network-analysis.machine'
import * as profile from '../../../../machines/previews/impedance-profile'
import type { NetworkFacts } from '../../../../machines/previews/network-plot.machine'
import { Choice, choicesStyle } from './choice'
import { CursorSlider } from './cursor-slider'
import { LinePlot } from './line-plot'
import { TabSection } from './tab-section'
import { useCursor } from './use-cursor'
import { VerdictBadge } from './verdict-badge'

type TimeViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: profile.ImpedanceProfile }

/** The impedance along the line, as a time-domain reflectometer would show it, with the verdict first. */
export function TimeView({ actor, facts, shown }: TimeViewProps) {
  const settings = useSelector(actor, analysis.settingsOf).time
  const { times, impedance } = shown
  const found = profile.verdictOfProfile(shown)
  const limits = profile.limitsOf(shown)
  const { at, onHover, onPick } = useCursor(actor, times)
  const x = useMemo(() => ({ values: times.map((time) => time * 1e12), label: 'Round-trip time (ps)' }), [times])
  const y = useMemo(
    () => ({ values: impedance, label: 'Impedance (Ω)', range: profile.axisOf(shown) }),
    [impedance, shown],
  )
  const levels = useMemo(() => [limits.low, limits.high], [limits.low, limits.high])
  const place = (time: number) =>
    `${engineeringText(time, 's')}, ${profile.lengthText(time, settings.permittivity)} from port ${shown.port}`
  const summary = `The impedance is ${found.lowest.toFixed(1)} to ${found.highest.toFixed(1)} Ω; the limits are ${limits.low} to ${limits.high} Ω. It deviates most at ${place(found.time)}.`
  const change = (settingsChanged: Partial<profile.TimeSettings>) =>
    actor.send({ type: 'setting.changed', tab: 'time', change: settingsChanged })

  return (
    <TabSection label="Impedance over time">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <VerdictBadge verdict={found.verdict} />
        {summary}
      </chakra.p>
      <chakra.div css={choicesStyle}>
        <Choice
          label="Port"
          value={settings.port}
          options={Array.from({ length: facts.ports }, (_, index) => [index + 1, String(index + 1)])}
          onChange={(port) => change({ port: Number(port) })}
        />
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
        onCursor={onHover}
        onPick={onPick}
      />
      <CursorSlider
        count={times.length}
        at={at}
        onChange={onPick}
        place={place(times[at] ?? 0)}
        value={`${(impedance[at] ?? NaN).toFixed(2)} Ω`}
      />
    </TabSection>
  )
}
