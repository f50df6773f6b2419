import type { components } from '../../openapi/generated/product'
import { rowName } from '../wizard/request-rules'

type SimulationRequest = components['schemas']['SimulationRequest']

/** The statuses of a request that has been paid and not canceled. */
export const paidStatuses: SimulationRequest['status'][] = ['paid', 'in progress', 'delivered']

/** Whether a request has been paid and not canceled, so that a change to its board matters. */
export const isPaidFor = ({ status }: Pick<SimulationRequest, 'status'>) => paidStatuses.includes(status)

/**
 * The rows of a request with nets that have changed; null if there are none. Ground nets are not compared: their zones
 * change with every track, so every row would be listed.
 */
export function touchedRows(
  { id, created, si, pi }: Pick<SimulationRequest, 'id' | 'created' | 'si' | 'pi'>,
  entries: { nets: string[] }[],
) {
  const changed = new Set(entries.flatMap(({ nets }) => nets))
  const touched = [
    ...si.map(({ signal_nets, clock_signal }, row) => ({
      name: rowName('si', row + 1),
      nets: [...new Set([...signal_nets, ...clock_signal])],
    })),
    ...pi.map(({ power_net }, row) => ({ name: rowName('pi', row + 1), nets: [power_net] })),
  ].flatMap(({ name, nets }) => {
    const own = nets.filter((net) => changed.has(net))
    return own.length > 0 ? [{ name, nets: own }] : []
  })
  return touched.length > 0 ? { id, created, rows: touched } : null
}
