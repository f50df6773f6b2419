import { expect, test } from 'vitest'

import { mappedRows } from '../../../scripts/operator/mapping'
import { sampleChannel, sampleSupply } from '../../../server/sample/networks'
import { parseManifest } from '../../../src/analysis/report/delivery-manifest'

const si = {
  ...{ interface: 'PCIE-Gen5', speed: '32GT/s', clock_signal: ['N/A'], unit_price: 3000 },
  ...{ signal_nets: ['TX_P', 'TX_N'], ground_nets: ['GND'] },
}
const pi = { type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '58.9 mOhm', unit_price: 1000 }
const bytes = (text: string) => new TextEncoder().encode(text)
const files = new Map([
  ['words.pdf', bytes('%PDF-1.7')],
  ['channel.s4p', bytes(sampleChannel())],
  ['supply.s2p', bytes(sampleSupply())],
])

/** Answers the questions in order and records what was printed. */
function talk(...answers: string[]) {
  const printed: string[] = []
  const ask = async (question: string) => {
    printed.push(question)
    if (answers.length === 0) throw new Error(`There is no answer to: ${question}`)
    return answers.shift()!
  }
  return { printed, ask, print: (text: string) => void printed.push(text), rest: answers }
}

test('suggestions map the networks to the rows and show what each row would report', async () => {
  const operator = talk('', '', '', 'yes', '', '', '', '', '')
  const rows = await mappedRows({ si: [si], pi: [pi] }, files, operator)
  expect(operator.rest).toEqual([])
  const manifest = parseManifest(JSON.stringify({ rows }))
  expect(manifest.rows).toMatchObject([
    {
      ...{ row: 'SI 1', kind: 'channel', network: 'channel.s4p', near: [1, 2], far: [3, 4] },
      limits: [{ quantity: 'insertion loss', points: [[16e9, 36]] }],
    },
    {
      ...{ row: 'PI 1', kind: 'supply', network: 'supply.s2p', method: 'shunt-through' },
      target: {
        points: [
          [1e3, 0.0589],
          [2e7, 0.0589],
        ],
      },
    },
  ])
  const text = operator.printed.join('\n')
  expect(text).toContain('  1  channel.s4p, 4 ports, 50 MHz to 32 GHz')
  expect(text).not.toContain('words.pdf')
  expect(text).toMatch(/SI 1: Pass \(channel\.s4p\)\n {2}Pass {6}Insertion loss: \d/)
  expect(text).toContain('PI 1: Marginal (supply.s2p)')
})

test('a row that cannot be computed is asked for again, and a row can be left out', async () => {
  // The limit extends beyond the data of the supply, so another file is chosen; then the row is skipped.
  const operator = talk('2', '', '1', '0', '0')
  expect(await mappedRows({ si: [si], pi: [pi] }, files, operator)).toEqual([])
  expect(operator.printed.join('\n')).toContain(
    'SI 1: The data cover 1000 to 100000000 Hz, but the limit is at 16000000000 Hz.',
  )
})

test('a direct-current row is left to the manifest, and other files are not networks', async () => {
  const operator = talk()
  const rows = await mappedRows(
    { si: [], pi: [{ ...pi, type: 'PowerDC' }] },
    new Map([['words.pdf', bytes('%PDF')]]),
    operator,
  )
  expect(rows).toEqual([])
  expect(operator.printed).toEqual([
    'None of the files is a Touchstone file.',
    expect.stringMatching(/^PI 1: PowerDC, \+3V3.*add the voltages of its pins/),
  ])
})
