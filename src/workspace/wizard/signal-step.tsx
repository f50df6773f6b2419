import { shallowEqual, useSelector } from '@xstate/react'
import { memo } from 'react'

import { forcedFields, rowName, type SiField, siPrice } from '../../../machines/wizard/request-rules'
import { siMistakes } from '../../../machines/wizard/row-checks'
import * as request from '../../../machines/wizard/request-selectors'
import { price } from '../../ui/amounts'
import { NetField } from './net-field'
import { missingText, RequestRow, RowChoice, RowText } from './request-row'
import { RequestRowList } from './request-row-list'
import { RowDrawing } from './row-drawing'

/** Step 2: the interfaces whose signal integrity is simulated. */
export function SignalStep({ actor }: { actor: request.SimulationRequestActor }) {
  const ids = useSelector(actor, request.siIdsOf, shallowEqual)
  return (
    <RequestRowList
      actor={actor}
      step={2}
      ids={ids}
      text="One row for each interface. Leave this step empty if you need power integrity only."
      addText="Add signal integrity row"
      onAdd={() => actor.send({ type: 'si.added' })}
    >
      {(id, index) => <SignalRow actor={actor} id={id} index={index} />}
    </RequestRowList>
  )
}

type SignalRowProps = { actor: request.SimulationRequestActor; id: number; index: number }

/** Memoized, so that a keystroke re-renders only the row that it changes. */
const SignalRow = memo(function SignalRow({ actor, id, index }: SignalRowProps) {
  const row = useSelector(actor, (snapshot) => request.siOf(snapshot).find((one) => one.id === id))
  const prices = useSelector(actor, request.pricesOf)
  const showsProblems = useSelector(actor, request.showsProblemsOf)
  const refused = useSelector(actor, (snapshot) => request.refusedAt(snapshot, 'si', id), shallowEqual)
  const onChange = (value: string, name: string) =>
    actor.send({ type: 'si.changed', rowId: id, fields: { [name]: value } })
  if (!row) return null

  const forced = forcedFields(row)
  const mistakes = siMistakes(row)
  const field = (name: SiField, label: string) => ({
    name,
    label,
    onChange,
    value: row[name],
    forced: name in forced,
    problem: refused[name] ?? mistakes[name] ?? (showsProblems && row[name].trim() === '' ? missingText(label) : null),
  })
  return (
    <RequestRow
      rowId={id}
      checked={showsProblems}
      name={rowName('si', index + 1)}
      amount={siPrice(prices, row)}
      drawing={<RowDrawing kind={'clock_signal' in forced ? 'pair' : 'clocked pair'} />}
      onDuplicate={() => actor.send({ type: 'si.duplicated', rowId: id })}
      onRemove={() => actor.send({ type: 'si.removed', rowId: id })}
    >
      <RowChoice
        {...field('interface', 'Interface')}
        options={prices.si.map(({ name, unit_price }) => ({ value: name, name: `${name}, ${price(unit_price)}` }))}
        placeholder="Choose an interface"
      />
      <RowText {...field('speed', 'Speed')} example="1.5 Gbps" />
      <NetField {...field('signal_nets', 'Signal nets')} use="signal" example="CSI_D0_P, CSI_D0_N" />
      <NetField {...field('ground_nets', 'Ground nets')} use="ground" example="GND" />
      <NetField {...field('clock_signal', 'Clock signal')} use="clock" example="CSI_CLK_P, CSI_CLK_N" />
    </RequestRow>
  )
})
