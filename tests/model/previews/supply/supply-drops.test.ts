import { describe, expect, test } from 'vitest'

import {
  dropAddress,
  dropsCsv,
  dropSettingsIn,
  firstDropSettings,
  isDropAddress,
  pinDrops,
  summaryOfDrops,
  supplyPins,
  verdictOfDrops,
} from '../../../../machines/previews/supply/supply-drops'

describe('a table of pins and voltages', () => {
  test('is recognized by its headings, in any unit', () => {
    const rows = [
      ['Sink Name', 'Nominal Voltage (V)', 'Actual Voltage [mV]', 'Current (mA)', 'Remark'],
      ['U1.A4', '0.8', '787', '3200', ''],
      ['U1.A5', '0.8', '779.5', '', 'far'],
      ['', '0.8', '700', '', 'a total'],
      ['U1.A6', '0.8', 'failed', '', ''],
    ]
    expect(supplyPins(rows, false)).toEqual([
      { pin: 'U1.A4', voltage: 0.787, current: 3.2, nominal: 0.8 },
      { pin: 'U1.A5', voltage: 0.7795, current: null, nominal: 0.8 },
    ])
    expect(
      supplyPins(
        [
          ['Pin', 'V'],
          ['1', '0,79'],
        ],
        true,
      ),
    ).toEqual([{ pin: '1', voltage: 0.79, current: null, nominal: null }])
  })

  test.each([
    ['V (\u00b5V)', 0.000787],
    ['V (\u03bcV)', 0.000787],
    ['V (UV)', 0.000787],
    ['V (MV)', 0.787],
    ['V (KV)', 787_000],
  ])('with the heading %s is in that unit', (heading, voltage) => {
    const rows = [
      ['Pin', heading],
      ['1', '787'],
    ]
    expect(supplyPins(rows, false)).toEqual([{ pin: '1', voltage, current: null, nominal: null }])
  })

  test.each([
    [
      [
        ['Net', 'Length (mm)'],
        ['VDD', '12'],
      ],
    ],
    [
      [
        ['Pin', 'Net'],
        ['1', 'VDD'],
      ],
    ],
    [
      [
        ['Pin', 'Voltage'],
        ['1', 'none'],
      ],
    ],
    [[]],
  ])('is not found in %j', (rows: string[][]) => expect(supplyPins(rows, false)).toBeNull())
})

describe('drops', () => {
  const pins = [
    { pin: 'U1.1', voltage: 1, current: null, nominal: null },
    { pin: 'U1.2', voltage: 0.98, current: 2, nominal: null },
    { pin: 'U1.3', voltage: 0.965, current: 1, nominal: null },
    { pin: 'U1.4', voltage: 0.972, current: 1, nominal: null },
  ]

  test('are those against the highest voltage, the smallest margin first', () => {
    const found = pinDrops(pins, firstDropSettings)
    // 3% of 1 V is 30 mV; a margin below 3 mV is marginal.
    expect(found.map(({ pin, drop, verdict }) => [pin, drop, verdict])).toEqual([
      ['U1.3', 0.035, 'fail'],
      ['U1.4', 0.028, 'marginal'],
      ['U1.2', 0.02, 'pass'],
      ['U1.1', 0, 'pass'],
    ])
    expect(found[0]!.margin).toBeCloseTo(-0.005, 12)
    expect(verdictOfDrops(found)).toBe('fail')
    expect(summaryOfDrops(found)).toBe(
      'The smallest margin is −5 mV, at U1.3: a drop of 35 mV from 1 V against a limit of 30 mV. 1 of 4 pins exceeds its limit.',
    )
    expect(dropsCsv(found).split('\r\n').slice(0, 2)).toEqual([
      'Pin,Verdict,Nominal (V),Voltage (V),Current (A),Drop (V),Limit (V),Margin (V)',
      'U1.3,fail,1,0.965,1,0.035,0.03,-0.005',
    ])
  })

  test('follow the nominal voltage of each pin, or the one that was entered', () => {
    const known = [{ ...pins[1]!, nominal: 0.99 }]
    expect(pinDrops(known, firstDropSettings)[0]!.drop).toBeCloseTo(0.01, 12)
    const entered = pinDrops(known, { nominal: 1.1, allowed: 20 })
    expect(entered[0]).toMatchObject({ drop: 0.12, verdict: 'pass' })
    expect(entered[0]!.limit).toBeCloseTo(0.22, 12)
    expect(summaryOfDrops(entered)).toContain('limit of 220 mV. No pin exceeds its limit.')
  })

  test('of a negative supply are those toward 0', () => {
    const [drop] = pinDrops([{ pin: '1', voltage: -4.9, current: null, nominal: null }], { nominal: 5, allowed: 3 })
    expect(drop).toMatchObject({ drop: 0.1, verdict: 'pass' })
  })
})

test.each([
  ['drop', firstDropSettings],
  ['drop-0.85-2.5', { nominal: 0.85, allowed: 2.5 }],
  ['drop-table-5', { nominal: null, allowed: 5 }],
])('the URL %s contains the limit', (text, settings) => {
  expect(dropAddress(settings)).toBe(text)
  expect(dropSettingsIn(text)).toEqual(settings)
  expect(isDropAddress(text)).toBe(true)
})

test('other URLs and values that cannot be entered are ignored', () => {
  expect(isDropAddress('dropped')).toBe(false)
  expect(dropSettingsIn('drop-0-1000')).toEqual(firstDropSettings)
  expect(dropSettingsIn('drop-x')).toEqual(firstDropSettings)
})
