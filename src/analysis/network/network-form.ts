import type { NetworkFile } from '../../formats/network-file'
import { toScattering } from './network-parameters'
import { withPorts } from './ports-and-frequencies'
import { evenStepOf, uniformSpectrum } from '../math/uniform-spectrum'

/** The form in which a network is used. A property that is null keeps what the file states. */
export interface NetworkForm {
  /** The ports in a different order: the first port of the result is the first in the list. */
  order: number[] | null
  /** The reference resistance of all ports, in ohms. */
  reference: number | null
  /** The number of frequencies at equal steps from 0 Hz to the last one; `file` for the steps of the file. */
  points: number | 'file' | null
}

/** The maximum number of values in a network whose frequencies are changed. This many values take about 256 MB. */
const MAX_VALUES = 16_000_000

/**
 * The network in a different form. A network with a new reference or new frequencies is converted to S-parameters.
 * Throws a RangeError if the network has no such form.
 */
export function formedNetwork(file: NetworkFile, { order, reference, points }: NetworkForm): NetworkFile {
  let formed = file
  if (order) formed = withOrder(formed, order)
  if (reference !== null) formed = renormalized(formed, reference)
  return points === null ? formed : atEvenSteps(formed, points)
}

/** Noise parameters apply to the direction from the first port to the second, so reordering the ports removes them. */
function withOrder(file: NetworkFile, order: number[]): NetworkFile {
  const { modes, impedances } = file
  const ordered = <One>(list: One[]) => order.map((port) => list[port - 1]!)
  return {
    ...file,
    ...withPorts(file, order),
    modes: modes && ordered(modes),
    impedances: impedances && ordered(impedances),
    noise: order.every((port, at) => port === at + 1) ? file.noise : [],
  }
}

function renormalized(file: NetworkFile, reference: number): NetworkFile {
  if (file.modes) throw new RangeError('Mixed-mode data cannot be renormalized.')
  if (!(reference > 0 && Number.isFinite(reference)))
    throw new RangeError('The reference must be a resistance above 0 Ω.')
  if (file.impedances && file.parameter === 'S')
    throw new RangeError(
      'The file states port impedances that differ from its reference, so it cannot be renormalized.',
    )
  const references = file.references.map(() => reference)
  const isSame = file.references.every((one) => one === reference)
  return { ...file, ...toScattering(file, references), impedances: null, noise: isSame ? file.noise : [] }
}

function atEvenSteps(file: NetworkFile, points: number | 'file'): NetworkFile {
  const { frequencies, ports } = file
  if (frequencies.length < 4)
    throw new RangeError('Frequencies from 0 Hz in equal steps require at least four frequencies in the file.')
  const last = frequencies.at(-1)!
  const step = points === 'file' ? evenStepOf(frequencies) : last / (points - 1)
  const count = Math.round(last / step) + 1
  const most = Math.floor(MAX_VALUES / ports ** 2)
  if (!(count >= 2 && count <= most)) {
    throw new RangeError(
      `This network can have 2 to ${most.toLocaleString('en-US')} frequencies, not ${count.toLocaleString('en-US')}.`,
    )
  }
  const scattering = file.modes ? file : toScattering(file)
  return {
    ...file,
    ...scattering,
    frequencies: Float64Array.from({ length: count }, (_, at) => (at === count - 1 ? last : at * step)),
    traces: scattering.traces.map((trace) => {
      const { re, im } = uniformSpectrum(frequencies, trace, step)
      return { re, im }
    }),
  }
}
