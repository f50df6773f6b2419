import type { Net } from '../net'
import type { Board } from './board'

/**
 * The nets of a board with the components at their pins, which help to identify the purpose of a net. Readers of
 * formats that list the pins of a net have already added the components.
 */
export function netsWithParts({ nets, pads, footprints }: Pick<Board, 'nets' | 'pads' | 'footprints'>): Net[] {
  if (nets.some(({ parts }) => parts)) return nets
  const counted = nets.map((net) => ({ ...net, parts: [] as string[], powerPins: 0 }))
  for (const { net, footprint, isSupply } of pads) {
    const of = counted[net]
    of?.parts.push(footprints[footprint]?.reference ?? '')
    if (of && isSupply) of.powerPins++
  }
  return counted
}
