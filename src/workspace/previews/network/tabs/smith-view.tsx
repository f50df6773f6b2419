import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import { engineeringText } from '../../../../../machines/previews/engineering-number'
import * as analysis from '../../../../../machines/previews/network/network-analysis.machine'
import type { NetworkFacts } from '../../../../../machines/previews/network/network-plot.machine'
import * as smith from '../../../../../machines/previews/network/smith-chart'
import { keptColors } from '../../../../ui/theme/accessibility-styles'
import { Choice, choicesStyle } from '../fields/choice'
import { curveColors, useIsDark } from '../plots/curve-colors'
import { CursorSlider } from '../plots/cursor-slider'
import { SmithGrid } from './smith-grid'
import { TabSection } from './tab-section'
import { useCursor } from '../plots/use-cursor'

const style: SystemStyleObject = {
  ...keptColors,
  w: 'full',
  maxW: '640px',
  maxH: '70vh',
  minH: '240px',
  mx: 'auto',
  bg: 'bg.panel',
  fontSize: '5px',
  fill: 'fg.muted',
  '& .grid': { stroke: 'border', fill: 'none', strokeWidth: '0.4' },
  '& .edge': { stroke: 'border.emphasized', fill: 'none', strokeWidth: '0.8' },
}

/** The maximum number of points. More points could not be distinguished. */
const MAX_POINTS = 4000

type SmithViewProps = { actor: analysis.NetworkAnalysisActor; facts: NetworkFacts; shown: smith.Reflection }

/** The reflection at one port or pair in a Smith chart, and the impedance at the cursor. */
export function SmithView({ actor, facts, shown }: SmithViewProps) {
  const { end } = useSelector(actor, analysis.settingsOf).smith
  const [color] = curveColors(useIsDark())
  const { frequencies } = facts
  const ends: smith.NetworkEnd[] = [
    ...Array.from({ length: facts.ports }, (_, index) => [index + 1]),
    ...(facts.pairs ?? []),
  ]
  const path = useMemo(() => pathOf(shown), [shown])
  const { at, onPick } = useCursor(actor, frequencies)
  const here = smith.reflectionAt(shown, at)
  const place = engineeringText(frequencies[at] ?? 0, 'Hz', 6)
  const title = `${shown.end.length === 2 ? 'Pair' : 'Port'} ${smith.endName(shown.end)}`
  const summary = smith.summaryOfReflection(shown, frequencies)

  return (
    <TabSection label="Smith chart">
      <p>{summary}</p>
      <chakra.div css={choicesStyle}>
        <Choice
          label="Port or pair"
          value={smith.endName(end)}
          options={ends.map((one) => [
            smith.endName(one),
            one.length === 2 ? `Differential ${smith.endName(one)}` : smith.endName(one),
          ])}
          onChange={(name) => {
            const chosen = ends.find((one) => smith.endName(one) === name)
            if (chosen) actor.send({ type: 'setting.changed', tab: 'smith', change: { end: chosen } })
          }}
        />
      </chakra.div>
      <chakra.svg
        css={style}
        viewBox="-110 -110 220 220"
        role="img"
        aria-label={`${title} in a Smith chart normalized to ${shown.reference} Ω. ${summary}`}
      >
        <SmithGrid reference={shown.reference} />
        <path d={path} fill="none" stroke={color} strokeWidth="1.2" strokeLinejoin="round" />
        <circle
          cx={100 * (shown.re[at] ?? 0)}
          cy={-100 * (shown.im[at] ?? 0)}
          r="2.5"
          fill={color}
          stroke="var(--chakra-colors-bg-panel)"
          strokeWidth="0.8"
        />
      </chakra.svg>
      <CursorSlider
        count={frequencies.length}
        at={at}
        onChange={onPick}
        place={place}
        value={[
          smith.impedanceText(here.resistance, here.reactance),
          `reflection ${here.size.toFixed(4)} ∠ ${here.degrees.toFixed(1)}°`,
          `return loss ${Number.isFinite(here.returnLoss) ? here.returnLoss.toFixed(2) : '∞'} dB`,
          `VSWR ${Number.isFinite(here.standingWaves) ? here.standingWaves.toFixed(2) : '∞'}`,
        ].join(', ')}
      />
    </TabSection>
  )
}

function pathOf({ re, im }: smith.Reflection): string {
  const step = Math.ceil(re.length / MAX_POINTS)
  const points: string[] = []
  for (let at = 0; at < re.length; at += step)
    points.push(`${(100 * (re[at] ?? 0)).toFixed(3)} ${(-100 * (im[at] ?? 0)).toFixed(3)}`)
  return `M${points.join('L')}`
}
