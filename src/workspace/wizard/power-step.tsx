import { shallowEqual, useSelector } from '@xstate/react'
import { memo } from 'react'

import { forcedFields, type PiField, piPrice, rowName } from '../../../machines/wizard/request-rules'
import { piMistakes } from '../../../machines/wizard/row-checks'
import * as request from '../../../machines/wizard/request-selectors'
import { price } from '../../ui/amounts'
import { NetField } from './net-field'
import { missingText, RequestRow, RowChoice, RowText } from './request-row'
import { RequestRowList } from './request-row-list'
import { RowDrawing } from './row-drawing'

/** Step 3: the power rails to simulate. */
export function PowerStep({ actor }: { actor: request.SimulationRequestActor }) {
  const ids = useSelector(actor, request.piIdsOf, shallowEqual)
  return (
    <RequestRowList
      actor={actor}
      step={3}
      ids={ids}
      text="One row for each rail. Leave this step empty if you need signal integrity only."
      addText="Add power integrity row"
      onAdd={() => actor.send({ type: 'pi.added' })}
    >
      {(id, index) => <PowerRow actor={actor} id={id} index={index} />}
    </RequestRowList>
  )
}

type PowerRowProps = { actor: request.SimulationRequestActor; id: number; index: number }

/** Memoized, so that a keystroke re-renders only the row that it changes. */
const PowerRow = memo(function PowerRow({ actor, id, index }: PowerRowProps) {
  const row = useSelector(actor, (snapshot) => request.piOf(snapshot).find((one) => one.id === id))
  const prices = useSelector(actor, request.pricesOf)
  const showsProblems = useSelector(actor, request.showsProblemsOf)
  const refused = useSelector(actor, (snapshot) => request.refusedAt(snapshot, 'pi', id), shallowEqual)
  const onChange = (value: string, name: string) =>
    actor.send({ type: 'pi.changed', rowId: id, fields: { [name]: value } })
  if (!row) return null

  const forced = forcedFields(row)
  const mistakes = piMistakes(row)
  const field = (name: PiField, label: string) => ({
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
      name={rowName('pi', index + 1)}
      amount={piPrice(prices, row)}
      drawing={<RowDrawing kind={'target_impedance' in forced ? 'drop' : 'rail'} />}
      onDuplicate={() => actor.send({ type: 'pi.duplicated', rowId: id })}
      onRemove={() => actor.send({ type: 'pi.removed', rowId: id })}
    >
      <RowChoice
        {...field('type', 'Type')}
        options={prices.pi.map(({ name, unit_price }) => ({ value: name, name: `${name}, ${price(unit_price)}` }))}
        placeholder="Choose a type"
      />
      <NetField {...field('power_net', 'Power net')} use="power" single example="+3V3" />
      <NetField {...field('ground_net', 'Ground net')} use="ground" single example="GND" />
      <RowText {...field('target_impedance', 'Target impedance')} example="50 mOhm" />
    </RequestRow>
  )
})
