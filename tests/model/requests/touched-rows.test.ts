import { expect, test } from 'vitest'

import type { ComparisonEntry } from '../../../machines/previews/comparison/file-comparison.machine'
import { isPaidFor, touchedRows } from '../../../machines/requests/touched-rows'

const entry = (...nets: string[]): ComparisonEntry => ({
  ...{ id: nets.join(), group: 'Nets changed', name: nets.join(' → '), detail: '', box: null, nets },
})
const si = (signals: string[], clock: string[]) => ({
  ...{ interface: 'MIPI-D', speed: '1 Gbps', signal_nets: signals, ground_nets: ['GND'], clock_signal: clock },
  unit_price: 250_000,
})
const pi = (power: string) => ({
  ...{ type: 'PowerAC', power_net: power, ground_net: 'GND', target_impedance: '50 mOhm', unit_price: 100_000 },
})
const request = {
  ...{ id: 'request', created: '2026-11-12T10:30:00Z' },
  si: [si(['D0_P', 'D0_N'], ['CLK_P']), si(['SDA'], ['SCL']), si(['D1_P', 'D1_N'], ['CLK_P'])],
  pi: [pi('+3V3'), pi('+1V8')],
}

test('rows are affected by a change to their signals, their clock or their supply', () => {
  expect(touchedRows(request, [entry('CLK_P'), entry('D1_N'), entry('+1V8')])?.rows).toEqual([
    { name: 'Signal integrity row 1', nets: ['CLK_P'] },
    { name: 'Signal integrity row 3', nets: ['D1_N', 'CLK_P'] },
    { name: 'Power integrity row 2', nets: ['+1V8'] },
  ])
})

test('a renamed net affects the row that has its earlier name', () => {
  expect(touchedRows(request, [entry('SDA', 'I2C_SDA')])?.rows).toMatchObject([{ nets: ['SDA'] }])
})

test('a change to ground, or to other nets, affects no row', () => {
  expect(touchedRows(request, [entry('GND'), entry('LED')])).toBeNull()
})

test('only paid requests count', () => {
  const statuses = ['draft', 'awaiting payment', 'paid', 'in progress', 'delivered', 'cancelled'] as const
  expect(statuses.filter((status) => isPaidFor({ status }))).toEqual(['paid', 'in progress', 'delivered'])
})
