import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { atOwnReferences } from '../../src/analysis/network/own-references'
import { NetworkConversation } from '../../src/analysis/worker/network-worker-protocol'
import { expectComplex, readNetwork, valueAt } from '../formats/network/network-values'

type Complex = [re: number, im: number]

/** Written by measure-impedances-with-scikit-rf.py. */
const { networks } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-impedances.json'), 'utf8'),
) as {
  networks: {
    kind: string
    reference: number
    impedances: Complex[][]
    s: Complex[][][]
    renormalized: Complex[][][]
  }[]
}

/** A Touchstone file as HFSS writes it: the impedances of the ports follow each frequency. */
function touchstone(reference: number, s: Complex[][][], impedances: (Complex[] | undefined)[]): string {
  const records = s.map((matrix, at) => {
    const rows = matrix.map((row) => row.flat().join(' '))
    // In a two-port file, S21 precedes S12.
    const values = matrix.length === 2 ? [[0, 2, 1, 3].map((one) => matrix.flat()[one]!.join(' ')).join(' ')] : rows
    const stated = impedances[at] ? `! Gamma ! 0 1\n! Port Impedance${impedances[at].flat().join(' ')}\n` : ''
    return `${at + 1} ${values.join('\n')}\n${stated}`
  })
  return `# GHz S RI R ${reference}\n${records.join('\n')}`
}

test.each(networks)(
  'S-parameters for $impedances.0.length port impedances that are $kind are renormalized as by scikit-rf',
  ({ reference, impedances, s, renormalized }) => {
    const file = readNetwork(`x.s${s[0]!.length}p`, touchstone(reference, s, impedances))
    const network = atOwnReferences(file)
    renormalized.forEach((matrix, at) =>
      matrix.forEach((row, to) =>
        row.forEach((value, from) => expectComplex(valueAt(network, to + 1, from + 1, at), value)),
      ),
    )
    expect(network).toMatchObject({ impedances: null, references: impedances[0]!.map(() => reference) })
    const isReal = impedances.flat().every(([, im]) => im === 0)
    const waves = isReal ? '' : ', assuming traveling waves, which HFSS writes by default'
    expect(network.remarks).toEqual([expect.stringMatching(`They are converted to ${reference} Ω${waves}\\.$`)])
  },
)

// A waveguide tee that HFSS 2017.1 saved twice, without and with renormalization to 50 ohms, at two of its frequencies:
// hfss_threeport_DB.s3p and hfss_threeport_DB_50Ohm.s3p of the tests of scikit-rf (BSD license).
test('S-parameters are renormalized as by HFSS', () => {
  const saved = readNetwork(
    'tee.s3p',
    `!Data is not renormalized
# GHZ S DB
2.9              -12.1586984297013 -58.8076830561439 -2.45325121878664 50.8632599583451 -4.30929340333341 12.9090022082271
                -2.45325121878664 50.8632599583451 -12.1606731412211 151.684863472456 -4.30896947552799 -61.8442205573913
                -4.30929340333341 12.9090022082272 -4.30896947552799 -61.8442205573913 -5.87555793689833 78.0569324355434
! Gamma         !               0                43.4948914269895 0                43.4948615509823 0                43.494843065829
! Port Impedance526.440725797998 0                526.441087402711 0                526.441311138297 0

3.084            -12.645396926767 -110.540563792858 -2.29494636719364 -8.27954770922577 -4.48443804910193 -30.0387854967178
                -2.29494636719583 -8.27954770922199 -12.6468872425563 81.9175640870043 -4.4842284580259 -113.809232405728
                -4.48443804910209 -30.038785496719 -4.48422845802606 -113.809232405729 -5.4089692980914 41.8137524421651
! Gamma         !               0                48.7386062010103 0                48.7385795393207 0                48.7385630429607
! Port Impedance499.609855045794 0                499.610128349674 0                499.610297450854 0
`,
  )
  const renormalized = readNetwork(
    'tee.s3p',
    `# GHZ S DB R 50.000000
2.9              -0.21148658816906 -8.66528404051443 -13.4849497033415 83.5500112591331 -25.6759232493857 64.8275204118573
                -13.4849497033415 83.5500112591332 -0.377315745326041 -1.59879806058515 -14.1578618605019 -89.1053094741142
                -25.6759232493856 64.8275204118573 -14.1578618605018 -89.1053094741143 -0.18224923110063 6.45587163577479
3.084            -17.9376083136405 79.8650505232394 -1.44605230488488 -9.29290186153797 -5.73288769608987 -12.4163943456928
                -1.44605230488657 -9.29290186153376 -10.054684938081 26.8804888136621 -7.34114714137238 -179.480502561355
                -5.73288769609094 -12.4163943456979 -7.34114714137226 -179.480502561364 -2.60884170866059 7.034059858688
`,
  )
  const network = atOwnReferences(saved)
  expect(network.references).toEqual([50, 50, 50])
  network.traces.forEach(({ re, im }, index) => {
    for (const at of [0, 1]) {
      expect(re[at]).toBeCloseTo(renormalized.traces[index]!.re[at]!, 9)
      expect(im[at]).toBeCloseTo(renormalized.traces[index]!.im[at]!, 9)
    }
  })
})

// A load of 100 ohms is matched at a port of 100 ohms, and reflects a third at a reference of 50 ohms.
const matched: Complex[][][] = [[[[0, 0]]], [[[0, 0]]]]
const load: Complex[] = [[100, 0]]

test('every analysis of the worker refers to the reference, and the remark says why', async () => {
  const conversation = new NetworkConversation()
  const content = new Blob([touchstone(50, matched, [load, load])])
  const read = await conversation.take({ id: 1, about: 'network', name: 'load.s1p', content })
  const remark =
    'The S-parameters in the file are referenced to its port impedances (such as 100 Ω for port 1 at 1 GHz).'
  expect(read).toMatchObject({ answer: { impedances: null, remarks: [`${remark} They are converted to 50 Ω.`] } })
  const reflection = await conversation.take({ id: 2, about: 'reflection', end: [1] })
  expect('answer' in reflection && 're' in reflection.answer && reflection.answer.re[0]).toBeCloseTo(1 / 3, 12)
})

test('one list of impedances applies to all frequencies', () => {
  const { traces } = atOwnReferences(readNetwork('load.s1p', touchstone(50, matched, [load])))
  for (const value of traces[0]!.re) expect(value).toBeCloseTo(1 / 3, 12)
})

test('impedances that equal the reference, apart from rounding, change nothing', () => {
  const file = readNetwork('load.s1p', touchstone(50, matched, [[[49.9999999767169, 0]], [[50, 0]]]))
  expect(atOwnReferences(file)).toEqual({ ...file, impedances: null })
})

test('the parameters remain as they are, with a remark, if they cannot be converted', () => {
  const file = readNetwork('load.s1p', touchstone(50, matched, [load, [[0, 0]]]))
  const network = atOwnReferences(file)
  expect(network.traces).toEqual(file.traces)
  expect(network.remarks).toEqual([
    expect.stringMatching(/cannot be converted to 50 Ω\. All results .* referenced to 50 Ω\.$/),
  ])
})

test('impedances without one for each port and frequency are named in a remark', () => {
  const incomplete = readNetwork('load.s1p', touchstone(50, [...matched, ...matched], [load, load]))
  expect(incomplete).toMatchObject({
    impedances: null,
    remarks: [expect.stringMatching(/^The port impedances in the comments of the file are not used/)],
  })
})

test('Z-parameters do not refer to the impedances of the ports', () => {
  const file = readNetwork('load.s1p', '# GHz Z RI R 1\n1 100 0\n! Port Impedance 75 0\n')
  expect(atOwnReferences(file)).toBe(file)
})

test('a negative resistance is converted too', () => {
  // What is matched to −100 ohms reflects (−100 − 50) / (−100 + 50) = 3 at 50 ohms.
  const { traces, remarks } = atOwnReferences(readNetwork('x.s1p', touchstone(50, matched, [[[-100, 0]], [[-100, 0]]])))
  for (const value of traces[0]!.re) expect(value).toBeCloseTo(3, 12)
  for (const value of traces[0]!.im) expect(value).toBeCloseTo(0, 12)
  expect(remarks).toEqual([expect.stringContaining('(such as −100 Ω for port 1 at 1 GHz)')])
})

test('noise parameters are not converted, and the remark says so', () => {
  const data = '# GHz S RI R 50\n1 0 0 0.5 0 0.5 0 0 0\n! Port Impedance 100 0 100 0\n'
  const { noise, remarks } = atOwnReferences(readNetwork('amplifier.s2p', `${data}0.5 1 0.3 20 0.4\n`))
  expect(noise).toEqual([])
  expect(remarks).toEqual([
    expect.stringMatching(/converted to 50 Ω\. The noise parameters in the file are not shown\.$/),
  ])
  expect(atOwnReferences(readNetwork('amplifier.s2p', data)).remarks).toEqual([
    expect.stringMatching(/converted to 50 Ω\.$/),
  ])
})
