import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { readSpiceSummary } from '../../../src/formats/models/spice'
import { toText } from '../../../src/formats/source-text'
import { hasRealFile, realFile, sample, samples } from '../sample-files'
import counted from './spice-counts.json'

const isReal = (name: string) => name === 'timer555-astable.cir'

function bytesOf(name: string): Uint8Array {
  if (isReal(name)) return realFile(`spice/${name}`)
  return samples.includes(name) ? sample(name) : readFileSync(path.join(import.meta.dirname, 'spice', name))
}

describe('a netlist has the subcircuits and files that count-spice.py counts (a real one needs SAMPLES_DIR)', () => {
  for (const [name, expected] of Object.entries(counted.files)) {
    test.skipIf(isReal(name) && !hasRealFile(`spice/${name}`))(name, () => {
      const { subcircuits, includes } = readSpiceSummary(toText(bytesOf(name)))
      expect({ subcircuits: subcircuits.map((one) => [one.name, one.ports]), includes }).toEqual(expected)
    })
  }
})
