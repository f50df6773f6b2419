import { describe, expect, test } from 'vitest'

import { readNetworkFile } from '../../../src/formats/network-file'
import { valueAt } from '../network/network-values'
import { hasRealFile, realFile, sample, samples } from '../sample-files'
import measured from './scikit-rf.json'

type Complex = [re: number, im: number]
type Measured = {
  ports: number
  frequencies: number
  at: { index: number; frequency: number; s: Complex[][] }[]
  impedances: Complex[]
  noise: { frequency: number; minimum: number; magnitude: number; angle: number; resistance: number }[]
}

/** The values that scikit-rf reads from these files. Written by measure-with-scikit-rf.py. */
const files = Object.entries(measured as unknown as Record<string, Measured>)
  .filter(([name]) => samples.includes(name) || hasRealFile(`touchstone/${name}`))
  .map(([name, wanted]) => ({
    name,
    wanted,
    bytes: samples.includes(name) ? sample(name) : realFile(`touchstone/${name}`),
  }))

function readNetwork(name: string, bytes: Uint8Array) {
  const reading = readNetworkFile(name, bytes)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

const expectSame = (found: readonly (number | undefined)[], wanted: readonly number[]) =>
  found.forEach((value, part) => expect(value).toBeCloseTo(wanted[part] ?? Number.NaN, 9))

describe.each(files)('$name as scikit-rf reads it', ({ name, wanted, bytes }) => {
  const network = readNetwork(name, bytes)

  test('parameters', () => {
    expect([network.ports, network.frequencies.length]).toEqual([wanted.ports, wanted.frequencies])
    for (const { index, frequency, s } of wanted.at) {
      expect(network.frequencies[index]! / frequency).toBeCloseTo(1, 12)
      s.forEach((row, to) => row.forEach((value, from) => expectSame(valueAt(network, to + 1, from + 1, index), value)))
    }
  })

  test('port impedances', () => {
    const found =
      network.impedances?.map(({ re, im }) => [re[0]!, im[0]!]) ?? network.references.map((value) => [value, 0])
    expect(found).toHaveLength(wanted.ports)
    found.forEach((value, port) => expectSame(value, wanted.impedances[port] ?? []))
  })

  test('noise data', () => {
    expect(network.noise).toHaveLength(wanted.noise.length)
    network.noise.forEach((point, at) => {
      expectSame(Object.values(point), Object.values(wanted.noise[at]!))
    })
  })
})
