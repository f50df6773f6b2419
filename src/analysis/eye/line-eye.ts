import type { Network } from '../../formats/touchstone/network'
import { type PatternOrder, symbolsOf } from './bit-pattern'
import { type EyeSettings, receivedPulse, type StatisticalEye, statisticalEye } from './statistical-eye'
import { type EyeDensity, eyeDensity } from './eye-density'
import { linesOf, parameterBetween } from '../network/network-lines'
import { type LinkSettings, pulseResponse } from './pulse-response'

export type LineEyeSettings = LinkSettings & EyeSettings & { line: number; order: PatternOrder }

/** The eye at the far end of a line, with the density of the received pattern. */
export interface LineEye extends StatisticalEye {
  density: EyeDensity
}

/**
 * Calculates the eye at the far end of a line. Throws a RangeError if the network does not have the line, or if its
 * data are insufficient for an eye.
 */
export function lineEye(network: Network, settings: LineEyeSettings): LineEye {
  const lines = linesOf(network)
  const line = lines[settings.line]
  if (network.ports < 2) throw new RangeError('An eye requires a network with at least two ports.')
  if (!line) throw new RangeError('The network does not have this line.')
  const pulse = pulseResponse(network.frequencies, parameterBetween(network, line.far, line.near), settings)
  const symbols = symbolsOf(settings.order, settings.modulation, 2 ** settings.order - 1)
  return {
    ...statisticalEye(pulse, settings),
    density: eyeDensity(receivedPulse(pulse, settings), symbols),
  }
}
