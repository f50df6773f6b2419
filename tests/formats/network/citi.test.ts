import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { NetworkConversation } from '../../../src/analysis/worker/network-worker-protocol'
import { readCiti } from '../../../src/formats/citi/citi'
import { kindOf } from '../../../src/formats/file-kind'
import { FormatError } from '../../../src/formats/format-error'
import { networksIn } from '../../../src/formats/network-set'
import { expectComplex, valueAt } from './network-values'
import { compress } from '../archive/compress'
import { sample } from '../sample-files'
import { tarOfAll } from '../../support/packed-files'

const read = (text: string) => readCiti(strToU8(text))
const lines = (...more: string[]) => ['CITIFILE A.01.00', ...more].join('\n')
const list = ['VAR_LIST_BEGIN', '1', '2', 'VAR_LIST_END']
const values = ['BEGIN', '1,0', '0,1', 'END']

describe('CITI files', () => {
  test('of a network analyzer: segments, four parameters, commas', () => {
    const network = readCiti(sample('analyzer.citi'))
    expect(network).toMatchObject({ parameter: 'S', ports: 2, references: [50, 50] })
    expect([...network.frequencies]).toEqual([1e9, 1.5e9, 2e9])
    expectComplex(valueAt(network, 1, 1, 0), [-0.0354545, -0.00138601])
    expectComplex(valueAt(network, 2, 1, 1), [0.8, -0.2])
    expectComplex(valueAt(network, 1, 2, 2), [0.71, -0.31])
    expectComplex(valueAt(network, 2, 2, 2), [-0.05, 0.06])
  })

  test('of a simulator: a list of frequencies, magnitude and angle, port impedance, and a package of other data', () => {
    const network = readCiti(sample('simulator.cti'))
    expect(network).toMatchObject({ parameter: 'S', ports: 1, references: [75] })
    expect([...network.frequencies]).toEqual([1.5e9, 2.5e9])
    expectComplex(valueAt(network, 1, 1, 0), [0, 0.5])
    expectComplex(valueAt(network, 1, 1, 1), [-0.25, 0])
  })

  test('of several packages are the first one with parameters, and a remark names the others', () => {
    expect(readCiti(sample('analyzer.citi')).remarks).toEqual([])
    expect(readCiti(sample('simulator.cti')).remarks).toEqual([
      'The file contains one more package of data, which is not shown: "noise".',
    ])
    const network = (name: string) => lines(name, 'VAR FREQ MAG 2', 'DATA S[1,1] RI', ...list, ...values)
    const two = [network('NAME OPEN'), network('NAME MEMORY 1'), lines('NAME STATE')].join('\n')
    expect(read(two).remarks).toEqual([
      'The file contains 2 more packages of data, which are not shown: "MEMORY 1", "STATE".',
    ])
    const seven = Array.from({ length: 7 }, () => network('COMMENT unnamed')).join('\n')
    expect(read(seven).remarks).toEqual([
      'The file contains 6 more packages of data, which are not shown: the one in line 13, the one in line 25, ' +
        'the one in line 37, the one in line 49, the one in line 61 and others.',
    ])
  })

  const withImpedance = (name: string, first: string, second: string, parameter = 'S') =>
    lines(
      'VAR FREQ MAG 2',
      `DATA ${name} RI`,
      `DATA ${parameter}[1,1] RI`,
      ...list,
      'BEGIN',
      first,
      second,
      'END',
      ...['BEGIN', '0,0', '0,0', 'END'],
    )

  test('with complex port impedances refer to the real parts, and a remark says so', () => {
    const complex = read(withImpedance('PORTZ[1]', '40,0', '40,-2.5'))
    expect(complex).toMatchObject({ references: [40], impedances: null })
    expect(complex.remarks).toEqual([
      'The file states complex port impedances, such as 40 − 2.5j Ω at port 1. Only their real parts are used as reference impedances.',
    ])
    expect(read(withImpedance('PORTZ[1]', '40,5', '40,5', 'Z')).remarks).toEqual([])
  })

  test.each(['Y', 'Z'])('with %s-parameters do not need port impedances above 0 ohms, and a remark says so', (name) => {
    for (const first of ['0,0', '-50,0']) {
      const network = read(withImpedance('PortZ[1]', first, '50,0', name))
      expect(network).toMatchObject({ parameter: name, references: [50], impedances: null })
      expect(network.remarks).toEqual([
        'Not all port impedances in the file are above 0 Ω, so they are not used. The reference impedance of all ports is 50 Ω.',
      ])
    }
  })

  test('with port impedances that vary with frequency are converted to the first one', async () => {
    const text = withImpedance('PortZ[1]', '50,0', '100,0')
    expect(read(text).impedances).toEqual([{ re: Float64Array.of(50, 100), im: Float64Array.of(0, 0) }])
    const conversation = new NetworkConversation()
    const content = new Blob([text])
    expect(await conversation.take({ id: 1, about: 'network', name: 'a.cti', content })).toMatchObject({
      answer: { remarks: [expect.stringMatching(/\(such as 100 Ω for port 1 .*They are converted to 50 Ω\.$/)] },
    })
    const curve = { mode: 'single', to: 1, from: 1, quantity: 'magnitude' } as const
    // What is matched to 100 ohms reflects a third at 50 ohms.
    const reply = await conversation.take({ id: 2, about: 'curves', curves: [curve], pairs: [] })
    const [values = []] = 'answer' in reply ? (reply.answer as Float64Array[]) : []
    expect([...values]).toEqual([0, expect.closeTo(1 / 3, 12)])
  })

  test('with decibels, in any case and with any line ends', () => {
    const network = read(
      lines('var Freq mag 2', 'data S21 dbangle', 'data S11 DB', ...list).replaceAll('\n', '\r\n') +
        '\r\ndata S12 RI\r\ndata S22 RI\r\n' +
        ['begin', '-20 0', '-40 90', 'end', ...values, ...values, ...values].join('\r\n'),
    )
    expectComplex(valueAt(network, 2, 1, 0), [0.1, 0])
    expectComplex(valueAt(network, 2, 1, 1), [0, 0.01])
  })

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('have lines that end with %s', (_, end) => {
    const data = lines('', 'VAR FREQ MAG 2', 'DATA S[1,1] RI', ...list, '', ...values)
    const network = read(data.replaceAll('\n', end))
    expect([...network.frequencies]).toEqual([1, 2])
    expectComplex(valueAt(network, 1, 1, 1), [0, 1])
    expect(() => read(data.replace('0,1', '0,x').replaceAll('\n', end))).toThrow(
      'CITI, line 12: expected a number, found "x".',
    )
  })

  test('a segment has its first and last frequency, and those between them at equal distances', () => {
    const segment = (points: number) =>
      read(
        lines(
          `VAR FREQ MAG ${points}`,
          'DATA S[1,1] RI',
          ...['SEG_LIST_BEGIN', `SEG 1e9 3e9 ${points}`, 'SEG_LIST_END'],
          ...['BEGIN', ...Array.from({ length: points }, () => '1,0'), 'END'],
        ),
      ).frequencies
    expect([...segment(1)]).toEqual([1e9])
    expect([...segment(5)]).toEqual([1e9, 1.5e9, 2e9, 2.5e9, 3e9])
  })

  test.each(['-1', '0.5', '2.5', '1000001'])('a segment of %s points is refused', (points) => {
    const text = lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', 'SEG_LIST_BEGIN', `SEG 1e9 2e9 ${points}`, 'SEG_LIST_END')
    expect(() => read([text, ...values].join('\n'))).toThrow(
      `CITI, line 5: expected a whole number of points from 1 to 1,000,000, found "SEG 1e9 2e9 ${points}".`,
    )
  })

  test.each([
    ['', 'line 1: expected S-, Y- or Z-parameters such as S[1,1], found none'],
    ['VAR FREQ MAG 1', 'line 1: expected CITIFILE'],
    [
      lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', ...list, 'BEGIN', '1,0', 'END'),
      'line 10: expected 2 values of "S[1,1]", found 1',
    ],
    [
      lines('VAR FREQ MAG 3', 'DATA S[1,1] RI', ...list, 'BEGIN', '1,0', '1,0', '1,0', 'END'),
      'expected 3 frequencies, found 2',
    ],
    [
      lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', ...list, 'BEGIN', '1,0', '1,x', 'END'),
      'line 10: expected a number, found "x"',
    ],
    [
      lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', ...list, 'BEGIN', '1,0'),
      'line 9: expected END, found the end of the file',
    ],
    [lines('VAR FREQ MAG 2', 'VAR VGS MAG 3', 'DATA S[1,1] RI'), 'line 3: expected one variable, the frequency'],
    [lines('DATA S[1,1] RI', ...list, ...values), 'line 1: expected a VAR line for the frequency, found none'],
    [lines('VAR TIME MAG 2', 'DATA S[1,1] RI', ...list, ...values), 'expected frequency as the variable, found "time"'],
    [
      lines('VAR FREQ MAG 2', 'DATA S[2,1] RI', ...list, ...values),
      'expected all parameters of 2 ports, found no S[1,1]',
    ],
    [
      lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', 'DATA U[1] RI', ...list),
      'line 3: expected 2 values of "S[1,1]", found none',
    ],
    [
      lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', 'DATA PORTZ[1] RI', ...list, ...values, 'BEGIN', '0,50', '0,50', 'END'),
      'expected port impedances above 0 Ω',
    ],
    [lines('VAR FREQ MAG 2', 'DATA S[1,1] XY'), 'line 3: expected data as RI, MAGANGLE or DBANGLE'],
    [
      lines('VAR FREQ MAG 2', 'DATA S[9999,1] RI', ...list, ...values),
      'line 3: expected port numbers from 1 to 128, found "S[9999,1]"',
    ],
    [
      lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', 'DATA S[0,1] RI', ...list, ...values, ...values),
      'line 4: expected port numbers from 1 to 128, found "S[0,1]"',
    ],
    [
      lines('VAR FREQ MAG 99999999'),
      'line 2: expected a whole number of points from 1 to 1,000,000, as in VAR FREQ MAG 201',
    ],
    [lines('BEGIN', '1,0', 'END'), 'line 2: expected as many arrays as DATA lines'],
    [
      lines('VAR FREQ MAG 2', 'DATA S[1,1] RI', 'VAR_LIST_BEGIN', '2', '1', 'VAR_LIST_END', ...values),
      'expected ascending frequencies',
    ],
  ])('%j is refused with its line and cause', (text, message) => {
    expect(() => read(text)).toThrow(FormatError)
    expect(() => read(text)).toThrow(message)
  })

  test('are recognized by content, and read like Touchstone files', async () => {
    expect(kindOf('a.txt', sample('analyzer.citi'))).toEqual({ kind: 'touchstone', format: 'CITI' })
    const content = new Blob([sample('analyzer.citi').slice()])
    const conversation = new NetworkConversation()
    expect(await conversation.take({ id: 1, about: 'network', name: 'a.dat', content })).toMatchObject({
      answer: { format: 'CITI', ports: 2, modes: null, noise: [], pairs: null },
    })
    const touchstone = new Blob([sample('ma.s2p').slice()])
    expect(await conversation.take({ id: 2, about: 'network', name: 'ma.s2p', content: touchstone })).toMatchObject({
      answer: { format: 'Touchstone 1' },
    })
  })
})

describe('networks in an archive', () => {
  const files = {
    './channel/._line10.s4p': strToU8('\0\x05\x16\x07'),
    'channel/line10.s4p': strToU8('x'),
    'channel/line2.s4p': strToU8('y'),
    'channel/readme.txt': strToU8('z'),
    'probe.citi': strToU8('c'),
  }
  const zip = zipSync({ 'channel/': new Uint8Array(), ...files, '__MACOSX/line2.s4p': strToU8('w') })
  const tar = tarOfAll(files)
  const archives: [string, Uint8Array][] = [
    ['zip', zip],
    ['tar', tar],
    ['tar.gz', gzipSync(tar)],
    ['tar.Z', compress(tar)],
  ]
  const networks = (bytes: Uint8Array) => networksIn(new Blob([bytes.slice()]))

  test.each(archives)('are found by content, whatever the name, and listed in natural order: %s', async (_, bytes) => {
    expect(kindOf('measurements.bin', bytes)).toEqual({ kind: 'touchstone', format: 'Touchstone files' })
    const found = await networks(bytes)
    expect(found.map((network) => [network.name, new TextDecoder().decode(network.bytes)])).toEqual([
      ['channel/line2.s4p', 'y'],
      ['channel/line10.s4p', 'x'],
      ['probe.citi', 'c'],
    ])
  })

  test('Gerber files in a zip are no networks', () => {
    expect(kindOf('set.zip', sample('set.zip')).kind).toBe('archive')
  })

  test('an archive without networks, and a damaged one, are refused', async () => {
    await expect(networks(zipSync({ 'a.txt': strToU8('a') }))).rejects.toThrow(
      'Zip, byte 0: expected Touchstone or CITI files, found none',
    )
    await expect(networks(gzipSync(tarOfAll({ 'a.txt': strToU8('a') })))).rejects.toThrow(
      'tar, byte 0: expected Touchstone or CITI files, found none',
    )
    for (const [, bytes] of archives) await expect(networks(bytes.subarray(0, 100))).rejects.toThrow(FormatError)
  })

  test('a tar archive with more than 400 files is refused', async () => {
    const many = tarOfAll(Object.fromEntries(Array.from({ length: 401 }, (_, at) => [`${at}.s2p`, new Uint8Array()])))
    await expect(networks(many)).rejects.toThrow('expected at most 400 files and 64 MB in total, found more')
  })
})
