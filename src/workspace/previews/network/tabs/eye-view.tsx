import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'

import { engineeringText } from '../../../../../machines/previews/engineering-number'
import * as eye from '../../../../../machines/previews/network/eye-diagram'
import * as analysis from '../../../../../machines/previews/network/network-analysis.machine'
import { endName } from '../../../../../machines/previews/network/smith-chart'
import { Choice, choicesStyle } from '../fields/choice'
import { CursorSlider } from '../plots/cursor-slider'
import { EyePicture } from './eye-picture'
import { LinePlot } from '../plots/line-plot'
import { TabSection } from './tab-section'
import { useCursor } from '../plots/use-cursor'
import { VerdictBadge } from '../../verdict-badge'

/** The decimal logarithm of the smallest probability in the bathtub. Smaller ones are drawn at its lower edge. */
const FLOOR = -18
const bathtubRange: [low: number, high: number] = [FLOOR, 0]

type EyeViewProps = {
  actor: analysis.NetworkAnalysisActor
  /** Null while there is no eye for these settings. */
  shown: eye.EyeDiagram | null
  /** Shown instead of the eye: why there is none, or that it is being computed. */
  missing: ReactNode
  /** The lines of the network, even while there is no eye. */
  lines: eye.NetworkLine[]
}

/**
 * The eye at the far end of a line: verdict, picture, settings and bathtub. The settings keep the focus while the eye
 * is computed again.
 */
export const EyeView = ({ actor, shown, missing, lines }: EyeViewProps) => (
  <TabSection label="Eye">
    {shown ? <EyeResult actor={actor} shown={shown} /> : missing}
    {lines.length > 0 && <EyeChoices actor={actor} lines={lines} />}
    {shown && <Bathtub actor={actor} shown={shown} />}
  </TabSection>
)

type EyePartProps = { actor: analysis.NetworkAnalysisActor; shown: eye.EyeDiagram }

function EyeResult({ actor, shown }: EyePartProps) {
  const settings = useSelector(actor, analysis.settingsOf).eye
  const summary = eye.summaryOfEye(shown, settings)
  const { maskHeight, maskWidth } = settings
  const mask = useMemo(() => ({ height: maskHeight, width: maskWidth }), [maskHeight, maskWidth])
  return (
    <>
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <VerdictBadge verdict={eye.verdictOfEye(shown, settings)} />
        {summary}
      </chakra.p>
      <EyePicture description={`Eye diagram. ${summary}`} eye={shown} mask={mask} />
    </>
  )
}

function Bathtub({ actor, shown }: EyePartProps) {
  const settings = useSelector(actor, analysis.settingsOf).eye
  const { phases, errors } = shown
  const { at, onHover, onPick } = useCursor(actor, phases, (phases.length - 1) / 2)
  const { errorRate } = settings
  const x = useMemo(() => ({ values: phases, label: 'Offset from the clock (UI)' }), [phases])
  const y = useMemo(
    () => ({
      values: errors.map((value) => Math.max(Math.log10(value), FLOOR)),
      label: 'Symbol error rate (log10)',
      range: bathtubRange,
    }),
    [errors],
  )
  const levels = useMemo(() => [Math.log10(errorRate)], [errorRate])
  return (
    <>
      {shown.feedback.length > 0 && (
        <p>Feedback taps: {shown.feedback.map((value) => engineeringText(value, 'V')).join(', ')}.</p>
      )}
      <LinePlot
        description={`Bathtub curve: the probability of a symbol error over the unit interval. ${eye.summaryOfEye(shown, settings)}`}
        x={x}
        y={y}
        levels={levels}
        cursor={at}
        onCursor={onHover}
        onPick={onPick}
      />
      <CursorSlider
        count={phases.length}
        at={at}
        onChange={onPick}
        place={`${(phases[at] ?? 0).toFixed(3)} UI`}
        value={`error rate ${(errors[at] ?? 0).toExponential(1)}`}
      />
    </>
  )
}

const names: Record<keyof typeof eye.eyeChoices, string> = {
  rate: 'Symbol rate',
  order: 'Pattern',
  swing: 'Swing',
  riseTime: 'Rise time (20–80%)',
  preTap: 'Pre-cursor tap',
  postTap: 'Post-cursor tap',
  peaking: 'Receiver equalizer (CTLE)',
  feedbackTaps: 'Feedback taps (DFE)',
  noise: 'Receiver noise (RMS)',
  errorRate: 'Error rate',
  maskHeight: 'Mask height',
  maskWidth: 'Mask width',
}
const textOf = (setting: keyof typeof names, value: number) => {
  switch (setting) {
    case 'rate':
      return engineeringText(value, 'Bd', 7)
    case 'order':
      return `PRBS${value}`
    case 'riseTime':
      return engineeringText(value, 's')
    case 'swing':
    case 'noise':
    case 'maskHeight':
      return engineeringText(value, 'V')
    case 'peaking':
      return value === 0 ? 'None' : `${value} dB`
    case 'errorRate':
      return value.toExponential(0)
    case 'maskWidth':
      return `${value} UI`
    default:
      return String(value)
  }
}

type EyeChoicesProps = {
  actor: analysis.NetworkAnalysisActor
  lines: eye.NetworkLine[]
}

function EyeChoices({ actor, lines }: EyeChoicesProps) {
  const settings = useSelector(actor, analysis.settingsOf).eye
  const change = (changed: Partial<eye.EyeSettings>) =>
    actor.send({ type: 'setting.changed', tab: 'eye', change: changed })
  return (
    <chakra.div css={choicesStyle}>
      <Choice
        label="Line"
        value={settings.line}
        options={lines.map(({ near, far }, index) => [index, `${endName(near)} to ${endName(far)}`])}
        onChange={(line) => change({ line: Number(line) })}
      />
      <Choice
        label="Modulation"
        value={settings.modulation}
        options={[
          ['nrz', 'NRZ'],
          ['pam4', 'PAM4'],
        ]}
        onChange={(modulation) => change({ modulation: modulation === 'pam4' ? 'pam4' : 'nrz' })}
      />
      {(Object.keys(names) as (keyof typeof names)[]).map((setting) => (
        <Choice
          key={setting}
          label={names[setting]}
          value={settings[setting]}
          options={eye.eyeChoices[setting].map((value) => [value, textOf(setting, value)])}
          onChange={(value) => change({ [setting]: Number(value) })}
        />
      ))}
    </chakra.div>
  )
}
