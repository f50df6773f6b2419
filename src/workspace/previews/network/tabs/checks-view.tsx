import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import { engineeringText } from '../../../../../machines/previews/engineering-number'
import type { NetworkFacts } from '../../../../../machines/previews/network/network-plot.machine'
import { curveName } from '../../../../../machines/previews/network/network-plot.machine'
import { type NetworkCheck, verdictOfCheck } from '../../../../../machines/previews/network/network-view'
import { worstVerdict } from '../../../../../machines/previews/verdict'
import { VerdictBadge } from '../../verdict-badge'

const listStyle: SystemStyleObject = {
  display: 'grid',
  gap: '4',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  '& li': { borderWidth: '1px', borderRadius: 'l3', p: '4', display: 'grid', gap: '3', alignContent: 'start' },
  '& dl': { display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: '4', rowGap: '1', fontSize: 'sm' },
  '& dt': { color: 'fg.muted' },
  '& dd': { textStyle: 'figures', textAlign: 'end' },
}

type ChecksViewProps = { checks: NetworkCheck[]; facts: NetworkFacts }

/** Whether the data of a network can be trusted: the verdict first, then each check with its numbers. */
export function ChecksView({ checks, facts }: ChecksViewProps) {
  const verdict = worstVerdict(checks.map(verdictOfCheck))
  return (
    <chakra.section
      aria-label="Data checks"
      tabIndex={0}
      overflow="auto"
      minH="0"
      display="grid"
      gap="4"
      alignContent="start"
    >
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3" textStyle="md">
        <VerdictBadge verdict={verdict} />
        {summaries[verdict]}
      </chakra.p>
      <chakra.ul css={listStyle} aria-label="Checks">
        {checks.map((check) => (
          <li key={check.name}>
            <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2">
              <chakra.h3 fontWeight="semibold">{titles[check.name]}</chakra.h3>
              <VerdictBadge verdict={verdictOfCheck(check)} />
            </chakra.div>
            <chakra.p textStyle="sm">{questions[check.name]}</chakra.p>
            <dl>
              <dt>IEEE 370 metric</dt>
              <dd>
                {percentText(check.metric)} ({check.quality})
              </dd>
              <dt>Limit for “good”</dt>
              <dd>{check.limit}%</dd>
              <dt>Margin</dt>
              <dd>{marginText(check.metric - check.limit)}</dd>
              {check.worst && (
                <>
                  <dt>{worstNames[check.name]}</dt>
                  <dd>{worstText(check)}</dd>
                  <dt>Worst at</dt>
                  <dd>
                    {engineeringText(check.worst.frequency, 'Hz', 6)}
                    {check.worst.parameter &&
                      `, ${curveName({ mode: 'single', ...check.worst.parameter }, 'S', facts.modes)}`}
                  </dd>
                </>
              )}
              <dt>{check.name === 'causality' ? 'Counterclockwise turns' : 'Frequencies beyond the limit'}</dt>
              <dd>
                {check.violations.toLocaleString('en-US')} of {facts.frequencies.length.toLocaleString('en-US')}
              </dd>
            </dl>
          </li>
        ))}
      </chakra.ul>
      <chakra.p textStyle="sm" color="fg.muted">
        IEEE 370-2020 quality metrics in the frequency domain, computed from all values. Data that are not passive or
        not causal can give wrong results in time-domain simulations.
      </chakra.p>
    </chakra.section>
  )
}

const summaries = {
  pass: 'The data are consistent and can be used in simulations.',
  marginal: 'The data are slightly inconsistent. Check the frequencies below before you rely on the data.',
  fail: 'The data are inconsistent. Results computed from them may be wrong.',
}
const titles = { passivity: 'Passivity', reciprocity: 'Reciprocity', causality: 'Causality' }
const questions = {
  passivity: 'Does the network return no more energy than it receives?',
  reciprocity: 'Does the network transmit equally in both directions? Amplifiers do not.',
  causality: 'Does every response come after its stimulus? If so, the curves turn clockwise in the complex plane.',
}
const worstNames = {
  passivity: 'Largest singular value',
  reciprocity: 'Largest difference',
  causality: 'Sharpest counterclockwise turn',
}

const percentText = (value: number) => `${value.toFixed(2)}%`
const marginText = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}%`

const worstText = ({ name, worst }: NetworkCheck) => {
  if (!worst) return ''
  return name === 'causality' ? `${worst.value.toFixed(1)}°` : Number(worst.value.toPrecision(6)).toString()
}
