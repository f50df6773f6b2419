import type { NetworkParameter } from '../../formats/touchstone/network'
import type { PortPair } from '../../formats/touchstone/mixed-mode'
import type { NetworkFile } from '../../formats/network-file'
import { touchstoneOf, type TouchstoneText } from '../../formats/touchstone/touchstone-writer'
import { mixedModeNetwork } from './mixed-mode-network'
import { inParameter, toScattering } from './network-parameters'

/**
 * How a network is written: as in its file, converted to other parameters, as S-parameters with one reference
 * resistance (in ohms) at all ports, or as S-parameters of differential and common modes.
 */
export type ExportForm =
  | { as: 'file' }
  | { as: 'converted'; parameter: NetworkParameter }
  | { as: 'renormalized'; resistance: number }
  | { as: 'mixed'; pairs: PortPair[] }

/** The network as a Touchstone file. Throws a RangeError if the network cannot be written in this form. */
export function exportedNetwork(network: NetworkFile, from: string, form: ExportForm): TouchstoneText {
  const origin = `From ${from}`
  if (form.as === 'file') return touchstoneOf(network, origin, network.modes)
  if (network.modes) throw new RangeError('Mixed-mode data cannot be converted.')
  if (form.as === 'converted') {
    const converted = inParameter(network, form.parameter)
    const missing = converted.frequencies.findIndex((_, at) => converted.traces.some(({ re }) => Number.isNaN(re[at])))
    if (missing >= 0) {
      // A file needs values at all frequencies.
      const gigahertz = Number((converted.frequencies[missing]! / 1e9).toPrecision(9))
      throw new RangeError(`There are no ${form.parameter}-parameters at ${gigahertz} GHz.`)
    }
    return touchstoneOf(converted, `${origin}, as ${form.parameter}-parameters`)
  }
  if (form.as === 'renormalized') {
    const references = network.references.map(() => form.resistance)
    return touchstoneOf(
      toScattering(network, references),
      `${origin}, with a reference of ${form.resistance} ohms at all ports`,
    )
  }
  const { modes, ...mixed } = mixedModeNetwork(network, form.pairs)
  return touchstoneOf(mixed, `${origin}, in mixed mode`, modes)
}
