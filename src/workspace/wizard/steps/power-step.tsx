import { useSelector } from '@xstate/react'
import { memo } from 'react'

import { normalizedImpedance } from '../../../../machines/wizard/rows/quantities'
import { boughtBy } from '../../../../machines/wizard/rows/interfaces'
import { forcedFields, piPrice } from '../../../../machines/wizard/request-rules'
import { piMistakes } from '../../../../machines/wizard/rows/row-checks'
import * as request from '../../../../machines/wizard/request-selectors'
import { price } from '../../../ui/amounts'
import { NetField } from '../rows/net-field'
import { RequestRow, RowChoice, RowText } from '../rows/request-row'
import { RequestRowList } from '../rows/request-row-list'
import { RowDrawing } from '../rows/row-drawing'
import { RailFacts } from '../rows/row-facts'
import { useRequestRow } from '../rows/use-request-row'

/** Step 3: the power rails to simulate. */
export function PowerStep({ actor }: { actor: request.SimulationRequestActor }) {
  return (
    <RequestRowList
      actor={actor}
      kind="pi"
      text="One row for each supply. Leave this step empty if you need signal integrity only."
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
  const { rowProps, fieldsOf } = useRequestRow(actor, 'pi', id, index)
  if (!row) return null

  const field = fieldsOf(row, piMistakes(row, prices))
  return (
    <RequestRow
      {...rowProps}
      amount={piPrice(prices, row)}
      buys={boughtBy(row.type, prices.pi)}
      facts={<RailFacts net={row.power_net} />}
      drawing={<RowDrawing kind={'target_impedance' in forcedFields(row) ? 'drop' : 'rail'} />}
    >
      <RowChoice
        {...field('type', 'Type')}
        options={prices.pi.map(({ name, unit_price }) => ({ value: name, name: `${name}, ${price(unit_price)}` }))}
        placeholder="Choose a type"
      />
      <NetField {...field('power_net', 'Power net')} use="power" single example="+3V3" />
      <NetField {...field('ground_net', 'Ground net')} use="ground" single example="GND" />
      <RowText {...field('target_impedance', 'Target impedance')} example="50 mOhm" normalize={normalizedImpedance} />
    </RequestRow>
  )
})
