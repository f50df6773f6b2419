import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiPlus } from '@mdi/js'
import { useSelector } from '@xstate/react'

import { forcedFields, type PiRow, piPrice } from '../../machines/workspace/request-rules'
import * as request from '../../machines/workspace/simulation-request.machine'
import { Icon } from '../ui/icon'
import { price } from './amounts'
import { RequestRow, RowField } from './request-row'
import { SelectField } from './select-field'

/** Step 3: the rails whose power integrity is asked for. */
export function PowerStep({ actor }: { actor: request.SimulationRequestActor }) {
  const { pi } = useSelector(actor, request.draftOf)
  const prices = useSelector(actor, request.pricesOf)
  const change = (rowId: number) => (fields: Partial<Omit<PiRow, 'id'>>) =>
    actor.send({ type: 'pi.changed', rowId, fields })

  return (
    <Stack gap="4">
      <chakra.p color="fg.muted">
        One row for each rail. Leave this step empty if you need signal integrity only.
      </chakra.p>
      {pi.map((row, index) => {
        const set = change(row.id)
        return (
          <RequestRow
            key={row.id}
            name={`Power integrity row ${index + 1}`}
            amount={piPrice(prices, row)}
            onRemove={() => actor.send({ type: 'pi.removed', rowId: row.id })}
          >
            <SelectField
              label="Type"
              required
              value={row.type}
              options={prices.pi.map(({ name, unit_price }) => ({
                value: name,
                name: `${name}, ${price(unit_price)}`,
              }))}
              placeholder="Choose a type"
              onChange={(type) => set({ type })}
            />
            <RowField
              label="Power net"
              mono
              value={row.power_net}
              example="+3V3"
              onChange={(power_net) => set({ power_net })}
            />
            <RowField
              label="Ground net"
              mono
              value={row.ground_net}
              example="GND"
              onChange={(ground_net) => set({ ground_net })}
            />
            <RowField
              label="Target impedance"
              value={row.target_impedance}
              example="50 mOhm"
              forced={'target_impedance' in forcedFields(row)}
              onChange={(target_impedance) => set({ target_impedance })}
            />
          </RequestRow>
        )
      })}
      <Button variant="outline" alignSelf="start" onClick={() => actor.send({ type: 'pi.added' })}>
        <Icon path={mdiPlus} />
        Add power integrity row
      </Button>
    </Stack>
  )
}
