import { describe, expect, test } from 'vitest'

import { netsWithParts } from '../../../src/formats/board/board-nets'
import { findRails } from '../../../src/formats/interfaces/rails'
import { groupNets } from '../../../src/formats/nets/net-groups'
import { readJob } from './odb-job'

type Files = Record<string, string>

/** A job whose nets each connect U1 and U2. `records` are the lines of the design data, nets among them. */
function board(records: string[], files: Files = {}) {
  const count = records.filter((line) => line.startsWith('NET ')).length
  const pins = (part: string) => [
    `CMP 0 0 0 0 N ${part} CHIP ;`,
    ...Array.from({ length: count }, (_, net) => `TOP ${net} ${net} 0 0 N ${net} 0 ${net + 1}`),
  ]
  return readJob({
    'steps/pcb/eda/data': ['HDR Demo', 'UNITS=MM', 'LYR top bot', ...records].join('\n'),
    'steps/pcb/layers/comp_+_top/components': ['UNITS=MM', ...pins('U1'), ...pins('U2')].join('\n'),
    ...files,
  })
}

function purposes(records: string[], files: Files = {}) {
  const { power, ground } = groupNets(netsWithParts(board(records, files)))
  return { power, ground }
}

const nothing = { power: [], ground: [] }

describe('texts', () => {
  const table = ['#@0 .net_type', '#@1 .diff_pair', '#&0 POWER', '#&1 ground', '#&2 SIGNAL', '#&3 P1']

  test('say what a net is for, against its name, too', () => {
    const nets = ['NET CORE ;0=0;ID=1', 'NET RETURN;1=3,0=1', 'NET +5V ;0=1', 'NET GND ;0=0', 'NET CLK ;0=2']
    expect(purposes([...table, ...nets])).toEqual({ power: ['CORE', 'GND'], ground: ['RETURN', '+5V'] })
  })

  test('for power and ground mean the one that the name suggests', () => {
    const both = ['#&4 POWER_AND_GROUND', 'NET CORE ;0=4', 'NET GND ;0=4', 'NET A ;0=2']
    expect(purposes([...table, ...both])).toEqual({ power: ['CORE'], ground: ['GND'] })
  })

  test('with another purpose leave it to the name', () => {
    expect(purposes([...table, 'NET VCC ;0=2', 'NET GND ;1=3', 'NET A ;'])).toEqual({ power: ['VCC'], ground: ['GND'] })
  })

  test('without the number sign before the table, as in other files of a job', () => {
    expect(purposes(['@0 .net_type', '&0 POWER', 'NET CORE ;0=0', 'NET A'])).toEqual({ power: ['CORE'], ground: [] })
  })
})

test('flags without a value', () => {
  const table = ['#@0 .power_net', '#@1 .ground_net', '#@2 .power_ground', '#@3 .critical_net']
  const nets = ['NET CORE ;0', 'NET RETURN ;1;ID=7', 'NET PLANE ;2', 'NET A ;3', 'NET B ;0=0', 'NET C ;0=N']
  expect(purposes([...table, ...nets])).toEqual({ power: ['CORE', 'PLANE'], ground: ['RETURN'] })
})

test('options, whose names are in the definition of the attribute', () => {
  const definition = 'OPTION {\n NAME=.net_type\n OPTIONS=signal;power;ground\n ENTITY=NET\n}\n'
  const records = ['#@0 .net_type', '#&1 ground', 'NET A ;0=0', 'NET CORE ;0=1', 'NET RETURN ;0=2', 'NET B ;0=9']
  const expected = { power: ['CORE'], ground: ['RETURN'] }
  for (const file of ['misc/sysattr', 'misc/sysattr.dfm', 'misc/userattr']) {
    expect(purposes(records, { [file]: definition })).toEqual(expected)
  }
})

describe('properties', () => {
  test('of a net, as Allegro exports them', () => {
    const nets = ["NET CORE\nPRP VOLTAGE '1.2 V'", "NET RETURN\nPRP VOLTAGE '0 V'", "NET A\nPRP NET_TYPE 'SIGNAL'"]
    expect(purposes(nets.join('\n').split('\n'))).toEqual({ power: ['CORE'], ground: ['RETURN'] })
  })

  test('of a package or pin say nothing about a net', () => {
    expect(purposes(['NET CORE', 'NET A', 'PKG CHIP 1 0 0 1 1', "PRP NET_TYPE 'POWER'"])).toEqual(nothing)
  })
})

describe('voltages', () => {
  const voltage = (value: string, name = 'CORE') =>
    purposes([
      '#@0 VOLTAGE',
      '#&0 3.3V',
      '#&1 -12 V',
      '#&2 850mV',
      '#&3 0V',
      '#&4 high',
      `NET ${name} ;0=${value}`,
      'NET A',
    ])

  test.each([
    ['0', ['CORE'], []],
    ['1', ['CORE'], []],
    ['2', ['CORE'], []],
    ['1.80', ['CORE'], []],
    ['3', [], ['CORE']],
    ['4', [], []],
  ])('%s', (value, power, ground) => expect(voltage(value)).toEqual({ power, ground }))

  test('a zero without a unit is a default that says nothing', () => expect(voltage('0.000')).toEqual(nothing))

  test('a voltage does not make a supply of a net whose name names a signal', () =>
    expect(voltage('0', 'VDD_EN')).toEqual(nothing))

  test('a statement counts more than a voltage', () => {
    const records = ['#@0 voltage', '#@1 .net_type', '#&0 3.3V', '#&1 GROUND', 'NET CORE ;0=0,1=1', 'NET A']
    expect(purposes(records)).toEqual({ power: [], ground: ['CORE'] })
  })
})

describe('wrong attributes', () => {
  test.each([
    ['an index that the table does not have', ['#@0 .net_type', '#&0 POWER', 'NET CORE ;5=0', 'NET A']],
    ['a text that the table does not have', ['#@0 .net_type', '#&0 POWER', 'NET CORE ;0=5', 'NET A']],
    ['no table', ['NET CORE ;0=0', 'NET A']],
    ['an unknown attribute', ['#@0 .my_power_rating', '#&0 POWER', 'NET CORE ;0=0', 'NET A']],
    ['a number that may be of anything', ['#@0 POWER', 'NET CORE ;0=1', 'NET A']],
    ['an unknown text', ['#@0 .net_type', '#&0 POWERFUL', 'NET CORE ;0=0', 'NET A']],
    ['no values', ['#@0 .net_type', 'NET CORE ;=,,;;', 'NET A']],
    ['a table that ends early', ['#@0', '#&0', 'NET CORE ;0=0', 'NET A']],
    ['names from the prototype of objects', ['#@0 constructor', '#@1 .__proto__', 'NET CORE ;0=0,1', 'NET A']],
  ])('%s', (_, records) => expect(purposes(records)).toEqual(nothing))

  test('contradicting ones say nothing, and it is said', () => {
    const records = ['#@0 .power_net', '#@1 .ground_net', 'NET CORE ;0,1', 'NET A']
    expect(purposes(records)).toEqual(nothing)
    expect(board(records).remarks).toEqual([
      'The attributes of 1 net call it both a supply and a ground, so they are not used.',
    ])
  })

  test('the same one at all nets is a default, and it is said', () => {
    const records = ['#@0 .net_type', '#&0 POWER', 'NET VCC ;0=0', 'NET GND ;0=0', 'NET A ;0=0']
    expect(purposes(records)).toEqual({ power: ['VCC'], ground: ['GND'] })
    expect(board(records).remarks).toEqual(['The attributes call every net a supply, so they are not used.'])
  })
})

test('a supply that an attribute names counts as named in the list of rails', () => {
  const nets = netsWithParts(board(['#@0 .net_type', '#&0 POWER', 'NET CORE ;0=0', 'NET GND']))
  expect(findRails(nets, groupNets(nets))).toMatchObject([{ net: 'CORE', ground: 'GND', isNamed: true }])
})
