import type { Trace } from './network'
import type { Keywords, Options } from './touchstone-header'

/** The port pairs (from 0) of the values at one frequency, in file order. */
export function portPairsOf(
  ports: number,
  matrix: Keywords['matrix'],
  order: Keywords['order'],
): [to: number, from: number][] {
  const portPairs: [number, number][] = []
  for (let to = 0; to < ports; to++) {
    const first = matrix === 'upper' ? to : 0
    const end = matrix === 'lower' ? to + 1 : ports
    for (let from = first; from < end; from++) {
      portPairs.push(ports === 2 && matrix === 'full' && order === '21_12' ? [from, to] : [to, from])
    }
  }
  return portPairs
}

/**
 * The factor that undoes the normalization of version 1, which divides Z by the reference resistance and multiplies Y
 * by it. H and G follow from their mixed units.
 */
export function normalization({ parameter, references }: Options, to: number, from: number): number {
  const reference = references[0] ?? 50
  const isFirst = to === 0 && from === 0
  const isLast = to === 1 && from === 1
  if (parameter === 'Z' || (parameter === 'H' && isFirst) || (parameter === 'G' && isLast)) return reference
  if (parameter === 'Y' || (parameter === 'H' && isLast) || (parameter === 'G' && isFirst)) return 1 / reference
  return 1
}

export function setValue(
  to: Trace,
  at: number,
  format: Options['format'],
  scale: number,
  first: number,
  second: number,
): void {
  if (format === 'RI') {
    to.re[at] = first * scale
    to.im[at] = second * scale
    return
  }
  const magnitude = (format === 'DB' ? 10 ** (first / 20) : first) * scale
  const angle = (second * Math.PI) / 180
  to.re[at] = magnitude * Math.cos(angle)
  to.im[at] = magnitude * Math.sin(angle)
}
