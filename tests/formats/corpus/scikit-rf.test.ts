import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { readNetworkFile } from '../../../src/formats/network-file'
import { valueAt } from '../network/network-values'
import { hasRealFile, realFile, sample, samples } from '../sample-files'
import measured from './scikit-rf.json'

type Complex = [re: number, im: number]
type Measured = {
  ports: number
  frequencies: number
  at: { index: number; frequency: number; values: Complex[][] }[]
  impedances: Complex[]
  noise: { frequency: number; minimum: number; magnitude: number; angle: number; resistance: number }[]
}

const own = path.join(import.meta.dirname, 'touchstone2')
const ownFiles = readdirSync(own)
const isPresent = (name: string) =>
  samples.includes(name) || ownFiles.includes(name) || hasRealFile(`touchstone/${name}`)

function bytesOf(name: string): Uint8Array {
  if (samples.includes(name)) return sample(name)
  return ownFiles.includes(name) ? new Uint8Array(readFileSync(path.join(own, name))) : realFile(`touchstone/${name}`)
}

function readNetwork(name: string, bytes: Uint8Array) {
  const reading = readNetworkFile(name, bytes)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

const expectSame = (found: readonly (number | undefined)[], wanted: readonly number[]) =>
  found.forEach((value, part) => expect(value).toBeCloseTo(wanted[part] ?? Number.NaN, 9))

const files = Object.entries(measured.files as unknown as Record<string, Measured>)

test('every file written for this comparison is in it', () => {
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(ownFiles))
})

describe('networks equal those of scikit-rf (real files need SAMPLES_DIR)', () => {
  for (const [name, wanted] of files) {
    test.skipIf(!isPresent(name))(name, () => {
      const network = readNetwork(name, bytesOf(name))
      expect([network.ports, network.frequencies.length]).toEqual([wanted.ports, wanted.frequencies])
      for (const { index, frequency, values } of wanted.at) {
        expect(Math.abs((network.frequencies[index] ?? Number.NaN) - frequency)).toBeLessThanOrEqual(1e-12 * frequency)
        values.forEach((row, to) =>
          row.forEach((value, from) => expectSame(valueAt(network, to + 1, from + 1, index), value)),
        )
      }
      const impedances =
        network.impedances?.map(({ re, im }) => [re[0]!, im[0]!]) ?? network.references.map((value) => [value, 0])
      expect(impedances).toHaveLength(wanted.ports)
      impedances.forEach((value, port) => expectSame(value, wanted.impedances[port] ?? []))
      expect(network.noise).toHaveLength(wanted.noise.length)
      network.noise.forEach((point, at) => expectSame(Object.values(point), Object.values(wanted.noise[at]!)))
    })
  }
})
