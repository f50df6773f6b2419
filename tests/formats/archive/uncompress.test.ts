import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

import { uncompressed } from '../../../src/formats/archive/uncompress'
import { compress } from './compress'

const anySize = () => {}
const bytes = (text: string) => new TextEncoder().encode(text)

/** Bytes of a linear congruential generator, so that every run has the same ones. */
function noise(length: number, values: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 16) % values
  })
}

describe('a file of the program compress', () => {
  const contents: [string, Uint8Array][] = [
    ['nothing', new Uint8Array(0)],
    ['one byte', bytes('A')],
    ['codes that refer to themselves', new Uint8Array(5000).fill(97)],
    ['lines', bytes('UNITS=MM\nP 1 1 0 P 0 0\n'.repeat(3000))],
    ['noise of two values', noise(200_000, 2)],
    ['noise, for which the dictionary is cleared', noise(300_000, 256)],
  ]
  test.each(contents.flatMap(([name, content]) => [10, 12, 16].map((most) => [name, most, content] as const)))(
    'is unpacked: %s, with up to %i bits',
    (_, most, content) => {
      expect(Buffer.compare(uncompressed(compress(content, most), anySize), content)).toBe(0)
    },
  )

  test.each(contents)('has the content that gzip finds: %s', (_, content) => {
    for (const [most, isCleared] of [
      [10, true],
      [12, false],
      [16, true],
    ] as const) {
      const packed = compress(content, most, isCleared)
      const { stdout, error } = spawnSync('gzip', ['-dc'], { input: packed, maxBuffer: 2 ** 24 })
      // Not every system has gzip.
      const expected = error ? content : stdout
      expect(Buffer.compare(uncompressed(packed, anySize), expected)).toBe(0)
    }
  })

  // Written by hand: the codes 65, 66, 257 (AB) and 259 (ABA, which is not complete yet), each with 9 bits, lowest first.
  test('has the content that the codes stand for', () => {
    const codes = [65, 66, 257, 259]
    const bits = codes.map((code) => code.toString(2).padStart(9, '0').split('').reverse().join('')).join('')
    const packed = bits
      .match(/.{1,8}/g)!
      .map((part) => Number.parseInt(part.padEnd(8, '0').split('').reverse().join(''), 2))
    expect(new TextDecoder().decode(uncompressed(Uint8Array.of(0x1f, 0x9d, 0x90, ...packed), anySize))).toBe('ABABABA')
  })

  test.each([
    ['another program', [0x1f, 0x8b, 0x90, 65, 0]],
    ['too many bits', [0x1f, 0x9d, 0x91, 65, 0]],
    ['too few bits', [0x1f, 0x9d, 0x88, 65, 0]],
    ['a code that is not known yet', [0x1f, 0x9d, 0x90, 65, 0xfe, 0xff]],
    ['a first code that is no byte', [0x1f, 0x9d, 0x90, 0xff, 0x01]],
    ['nothing at all', []],
  ])('is refused: %s', (_, content) => {
    expect(() => uncompressed(Uint8Array.from(content), anySize)).toThrow('The file is damaged.')
  })

  test('is not unpacked beyond the size that the caller permits', () => {
    const packed = compress(new Uint8Array(1_000_000))
    const sizes: number[] = []
    const limit = (size: number) => {
      sizes.push(size)
      if (size > 100_000) throw new Error('too large')
    }
    expect(() => uncompressed(packed, limit)).toThrow('too large')
    expect(Math.max(...sizes)).toBeLessThan(200_000)
  })
})
