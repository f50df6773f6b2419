import { expect, test } from 'vitest'

import { linkedNets, linkedPairs } from '../../../src/formats/interfaces/series-parts'
import type { Net } from '../../../src/formats/net'
import { groupNets } from '../../../src/formats/nets/net-groups'

const net = (name: string, ...parts: string[]): Net => ({ name, pins: parts.length, parts })

const supply = (...parts: string[]): Net => ({ ...net('+3V3', ...parts), stated: 'power' })

/** The links between single nets, by name. */
const linksOf = (nets: Net[]) => Object.fromEntries(linkedNets(nets, groupNets(nets)))

test.for(['R1', 'C7', 'L2', 'FB3'])('%s links the nets on its two sides', (part) => {
  expect(linksOf([net('A', 'U1', part), net('B', part, 'J1'), net('C', 'U1', 'J1')])).toEqual({ A: ['B'], B: ['A'] })
})

test('two parts in parallel link their nets once', () => {
  expect(linksOf([net('A', 'U1', 'R1', 'C1'), net('B', 'C1', 'R1', 'J1')])).toEqual({ A: ['B'], B: ['A'] })
})

test.for([
  ['an integrated circuit', [net('A', 'U1', 'U2'), net('B', 'U2', 'J1')]],
  ['a pull-up resistor', [net('A', 'U1', 'R1'), supply('R1', 'U2')]],
  ['a pull-up resistor, with the supply first', [supply('R1', 'U2'), net('A', 'U1', 'R1')]],
  ['a resistor at one net of a pair', [net('A_P', 'U1', 'R1'), net('A_N', 'U1'), net('B', 'R1', 'U2')]],
  ['a capacitor to ground', [net('A', 'U1', 'C1'), net('GND', 'U1', 'U2', 'C1')]],
  ['a resistor array with more than two nets', ['A', 'B', 'C'].map((name, n) => net(name, `U${n}`, 'RN1'))],
  ['a resistor between two pins of a component', [net('XI', 'U1', 'R1', 'Y1'), net('XO', 'R1', 'U1', 'Y1')]],
  [
    'a driver with a resistor for each of two receivers',
    [net('CLK', 'Y1', 'R1', 'R2'), net('CLK_1', 'R1', 'U1'), net('CLK_2', 'R2', 'U2')],
  ],
  ['a part with both pins on one net', [net('A', 'U1', 'R1', 'R1'), net('B', 'U1')]],
])('%s links no nets', ([, nets]) => {
  expect(linksOf(nets as Net[])).toEqual({})
})

/** The names of the pairs to which each pair is linked. */
function pairLinksOf(nets: Net[]) {
  const { pairs } = groupNets(nets)
  return Object.fromEntries(
    Array.from(linkedPairs(pairs, nets), ([{ name }, others]) => [name, others.map((other) => other.name)]),
  )
}

test('the nets of pairs are linked as pairs', () => {
  const lane = (suffix: string, ...parts: string[]) =>
    ['P', 'N'].map((sign, n) => net(`TX${suffix}_${sign}`, ...parts.map((part) => part.replace('?', String(n + 1)))))
  const nets = [...lane('', 'U1', 'C?'), ...lane('_C', 'C?', 'J1')]
  expect(linksOf(nets)).toEqual({})
  expect(pairLinksOf(nets)).toEqual({ TX: ['TX_C'], TX_C: ['TX'] })
})

test('pairs are linked only if a part connects both of their nets', () => {
  const nets = [net('A_P', 'C1'), net('A_N', 'C2'), net('B_P', 'C1'), net('B_N', 'C3')]
  expect(pairLinksOf(nets)).toEqual({})
})

test('a choke or an array for one pair links its two sides, and an array with more nets does not', () => {
  const nets = ['A_P', 'A_N', 'B_P', 'B_N'].map((name) => net(name, 'FL1'))
  expect(pairLinksOf(nets)).toEqual({ A: ['B'], B: ['A'] })
  expect(pairLinksOf([...nets, net('C', 'FL1')])).toEqual({})
})
