import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiPlus } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { memo } from 'react'

import { forcedFields, type PiRow, piPrice, type PriceTable, rowName } from '../../machines/workspace/request-rules'
import * as request from '../../machines/workspace/simulation-request.machine'
import { Icon } from '../ui/icon'
import { price } from './amounts'
import { NetField } from './net-field'
import { RequestRow, RowField } from './request-row'
import { RowDrawing } from './row-drawing'
import { SelectField } from './select-field'

/** Step 3: the rails whose power integrity is asked for. */
export function PowerStep({ actor }: { actor: request.SimulationRequestActor }) {
  const { pi } = useSelector(actor, request.draftOf)
  const prices = useSelector(actor, request.pricesOf)

  return (
    <Stack gap="4">
      <chakra.p color="fg.muted">
        One row for each rail. Leave this step empty if you need signal integrity only.
      </chakra.p>
      {pi.map((row, index) => (
        <PowerRow key={row.id} {...{ actor, row, index, prices }} />
      ))}
      <Button variant="outline" alignSelf="start" onClick={() => actor.send({ type: 'pi.added' })}>
        <Icon path={mdiPlus} />
        Add power integrity row
      </Button>
    </Stack>
  )
}

type PowerRowProps = { actor: request.SimulationRequestActor; row: PiRow; index: number; prices: PriceTable }

/** A keystroke changes one row, and only that one is drawn again. */
const PowerRow = memo(function PowerRow({ actor, row, index, prices }: PowerRowProps) {
  const forced = forcedFields(row)
  const set = (fields: Partial<Omit<PiRow, 'id'>>) => actor.send({ type: 'pi.changed', rowId: row.id, fields })
  return (
    <RequestRow
      rowId={row.id}
      name={rowName('pi', index + 1)}
      amount={piPrice(prices, row)}
      drawing={<RowDrawing kind={'target_impedance' in forced ? 'drop' : 'rail'} />}
      onDuplicate={() => actor.send({ type: 'pi.duplicated', rowId: row.id })}
      onRemove={() => actor.send({ type: 'pi.removed', rowId: row.id })}
    >
      <SelectField
        label="Type"
        required
        value={row.type}
        options={prices.pi.map(({ name, unit_price }) => ({ value: name, name: `${name}, ${price(unit_price)}` }))}
        placeholder="Choose a type"
        onChange={(type) => set({ type })}
      />
      <NetField
        label="Power net"
        use="power"
        single
        value={row.power_net}
        example="+3V3"
        onChange={(power_net) => set({ power_net })}
      />
      <NetField
        label="Ground net"
        use="ground"
        single
        value={row.ground_net}
        example="GND"
        onChange={(ground_net) => set({ ground_net })}
      />
      <RowField
        label="Target impedance"
        value={row.target_impedance}
        example="50 mOhm"
        forced={'target_impedance' in forced}
        onChange={(target_impedance) => set({ target_impedance })}
      />
    </RequestRow>
  )
})
