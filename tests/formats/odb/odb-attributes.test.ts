import { describe, expect, test } from 'vitest'

import type { Board } from '../../../src/formats/board/board'
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

/** A capacitor between the first two nets of a job. */
const capacitor = {
  'steps/pcb/layers/comp_+_bot/components': 'CMP 0 0 0 0 N C1 1U ;\nTOP 0 0 0 0 N 0 0 1\nTOP 1 0 0 0 N 1 0 2',
}

/** A filled square of this size in mm. */
const square = (size: number) =>
  ['S P 0', 'OB 0 0 I', `OS ${size} 0`, `OS ${size} ${size}`, `OS 0 ${size}`, 'OS 0 0', 'OE', 'SE'].join('\n')

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

  test('that are the same for power and ground at all nets are a default, and it is said', () => {
    const both = ['#&4 POWER_AND_GROUND', 'NET CLK ;0=4', 'NET GND ;0=4', 'NET VCC ;0=4']
    expect(purposes([...table, ...both])).toEqual({ power: ['VCC'], ground: ['GND'] })
    expect(board([...table, ...both]).remarks).toEqual([
      'The attributes mark every net as a supply or a ground, which is probably a default of the design tool, so they are not used.',
    ])
  })

  test('for power and ground leave it to another statement', () => {
    const both = ['#@2 ratsnest_schedule', '#&4 POWER_AND_GROUND', 'NET RETURN ;0=1,2=4', 'NET GND ;0=0,2=4', 'NET A']
    expect(purposes([...table, ...both])).toEqual({ power: ['GND'], ground: ['RETURN'] })
  })

  test('with another purpose leave it to the name', () => {
    expect(purposes([...table, 'NET VCC ;0=2', 'NET GND ;1=3', 'NET A ;'])).toEqual({ power: ['VCC'], ground: ['GND'] })
  })

  test('without the number sign before the table, as in other files of a job', () => {
    expect(purposes(['@0 .net_type', '&0 POWER', 'NET CORE ;0=0', 'NET A'])).toEqual({ power: ['CORE'], ground: [] })
  })
})

describe('classes', () => {
  test.each(['net_class', 'NETCLASS', '.electrical_class'])('a class %s for power can contain grounds', (name) => {
    const nets = ['NET CORE ;0=0', 'NET GND ;0=0', 'NET AGND ;0=0', 'NET CLK', 'NET RETURN ;0=1']
    expect(purposes([`#@0 ${name}`, '#&0 POWER', '#&1 GND', ...nets])).toEqual({
      power: ['CORE'],
      ground: ['GND', 'AGND', 'RETURN'],
    })
  })

  test('the type of a net counts more than its class', () => {
    const records = ['#@0 net_class', '#@1 net_type', '#&0 POWER', '#&1 GROUND', 'NET RETURN ;0=0,1=1', 'NET A']
    expect(purposes(records)).toEqual({ power: [], ground: ['RETURN'] })
    expect(board(records).remarks).toEqual([])
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
    const nets = ["NET CORE\nPRP NET_TYPE 'POWER'", "NET RETURN\nPRP VOLTAGE '0 V'", "NET A\nPRP NET_TYPE 'SIGNAL'"]
    expect(purposes(nets.join('\n').split('\n'))).toEqual({ power: ['CORE'], ground: ['RETURN'] })
  })

  test('of a package or pin say nothing about a net', () => {
    expect(purposes(['NET CORE', 'NET A', 'PKG CHIP 1 0 0 1 1', "PRP NET_TYPE 'POWER'"])).toEqual(nothing)
  })
})

describe('voltages', () => {
  const table = ['#@0 VOLTAGE', '#&0 3.3V', '#&1 -12 V', '#&2 850mV', '#&3 0V', '#&4 high']
  const top = 'steps/pcb/layers/top/features'
  const profile = { 'steps/pcb/profile': `UNITS=MM\n${square(10)}` }

  /** The purposes of two nets, the first of which has a voltage. C1 is between them. */
  const decoupled = (name: string, value: string, other = 'GND') =>
    purposes([...table, `NET ${name} ;0=${value}`, `NET ${other}`], capacitor)

  test.each(['0', '1', '2', '1.80'])('%s at a net with a capacitor to ground is a supply', (value) =>
    expect(decoupled('CORE', value)).toEqual({ power: ['CORE'], ground: ['GND'] }),
  )

  test.each(['4', '0.000'])('%s says nothing', (value) =>
    expect(decoupled('CORE', value)).toEqual({ power: [], ground: ['GND'] }),
  )

  test('a capacitor to another net is no clue', () => expect(decoupled('CORE', '0', 'A')).toEqual(nothing))

  test('a net with a plane is a supply', () => {
    const records = (voltage: string) => [...table, `NET CORE ;${voltage}`, 'FID C 0 0', 'NET A']
    const files = { ...profile, [top]: `UNITS=MM\n${square(9)}` }
    expect(purposes(records('0=0'), files)).toEqual({ power: ['CORE'], ground: [] })
    expect(purposes(records(''), files)).toEqual(nothing)
  })

  test('a net that is named after a voltage is a supply, even with few pins', () => {
    const records = (voltage: string) => [...table, `NET PLL_1V8 ;${voltage}`, 'NET A']
    expect(purposes(records('0=1.8'))).toEqual({ power: ['PLL_1V8'], ground: [] })
    expect(purposes(records(''))).toEqual(nothing)
  })

  test('the signals of an interface that have one are no supplies', () => {
    const signals = ['DQ0', 'DQ1', 'DDR_A3', 'DDR_BA0', 'UART_TX_1V8'].map((name) => `NET ${name} ;0=1.2`)
    expect(purposes([...table, 'NET VDDQ ;0=1.2', 'NET GND ;0=3', ...signals, 'NET A'])).toEqual({
      power: ['VDDQ'],
      ground: ['GND'],
    })
  })

  test('a zero with a unit is a ground', () =>
    expect(purposes([...table, 'NET RETURN ;0=3', 'NET A'])).toEqual({ power: [], ground: ['RETURN'] }))

  test('a voltage does not make a supply of a net whose name names a signal or a ground', () => {
    expect(decoupled('VDD_EN', '0')).toEqual({ power: [], ground: ['GND'] })
    expect(decoupled('AGND', '0')).toEqual({ power: [], ground: ['AGND', 'GND'] })
  })

  test('a statement counts more than a voltage', () => {
    const records = ['#@0 voltage', '#@1 .net_type', '#&0 3.3V', '#&1 GROUND', 'NET CORE ;0=0,1=1', 'NET A']
    expect(purposes(records)).toEqual({ power: [], ground: ['CORE'] })
  })

  test('one at all nets is a default, and it is said', () => {
    const records = [...table, 'NET PLL_1V8 ;0=0', 'NET A ;0=0']
    expect(purposes(records)).toEqual(nothing)
    expect(board(records).remarks).toEqual([
      'The attributes give every net a voltage, which is probably a default of the design tool, so they are not used.',
    ])
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
      'The attributes of 1 net mark it as both a supply and a ground, so they are not used.',
    ])
  })

  test('the same one at all nets is a default, and it is said', () => {
    const records = ['#@0 .net_type', '#&0 POWER', 'NET VCC ;0=0', 'NET GND ;0=0', 'NET A ;0=0']
    expect(purposes(records)).toEqual({ power: ['VCC'], ground: ['GND'] })
    expect(board(records).remarks).toEqual([
      'The attributes mark every net as a supply, which is probably a default of the design tool, so they are not used.',
    ])
  })
})

describe('in the list of rails, a supply counts as named', () => {
  const railsOf = (job: Board) => {
    const nets = netsWithParts(job)
    return findRails(nets, groupNets(nets))
  }
  const found = [{ net: 'CORE', ground: 'GND', isNamed: true }]

  test('if an attribute names its purpose', () =>
    expect(railsOf(board(['#@0 .net_type', '#&0 POWER', 'NET CORE ;0=0', 'NET GND']))).toMatchObject(found))

  test('if it has a voltage', () =>
    expect(railsOf(board(['#@0 VOLTAGE', 'NET CORE ;0=1.2', 'NET GND'], capacitor))).toMatchObject(found))
})
