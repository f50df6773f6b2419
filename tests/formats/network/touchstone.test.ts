import { describe, expect, test } from 'vitest'

import { FormatError } from '../../../src/formats/format-error'
import { decibels, phase, trace } from '../../../src/formats/touchstone/network'
import { readTouchstone } from '../../../src/formats/touchstone/touchstone'
import { expectComplex, readNetwork, valueAt } from './network-values'
import { hasRealFiles, realFile, sample } from '../sample-files'

const polar = (magnitude: number, degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  return [magnitude * Math.cos(angle), magnitude * Math.sin(angle)] as const
}

describe('version 1', () => {
  test('two ports: S21 precedes S12, MHz, magnitude and angle, and noise', () => {
    const network = readNetwork('ma.s2p', sample('ma.s2p'))
    expect(network).toMatchObject({ version: 1, parameter: 'S', ports: 2, references: [75, 75], modes: null })
    expect([...network.frequencies]).toEqual([100e6, 200e6])
    expectComplex(valueAt(network, 1, 1, 0), polar(0.5, 90))
    expectComplex(valueAt(network, 2, 1, 0), polar(0.9, -45))
    expectComplex(valueAt(network, 1, 2, 0), polar(0.1, 10))
    expectComplex(valueAt(network, 2, 2, 1), polar(0.3, 0))
    // The file states a resistance of 0.3, normalized to 75 ohms.
    expect(network.noise).toEqual([
      { frequency: 50e6, minimum: 1.2, magnitude: 0.5, angle: 10, resistance: 22.5 },
      { frequency: 60e6, minimum: 1.3, magnitude: 0.5, angle: 20, resistance: 22.5 },
    ])
  })

  test('four ports: rows that continue on the next line, in the order of the matrix', () => {
    const network = readNetwork('wrapped.s4p', sample('wrapped.s4p'))
    expect([...network.frequencies]).toEqual([1e9, 2e9])
    for (const at of [0, 1]) {
      for (const to of [1, 2, 3, 4]) {
        for (const from of [1, 2, 3, 4]) {
          const wanted = [at + to / 10 + from / 100, at + ((to - 1) * 4 + from) / 100] as const
          expectComplex(valueAt(network, to, from, at), wanted)
        }
      }
    }
  })

  test('a name without the number of ports: it is derived from the lines', () => {
    expect(readNetwork('upload', sample('wrapped.s4p')).ports).toBe(4)
    expect(readNetwork('upload', '1 0.5 0\n2 0.5 0\n').ports).toBe(1)
  })

  test('without an option line: GHz, magnitude and angle, 50 ohms', () => {
    const network = readNetwork('x.s1p', '1.5 0.5 -90\r\n2 0.25 0\r\n')
    expect([...network.frequencies]).toEqual([1.5e9, 2e9])
    expectComplex(valueAt(network, 1, 1, 0), polar(0.5, -90))
    expect(network.references).toEqual([50])
  })

  test('decibels, options in any order and case, a resistance per port, and only the first option line', () => {
    const network = readNetwork('x.s2p', '# db R 50 75 KHZ s\n# GHz S RI R 10\n1 -20 0 -3 90 -3 90 -40 180\n')
    expect([...network.frequencies]).toEqual([1000])
    expect(network.references).toEqual([50, 75])
    expectComplex(valueAt(network, 1, 1, 0), polar(0.1, 0))
    expectComplex(valueAt(network, 2, 2, 0), polar(0.01, 180))
  })

  test('Z, Y, H and G are denormalized', () => {
    const row = '1 1 2 3 4 5 6 7 8'
    const z = readNetwork('x.s2p', `# GHz Z RI R 50\n${row}`)
    expect([valueAt(z, 1, 1, 0), valueAt(z, 2, 1, 0)]).toEqual([
      [50, 100],
      [150, 200],
    ])
    expect(valueAt(readNetwork('x.s2p', `# GHz Y RI R 50\n${row}`), 2, 2, 0)).toEqual([0.14, 0.16])
    const h = readNetwork('x.s2p', `# GHz H RI R 50\n${row}`)
    expect([valueAt(h, 1, 1, 0), valueAt(h, 2, 1, 0), valueAt(h, 2, 2, 0)]).toEqual([
      [50, 100],
      [3, 4],
      [0.14, 0.16],
    ])
    const g = readNetwork('x.s2p', `# GHz G RI R 50\n${row}`)
    expect([valueAt(g, 1, 1, 0), valueAt(g, 1, 2, 0), valueAt(g, 2, 2, 0)]).toEqual([
      [0.02, 0.04],
      [5, 6],
      [350, 400],
    ])
  })
})

test('noise data that end within a frequency are refused', () => {
  const text = '# MHz S MA R 50\n100 .5 90 .9 -45 .1 10 .4 180\n50 1.2 .5 10\n'
  expect(() => readNetwork('x.s2p', text)).toThrow(
    'Touchstone, line 3: expected 5 values per frequency of noise data, found 4.',
  )
})

test('a comment may follow a number without a space', () => {
  const network = readNetwork('x.s1p', '# GHz S MA R 50!reference\n1 0.5 0!first\n2 0.25 0!second\n')
  expect([...network.frequencies]).toEqual([1e9, 2e9])
  expectComplex(valueAt(network, 1, 1, 1), [0.25, 0])
})

describe('port impedances in comments', () => {
  const network = (comments: string) =>
    readNetwork('x.s2p', `# GHz S MA\n1 1 0 1 0 1 0 1 0\n${comments}2 1 0 1 0 1 0 1 0\n`)

  test('are those of each frequency, also over several lines', () => {
    const first = '! Port Impedance50 0\n!   60 -1\n'
    const second = '! Gamma ! 1 2\n! 3 4\n! Port Impedance 1 2 3 4\n'
    const { impedances } = readNetwork(
      'x.s2p',
      `# GHz S MA\n1 1 0 1 0 1 0 1 0\n${first}2 1 0 1 0 1 0 1 0 ! 7\n${second}`,
    )
    expect(impedances).toEqual([
      { re: Float64Array.of(50, 1), im: Float64Array.of(0, 2) },
      { re: Float64Array.of(60, 3), im: Float64Array.of(-1, 4) },
    ])
  })

  test('apply to all frequencies if they are stated once', () => {
    expect(network('! Port Impedance 50 0 60 0\n').impedances).toEqual([
      { re: Float64Array.of(50, 50), im: Float64Array.of(0, 0) },
      { re: Float64Array.of(60, 60), im: Float64Array.of(0, 0) },
    ])
  })

  test.each(['', '! Port Impedance 50 0\n', '! Port Impedance of the line\n', '! Port Impedance 1 2 3 4 5 6\n'])(
    'are ignored unless there is one for each port: %j',
    (comments) => {
      expect(network(comments).impedances).toBeNull()
    },
  )
})

describe('version 2', () => {
  test('keywords, resistances on the next line, a lower triangle, modes, and noise', () => {
    const network = readNetwork('x.ts', sample('version2.touchstone'))
    expect(network).toMatchObject({ version: 2, parameter: 'Z', ports: 3 })
    expect(network.modes).toEqual(['D1,2', 'C1,2', 'S3'])
    // Ports 1 and 2 have 50 and 75 ohms: twice their mean, and half of it.
    expect(network.references).toEqual([125, 31.25, 0.01])
    expect(network.noise).toEqual([{ frequency: 5000, minimum: 1, magnitude: 1, angle: 1, resistance: 1 }])
    expect([...network.frequencies]).toEqual([1000, 2000])
    expect([valueAt(network, 2, 1, 0), valueAt(network, 1, 2, 0)]).toEqual([
      [21, 2],
      [21, 2],
    ])
    expect([valueAt(network, 3, 2, 1), valueAt(network, 2, 3, 1), valueAt(network, 3, 3, 1)]).toEqual([
      ...[
        [132, 5],
        [132, 5],
        [133, 6],
      ],
    ])
  })

  const two = (order: string, matrix: string, row: string) =>
    `[Version] 2.1\n# Hz S RI\n[Number of Ports] 2\n${order}[Matrix Format] ${matrix}\n[Network Data]\n${row}\n[End]\n`

  test('modes without leading zeros, each C with its ports in the order of its D', () => {
    const text = (modes: string) =>
      `[Version] 2.0\n# Hz S RI\n[Number of Ports] 3\n[Mixed-Mode Order] ${modes}\n[Network Data]\n1 ${'1 0 '.repeat(9)}\n`
    expect(readNetwork('x.ts', text('C1,3 s02 D3,1')).modes).toEqual(['C3,1', 'S2', 'D3,1'])
    expect(readNetwork('x.ts', text('d01,2 C2,001 S3')).modes).toEqual(['D1,2', 'C1,2', 'S3'])
  })

  test.for([
    ['S', ['Ports 2 and 1 of a pair have different reference resistances. Their mean is used for both.']],
    ['Y', []],
    ['Z', []],
  ] as const)('a remark about different resistances in a pair, only for parameters that refer to them: %s', (one) => {
    const [parameter, remarks] = one
    const text = `[Version] 2.0\n# Hz ${parameter} RI\n[Number of Ports] 2\n[Two-Port Data Order] 12_21\n[Reference] 50 75\n`
    const data = '[Mixed-Mode Order] D2,1 C2,1\n[Network Data]\n1 1 0 0 0 0 0 1 0\n'
    expect(readNetwork('x.ts', text + data).remarks).toEqual(remarks)
  })

  test('two ports in either order, and as an upper triangle', () => {
    const row = '1 11 0 12 0 21 0 22 0'
    expect(valueAt(readNetwork('x.ts', two('[Two-Port Data Order] 12_21\n', 'Full', row)), 2, 1, 0)).toEqual([21, 0])
    expect(valueAt(readNetwork('x.ts', two('[Two-Port Data Order] 21_12\n', 'Full', row)), 2, 1, 0)).toEqual([12, 0])
    const upper = readNetwork('x.ts', two('[Two-Port Data Order] 21_12\n', 'Upper', '1 11 0 12 5 22 0'))
    expect([valueAt(upper, 2, 1, 0), valueAt(upper, 1, 2, 0), valueAt(upper, 2, 2, 0)]).toEqual([
      [12, 5],
      [12, 5],
      [22, 0],
    ])
  })

  test('two ports without their order are rejected, because S21 and S12 could be confused', () => {
    expect(() => readNetwork('x.ts', two('', 'Full', '1 1 1 1 1 1 1 1 1'))).toThrow(
      'expected [Two-Port Data Order], found none',
    )
  })
})

describe('a broken file is reported with its line and cause', () => {
  const files: [name: string, content: string, message: string][] = [
    ['x.s1p', '', 'Touchstone, line 1: expected data, found none.'],
    [
      'x.s1p',
      '# GHz S MA R fifty\n1 1 1',
      'line 1: expected an option line such as "# GHz S MA R 50", found "R fifty".',
    ],
    ['x.s1p', '# GHz Q\n1 1 1', 'found "Q".'],
    ['x.s1p', '1 1 1\n2 1 one\n', 'Touchstone, line 2: expected a number, found "one".'],
    ['x.s1p', '1 1 Infinity\n', 'expected a number, found "Infinity".'],
    ['x.s1p', '2 1 1\n\n1 1 1\n', 'Touchstone, line 3: expected ascending frequencies, found 1.'],
    ['x.s2p', '1 1 1 1 1 1 1 1 1\n2 1 1\n', 'line 2: expected 8 values after the frequency, found 2.'],
    ['x.s3p', '# GHz H\n1 1 1', 'expected S-, Y- or Z-parameters, since H and G require two ports, found H.'],
    ['x.s0p', '1 1 1', 'expected a number of ports from 1 to 128, found 0.'],
    ['x.s129p', '1 1 1', 'expected a number of ports from 1 to 128, found 129.'],
    ['x.s128p', '1 1 1', 'expected 32768 values after the frequency, found 2.'],
    ['x.s1p', '1.5.2 1 1\n', 'Touchstone, line 1: expected a number, found "1.5.2".'],
    ['x.s1p', '1 .5. 1\n', 'Touchstone, line 1: expected a number, found ".5.".'],
    ['x.s999p', '1 1 1', 'expected a number of ports from 1 to 128, found 999.'],
    ['x', '1 1\n', 'expected 3, 9, 19, 33 … values per frequency, found 2.'],
    ['x.ts', '[Version] 3.0\n', 'expected version 2.0 or 2.1, found "3.0".'],
    ['x.ts', '[Version] 2.0\n# GHz\n1 1 1', 'Touchstone, line 3: expected a keyword in brackets, found "1 1 1".'],
    [
      'x.ts',
      '[Version] 2.0\n[Number of Ports] 1e9\n',
      'expected a number of ports from 1 to 128 after [Number of Ports]',
    ],
    [
      'x.ts',
      '[Version] 2.0\n[Matrix Format] Half',
      'expected Full, Lower or Upper after [Matrix Format], found "Half".',
    ],
    ['x.ts', '[Version] 2.0\n[Reference] 50 -1', 'expected resistances above 0 Ω after [Reference]'],
    ['x.ts', '[Version] 2.0\n[Network Data]\n1 1 1', 'expected [Number of Ports], found none.'],
    [
      'x.ts',
      '[Version] 2.0\n[Number of Ports] 1\n[Number of Frequencies] 3\n[Network Data]\n1 1 1\n',
      'expected 3 frequencies',
    ],
    ['x.ts', '[Version\n', 'expected a keyword in brackets, found "[Version".'],
    ...['D1,2 D3,4', 'D1,3 C1,3', 'S1 S1', 'D1,1 C1,1', 'D1,2 S1'].map((modes): [string, string, string] => [
      'x.ts',
      `[Version] 2.0\n[Number of Ports] 2\n[Two-Port Data Order] 12_21\n[Mixed-Mode Order] ${modes}\n[Network Data]\n1 1 1\n`,
      `expected each port alone (S) or in one pair (D and C) in [Mixed-Mode Order], found "${modes}".`,
    ]),
    ['x.s4p', '# GHz S MA R 50 75\n1 1 1', 'expected 4 reference resistances, found 2.'],
  ]
  test.each(files)('%s %j', (name, content, message) => {
    expect(() => readNetwork(name, content)).toThrow(FormatError)
    expect(() => readNetwork(name, content)).toThrow(message)
  })
})

test('decibels and phase; the unwrapped phase of a delay decreases linearly', () => {
  const frequencies = Float64Array.from({ length: 100 }, (_, at) => at * 1e8)
  const turns = frequencies.map((frequency) => -frequency * 1e-9)
  const delay = {
    re: turns.map((turn) => 0.1 * Math.cos(2 * Math.PI * turn)),
    im: turns.map((turn) => 0.1 * Math.sin(2 * Math.PI * turn)),
  }
  for (const level of decibels(delay)) expect(level).toBeCloseTo(-20, 10)
  for (const degrees of phase(delay, { unwrap: false })) expect(Math.abs(degrees)).toBeLessThanOrEqual(180)
  phase(delay, { unwrap: true }).forEach((degrees, at) => expect(degrees).toBeCloseTo(turns[at]! * 360, 8))
  expect(decibels({ re: new Float64Array(1), im: new Float64Array(1) })[0]).toBeLessThan(-6000)
})

describe.skipIf(!hasRealFiles)('real files (need SAMPLES_DIR): the values in them', () => {
  test('a measured filter: MHz, RI', () => {
    const network = readNetwork('filter-measured-s11.s1p', realFile('touchstone/filter-measured-s11.s1p'))
    expect(network.frequencies[0]).toBe(100e6)
    expect(valueAt(network, 1, 1, 0)).toEqual([-0.9961250308837728, 0.09543440157584658])
    expect(valueAt(network, 1, 1, 2)).toEqual([-0.9947259995472766, 0.10697868779397227])
  })

  test('two ports in GHz', () => {
    const network = readNetwork('ntwk1.s2p', realFile('touchstone/ntwk1.s2p'))
    expect(network.frequencies[1]).toBeCloseTo(1.1e9, 3)
    expect(valueAt(network, 1, 1, 0)).toEqual([0.0217920488, -0.151514165])
    expect(valueAt(network, 2, 1, 1)).toEqual([0.92149708, -0.186257735])
    expect(valueAt(network, 2, 2, 0)).toEqual([0.0234769169, -0.121728077])
  })

  test('four ports in dB and degrees at 75 ohms', () => {
    const network = readNetwork('Agilent_E5071B.s4p', realFile('touchstone/Agilent_E5071B.s4p'))
    expect(network).toMatchObject({ ports: 4, references: [75, 75, 75, 75] })
    expect(network.frequencies[0]).toBe(500e6)
    expect(decibels(trace(network, 1, 1))[0]).toBeCloseTo(-0.2290151, 10)
    expect(phase(trace(network, 1, 2), { unwrap: false })[0]).toBeCloseTo(-134.6546, 10)
    expect(decibels(trace(network, 3, 1))[0]).toBeCloseTo(-92.78039, 10)
    expect(phase(trace(network, 2, 4), { unwrap: false })[0]).toBeCloseTo(77.08928, 10)
  })

  test('a megabyte is read in steps, without blocking other work', () => {
    const bytes = realFile('touchstone/diff_2xthru.s4p')
    const steps = [...readTouchstone('diff_2xthru.s4p', bytes)]
    expect(steps.length).toBeGreaterThan(4)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    const network = readNetwork('diff_2xthru.s4p', bytes)
    expect(network.frequencies[0]).toBe(1e7)
    expect(valueAt(network, 1, 1, 0)).toEqual([2.58505695540095807236e-4, 5.73749303551207307655e-3])
    expect(valueAt(network, 1, 3, 0)).toEqual([9.99174531298837598214e-1, -2.3502206724772954638e-2])
    expect(valueAt(network, 2, 4, 0)).toEqual([9.99174531298837598214e-1, -2.3502206724772954638e-2])
  })
})
