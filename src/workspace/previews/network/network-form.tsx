import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { maxPoints, pointsIn } from '../../../../machines/previews/network/network-form'
import * as plot from '../../../../machines/previews/network/network-plot.machine'
import { CheckedField } from './fields/checked-field'
import { Choice, choicesStyle } from './fields/choice'
import { PortFields } from './fields/port-fields'

const frequencies = [
  ['unchanged', 'As in the file'],
  ['file', 'From 0 Hz, in the file’s steps'],
  ['points', 'From 0 Hz, in equal steps'],
] as const

type NetworkFormProps = { actor: plot.NetworkPlotActor; facts: plot.NetworkFacts }

/** The order of the ports, the reference and the frequencies with which a network is shown and saved. */
export function NetworkForm({ actor, facts }: NetworkFormProps) {
  const form = useSelector(actor, plot.chosenFormOf)
  const failure = useSelector(actor, plot.formFailureOf)
  const isForming = useSelector(actor, plot.isForming)
  const chosen = form.points === null ? 'unchanged' : form.points === 'file' ? 'file' : 'points'
  const change = (changed: Partial<typeof form>) => actor.send({ type: 'form.chosen', form: { ...form, ...changed } })
  return (
    <chakra.section aria-label="Ports and frequencies" flexShrink="0" display="grid" gap="2" mb="3">
      <chakra.div css={choicesStyle}>
        <PortFields facts={facts} form={form} isReadOnly={isForming} onChange={change} />
        <Choice
          label="Frequencies"
          value={chosen}
          options={[...frequencies]}
          onChange={(value) => {
            const few = Math.min(Math.max(facts.frequencies.length, 2), maxPoints)
            change({ points: value === 'unchanged' ? null : value === 'file' ? 'file' : few })
          }}
        />
        {typeof form.points === 'number' && (
          <CheckedField
            label="Number of frequencies"
            value={String(form.points)}
            isNumber
            isReadOnly={isForming}
            parse={pointsIn}
            onChange={change}
          />
        )}
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        Port 1 is the port listed first. All tabs and saved files use these settings. Values below the first frequency
        are extrapolated from the first two values; values between frequencies are interpolated.
      </chakra.p>
      {failure && (
        <chakra.p role="alert" textStyle="sm" color="error.fg">
          {failure}
        </chakra.p>
      )}
    </chakra.section>
  )
}
