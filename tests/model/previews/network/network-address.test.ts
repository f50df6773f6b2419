import { describe, expect, test } from 'vitest'

import {
  firstNetworkView,
  memberViewIn,
  memberViewText,
  type NetworkView,
  networkViewText,
  parseNetworkView,
} from '../../../../machines/previews/network/network-address'

const { settings, plot } = firstNetworkView
const view = (change: Partial<NetworkView>): NetworkView => ({ ...firstNetworkView, ...change })

describe('the view of a network in a URL', () => {
  test.each<[string, NetworkView]>([
    ['', firstNetworkView],
    ['checks', view({ tab: 'checks' })],
    [
      'time_port*3_riseTime*5e-11_window*kaiser',
      view({
        tab: 'time',
        settings: { ...settings, time: { ...settings.time, port: 3, riseTime: 50e-12, window: 'kaiser' } },
      }),
    ],
    [
      'time_quantity*step_port*3_to*4',
      view({ tab: 'time', settings: { ...settings, time: { ...settings.time, quantity: 'step', port: 3, to: 4 } } }),
    ],
    [
      'eye_line*1_rate*16000000000_modulation*pam4_preTap*-0.1',
      view({
        tab: 'eye',
        settings: { ...settings, eye: { ...settings.eye, line: 1, rate: 16e9, modulation: 'pam4', preTap: -0.1 } },
      }),
    ],
    [
      'loss_line*1_budget*pcie5_rate*16000000000_own*i-1000000000-4.5-r-0-20-10000000000-6',
      view({
        tab: 'loss',
        settings: {
          ...settings,
          loss: {
            line: 1,
            budget: 'pcie5',
            rate: 16e9,
            own: [
              { quantity: 'insertion loss', points: [[1e9, 4.5]] },
              {
                quantity: 'return loss',
                points: [
                  [0, 20],
                  [1e10, 6],
                ],
              },
            ],
          },
        },
      }),
    ],
    ['smith_end*3.4', view({ tab: 'smith', settings: { ...settings, smith: { end: [3, 4] } } })],
    [
      'supply_method*reflection_flat*0.005_voltage*0.85_added*4u7.10-680u.2_mounting*3e-10',
      view({
        tab: 'supply',
        settings: {
          ...settings,
          supply: {
            ...settings.supply,
            method: 'reflection',
            flat: 0.005,
            voltage: 0.85,
            added: { '4u7': 10, '680u': 2 },
            mounting: 0.3e-9,
          },
        },
      }),
    ],
    [
      'supply_line*1000-0.05-20000000-0.1',
      view({
        tab: 'supply',
        settings: {
          ...settings,
          supply: {
            ...settings.supply,
            line: [
              [1e3, 0.05],
              [2e7, 0.1],
            ],
          },
        },
      }),
    ],
    [
      'frequency_mode*mixed_pairs*1.3-2.4_curves*dd.2.1-cd.1.1_axis*logarithmic_second*group-delay_point*SDD21.1000000000',
      view({
        plot: {
          parameter: null,
          isMixed: true,
          pairs: [
            [1, 3],
            [2, 4],
          ],
          curves: [
            { mode: 'dd', to: 2, from: 1 },
            { mode: 'cd', to: 1, from: 1 },
          ],
          isLogarithmic: true,
          quantity: 'group delay',
          point: { curve: 'SDD21', x: 1e9 },
        },
      }),
    ],
    [
      'frequency_ports*1.3.2.4_ohms*42.5_points*file',
      view({ form: { order: [1, 3, 2, 4], reference: 42.5, points: 'file' } }),
    ],
    ['checks_ports*2.1_points*401', view({ tab: 'checks', form: { order: [2, 1], reference: null, points: 401 } })],
    ['frequency_parameter*Z_axis*logarithmic', view({ plot: { ...plot, parameter: 'Z', isLogarithmic: true } })],
    ['frequency_curves*single.12.1', view({ plot: { ...plot, curves: [{ mode: 'single', to: 12, from: 1 }] } })],
  ])('%s', (text, expected) => {
    expect(parseNetworkView(text)).toEqual(expected)
    expect(networkViewText(expected)).toBe(text)
    // URLs do not encode any characters of this text, so that a link stays readable.
    expect(new URLSearchParams({ view: text }).toString()).toBe(`view=${text}`)
  })

  test.each([
    'overview',
    'frequency_curves*single.0.1',
    'frequency_curves*xx.1.1',
    'frequency_pairs*1.2.3_curves*dd.1.1-',
    'frequency_second*speed_axis*round',
    'frequency_parameter*T',
    'frequency_ports*1.1_ohms*0_points*1',
    'frequency_ports*1.x_ohms*-5_points*20002',
    'frequency_ports*2_ohms*1e9_points*2.5',
    'frequency___*',
  ])('%s is ignored', (text) => expect(parseNetworkView(text)).toEqual(firstNetworkView))

  test.each([
    ['time_quantity*x_port*0_to*1.2_riseTime*1_window*none2_permittivity*99', 'time'],
    ['eye_line*-1_rate*1_modulation*pam8_order*8_swing*NaN', 'eye'],
    ['smith_end*1.2.3', 'smith'],
    ['loss_line*-1_budget*<x>_rate*7_own*i-5-1-2', 'loss'],
    ['supply_method*x_flat*-1_voltage*_ripple*200_added*4u7.100-680u.2_mounting*1', 'supply'],
    ['supply_line*1000-0.05-10-0.1', 'supply'],
    ['supply_line*1000-0', 'supply'],
    ['supply_line*1000', 'supply'],
    ['supply_flat*NaN_from*-1_added*4u7-1.1.1_to*Infinity', 'supply'],
  ] as const)('values that cannot be chosen are ignored: %s', (text, tab) =>
    expect(parseNetworkView(text)).toEqual(view({ tab })),
  )
})

test.each<[string, number, string]>([
  ['', 1, ''],
  ['eye_line*1', 1, 'eye_line*1'],
  ['network*2', 2, ''],
  ['network*12_eye_line*1', 12, 'eye_line*1'],
])('one of the networks in a file: %j', (text, number, shown) => {
  expect(memberViewText(number, shown)).toBe(text)
  expect(memberViewIn(text)).toEqual({ number, view: shown })
})

test.each(['network*0', 'network*x_eye', 'network*123456', 'network'])('%s names no network', (text) =>
  expect(memberViewIn(text)).toEqual({ number: 1, view: text }),
)
