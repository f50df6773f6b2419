import { expect } from 'vitest'

import { type Network, trace } from '../../../src/formats/touchstone/network'
import { readTouchstone, type Touchstone } from '../../../src/formats/touchstone/touchstone'

/** Reads a Touchstone file to its end. */
export function readNetwork(name: string, source: Uint8Array | string): Touchstone {
  const reading = readTouchstone(name, typeof source === 'string' ? new TextEncoder().encode(source) : source)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

/** The value of the parameter from one port to another, at the frequency with index `at`. */
export const valueAt = (network: Network, to: number, from: number, at: number) => {
  const { re, im } = trace(network, to, from)
  return [re[at], im[at]] as const
}

/** Compares complex numbers to twelve decimal places. */
export const expectComplex = (
  [re, im]: readonly [re: number | undefined, im: number | undefined],
  [wantedRe, wantedIm]: readonly [number, number],
) => {
  expect(re).toBeCloseTo(wantedRe, 12)
  expect(im).toBeCloseTo(wantedIm, 12)
}
