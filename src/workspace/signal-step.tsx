import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiPlus } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { memo } from 'react'

import { forcedFields, type PriceTable, rowName, type SiRow, siPrice } from '../../machines/workspace/request-rules'
import * as request from '../../machines/workspace/simulation-request.machine'
import { Icon } from '../ui/icon'
import { price } from './amounts'
import { NetField } from './net-field'
import { RequestRow, RowField } from './request-row'
import { RowDrawing } from './row-drawing'
import { SelectField } from './select-field'

/** Step 2: the interfaces whose signal integrity is asked for. */
export function SignalStep({ actor }: { actor: request.SimulationRequestActor }) {
  const { si } = useSelector(actor, request.draftOf)
  const prices = useSelector(actor, request.pricesOf)

  return (
    <Stack gap="4">
      <chakra.p color="fg.muted">
        One row for each interface. Leave this step empty if you need power integrity only.
      </chakra.p>
      {si.map((row, index) => (
        <SignalRow key={row.id} {...{ actor, row, index, prices }} />
      ))}
      <Button variant="outline" alignSelf="start" onClick={() => actor.send({ type: 'si.added' })}>
        <Icon path={mdiPlus} />
        Add signal integrity row
      </Button>
    </Stack>
  )
}

type SignalRowProps = { actor: request.SimulationRequestActor; row: SiRow; index: number; prices: PriceTable }

/** A keystroke changes one row, and only that one is drawn again. */
const SignalRow = memo(function SignalRow({ actor, row, index, prices }: SignalRowProps) {
  const forced = forcedFields(row)
  const set = (fields: Partial<Omit<SiRow, 'id'>>) => actor.send({ type: 'si.changed', rowId: row.id, fields })
  return (
    <RequestRow
      rowId={row.id}
      name={rowName('si', index + 1)}
      amount={siPrice(prices, row)}
      drawing={<RowDrawing kind={'clock_signal' in forced ? 'pair' : 'clocked pair'} />}
      onDuplicate={() => actor.send({ type: 'si.duplicated', rowId: row.id })}
      onRemove={() => actor.send({ type: 'si.removed', rowId: row.id })}
    >
      <SelectField
        label="Interface"
        required
        value={row.interface}
        options={prices.si.map(({ name, unit_price }) => ({ value: name, name: `${name}, ${price(unit_price)}` }))}
        placeholder="Choose an interface"
        onChange={(value) => set({ interface: value })}
      />
      <RowField
        label="Speed"
        value={row.speed}
        example="1.5 Gbps"
        forced={'speed' in forced}
        onChange={(speed) => set({ speed })}
      />
      <NetField
        label="Signal nets"
        use="signal"
        value={row.signal_nets}
        example="CSI_D0_P, CSI_D0_N"
        onChange={(signal_nets) => set({ signal_nets })}
      />
      <NetField
        label="Ground nets"
        use="ground"
        value={row.ground_nets}
        example="GND"
        onChange={(ground_nets) => set({ ground_nets })}
      />
      <NetField
        label="Clock signal"
        use="clock"
        value={row.clock_signal}
        example="CSI_CLK_P, CSI_CLK_N"
        forced={'clock_signal' in forced}
        onChange={(clock_signal) => set({ clock_signal })}
      />
    </RequestRow>
  )
})
