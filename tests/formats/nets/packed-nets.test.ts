import { describe, expect, test } from 'vitest'

import { groupNets } from '../../../src/formats/nets/net-groups'
import { readNets } from '../../../src/formats/nets/nets'
import { packNets, unpackNets } from '../../../src/formats/nets/packed-nets'
import { sample } from '../sample-files'

describe('packed nets', () => {
  test.each(['kicad9.kicad_pcb', 'board.xml', 'pads.asc'])('of %s are the same after unpacking', (name) => {
    const read = readNets(name, sample(name))
    if ('unsupported' in read) throw new Error(read.unsupported)
    const groups = groupNets(read.nets)
    expect(unpackNets(structuredClone(packNets(read.nets, groups)))).toEqual({
      nets: read.nets.map(({ name, pins }) => ({ name, pins })),
      ...groups,
    })
  })

  test('of a board without nets are empty', () => {
    expect(unpackNets(packNets([], groupNets([])))).toEqual({ nets: [], pairs: [], power: [], ground: [] })
  })

  test('whose names contain the separator are not split', () => {
    const nets = [
      { name: 'A\0B', pins: 1 },
      { name: '', pins: 2 },
      { name: 'GND', pins: 3 },
    ]
    expect(unpackNets(packNets(nets, groupNets(nets)))).toMatchObject({
      nets: [{ name: 'AB' }, { name: '' }, { name: 'GND' }],
      ground: ['GND'],
    })
  })
})
