import { describe, expect, test } from 'vitest'

import { targetImpedance, voltageOf } from '../../../src/formats/interfaces/target-impedance'

test.each<[name: string, volts: number | null]>([
  ['+3V3', 3.3],
  ['/PWR/+1.8V', 1.8],
  // The name of the sheet is not that of the supply.
  ['/POWER_5V/VDD_1V8', 1.8],
  ['/3V3_IO/VCORE', null],
  ['/VBUS/VCORE', null],
  ['VDD_0P9', 0.9],
  ['VDD2H_1V05', 1.05],
  ['V1P35_DDR', 1.35],
  ['+12V', 12],
  ['-5V', 5],
  ['+5', 5],
  ['USB_VBUS', 5],
  ['VCORE', null],
  ['VCC_DDR3', null],
])('the voltage of %s is %s V', (name, volts) => {
  expect(voltageOf(name)).toBe(volts)
})

describe('the target impedance is the permitted ripple divided by the current step', () => {
  // By hand: 0.9 V × 3% / 2 A, 1.2 V × 5% / 1 A, 1.8 V and 3.3 V × 5% / 0.5 A, 5 V and 12 V × 5% / 1 A.
  test.each<[name: string, text: string]>([
    ['VDD_0V9', '13.5 mOhm'],
    ['VDDQ_1V2', '60 mOhm'],
    ['+1V8', '180 mOhm'],
    ['+3V3', '330 mOhm'],
    ['VBUS', '250 mOhm'],
    ['+12V', '600 mOhm'],
  ])('%s: %s', (name, text) => {
    expect(targetImpedance(voltageOf(name))).toMatchObject({ text, isAssumed: false })
  })

  test('a supply whose name does not contain its voltage is assumed to have 1.8 V', () => {
    expect(targetImpedance(voltageOf('VCORE'))).toMatchObject({ text: '180 mOhm', voltage: 1.8, isAssumed: true })
  })
})
