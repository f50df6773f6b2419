import type { PortPair } from '../formats/touchstone/mixed-mode'
import type { NetworkFile } from '../formats/network-file'
import { touchstoneOf, type TouchstoneText } from '../formats/touchstone/touchstone-writer'
import { mixedModeNetwork } from './mixed-mode-network'
import { toScattering } from './network-parameters'

/**
 * How a network is written: as it is in its file, as S-parameters for a resistance at all ports in ohms, or as
 * S-parameters of differential and common modes.
 */
export type ExportForm =
  | { as: 'file' }
  | { as: 'renormalized'; resistance: number }
  | { as: 'mixed'; pairs: PortPair[] }

/** The network as a Touchstone file. Throws a RangeError if the network cannot be written in this form. */
export function exportedNetwork(network: NetworkFile, name: string, form: ExportForm): TouchstoneText {
  const origin = `From ${name}`
  if (form.as === 'file') return touchstoneOf(network, origin, network.modes)
  if (network.modes) throw new RangeError('The ports of mixed-mode data cannot be converted.')
  if (form.as === 'renormalized') {
    const references = network.references.map(() => form.resistance)
    return touchstoneOf(toScattering(network, references), `${origin}, for ${form.resistance} ohms at all ports`)
  }
  const { modes, ...mixed } = mixedModeNetwork(network, form.pairs)
  return touchstoneOf(mixed, `${origin}, in mixed mode`, modes)
}
