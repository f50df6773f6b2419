import { describe, expect, test } from 'vitest'

import { readNets } from '../../../src/formats/nets/nets'
import { boardFile, sample, samples } from '../sample-files'
import counted from './netlist-counts.json'

describe('a netlist has the nets and pins that count-netlists.py counts in its file', () => {
  test.each(Object.entries(counted.files))('%s', (name, expected) => {
    const read = readNets(name, samples.includes(name) ? sample(name) : boardFile(name))
    expect('nets' in read && Object.fromEntries(read.nets.map(({ name, pins }) => [name, pins]))).toEqual(expected)
  })
})
