import { useSelector } from '@xstate/react'
import { memo, useMemo } from 'react'

import { normalizedSpeed } from '../../../../machines/wizard/rows/quantities'
import { boughtBy } from '../../../../machines/wizard/rows/interfaces'
import { emptySiRow, forcedFields, siPrice } from '../../../../machines/wizard/request-rules'
import { siMistakes } from '../../../../machines/wizard/rows/row-checks'
import * as request from '../../../../machines/wizard/request-selectors'
import { price } from '../../../ui/amounts'
import { NetField } from '../rows/net-field'
import { RequestRow, RowChoice, RowText } from '../rows/request-row'
import { RequestRowList } from '../rows/request-row-list'
import { RowDrawing } from '../rows/row-drawing'
import { RowFacts } from '../rows/row-facts'
import { useRequestRow } from '../rows/use-request-row'

/** Step 2: the interfaces whose signal integrity is simulated. */
export function SignalStep({ actor }: { actor: request.SimulationRequestActor }) {
  return (
    <RequestRowList
      actor={actor}
      kind="si"
      text="One row for each interface. Leave this step empty if you need power integrity only."
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
  const { rowProps, fieldsOf } = useRequestRow(actor, 'si', id, index)
  const { signal_nets, clock_signal } = row ?? emptySiRow(id)
  const nets = useMemo(() => [...signal_nets, ...clock_signal], [signal_nets, clock_signal])
  if (!row) return null

  const field = fieldsOf(row, siMistakes(row, prices))
  return (
    <RequestRow
      {...rowProps}
      amount={siPrice(prices, row)}
      buys={boughtBy(row.interface, prices.si)}
      facts={<RowFacts nets={nets} />}
      drawing={<RowDrawing kind={'clock_signal' in forcedFields(row) ? 'pair' : 'clocked pair'} />}
    >
      <RowChoice
        {...field('interface', 'Interface')}
        options={prices.si.map(({ name, unit_price }) => ({ value: name, name: `${name}, ${price(unit_price)}` }))}
        placeholder="Choose an interface"
      />
      <RowText {...field('speed', 'Speed')} example="1.5 Gbps" normalize={normalizedSpeed} />
      <NetField {...field('signal_nets', 'Signal nets')} use="signal" example="CSI_D0_P, CSI_D0_N" />
      <NetField {...field('ground_nets', 'Ground nets')} use="ground" example="GND" />
      <NetField {...field('clock_signal', 'Clock signal')} use="clock" example="CSI_CLK_P, CSI_CLK_N" />
    </RequestRow>
  )
})
