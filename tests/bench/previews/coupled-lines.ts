import type { Network } from '../../../src/formats/touchstone/network'

export const [ports, points] = [4, 20_000]

/** Two coupled lines with a delay of 2 ns and losses. The near ends are ports 1 and 2, the far ends 3 and 4. */
export function coupledLines(): Network {
  const frequencies = Float64Array.from({ length: points }, (_, at) => (at + 1) * 2e6)
  const strengths = [0.05, 0.02, 0.9, 0.03]
  const traces = Array.from({ length: ports * ports }, (_, index) => {
    const place = Math.abs((index % ports) - Math.floor(index / ports))
    const isFar = Math.floor(index / ports / 2) !== Math.floor((index % ports) / 2)
    const value = (part: (angle: number) => number) =>
      frequencies.map((frequency) => {
        const loss = 0.5 * Math.sqrt(frequency / 8e9)
        const angle = -2 * Math.PI * frequency * (isFar ? 2e-9 : 4e-9) - loss
        return strengths[place]! * Math.exp(-loss) * part(angle)
      })
    return { re: value(Math.cos), im: value(Math.sin) }
  })
  return { parameter: 'S', ports, frequencies, traces, references: [50, 50, 50, 50] }
}
