import { describe, expect, test } from 'vitest'

import { readStackup } from '../../../src/formats/stackup/stackups'
import { hasRealFile, realFile, sample, samples } from '../sample-files'
import counted from './stackup-counts.json'

const isReal = (name: string) => !samples.includes(name)
const rounded = (value: number) => Number(value.toFixed(6))

describe('a stackup has the layers and thickness that count-stackups.py counts (real ones need SAMPLES_DIR)', () => {
  for (const [name, expected] of Object.entries(counted.files)) {
    test.skipIf(isReal(name) && !hasRealFile(`stackup/${name}`))(name, () => {
      const read = readStackup(name, isReal(name) ? realFile(`stackup/${name}`) : sample(name))
      const layers = 'layers' in read ? read.layers : []
      expect({
        layers: layers.map(({ name: layer, thickness }) => [layer, thickness === null ? null : rounded(thickness)]),
        copper: layers.filter(({ type }) => type === 'copper').length,
        total: rounded(layers.reduce((sum, { thickness }) => sum + (thickness ?? 0), 0)),
      }).toEqual(expected)
    })
  }
})
