import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { readNets } from '../../../src/formats/nets/nets'
import { boardFile, sample, samples } from '../sample-files'
import counted from './netlist-counts.json'

const own = path.join(import.meta.dirname, 'netlists')
const ownFiles = readdirSync(own)

function bytesOf(name: string): Uint8Array {
  if (ownFiles.includes(name)) return readFileSync(path.join(own, name))
  return samples.includes(name) ? sample(name) : boardFile(name)
}

describe('a netlist has the nets and pins that count-netlists.py counts in its file', () => {
  test.each(Object.entries(counted.files))('%s', (name, expected) => {
    const read = readNets(name, bytesOf(name))
    expect('nets' in read && Object.fromEntries(read.nets.map(({ name, pins }) => [name, pins]))).toEqual(expected)
  })
})
