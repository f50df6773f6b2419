import { describe, expect, test } from 'vitest'

import { tarPaths } from '../../../machines/files/archive-headers'
import { paxEntry, tarEntry, tarOfEntries } from '../../support/packed-files'

const pathsOf = (...entries: Uint8Array[]) => tarPaths(tarOfEntries(...entries))
const file = tarEntry('short.s2p', 'x')
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('the path of an entry of a tar archive', () => {
  // Lengths of records are those that Python's tarfile writes, or counted by hand.
  const folder = 'release/'.repeat(15)
  const attribute = (length: number) => `${length} SCHILY.xattr.user.note=`.padEnd(length - 1, 'a')

  test.each<[string, path: string, records: string]>([
    ['with letters beyond ASCII', 'größe.s2p', '20 path=größe.s2p\n'],
    ['longer than 100 characters', `${folder}matrix/matrix`, `143 path=${folder}matrix/matrix\n13 mtime=1.5\n`],
    ['after another record', 'größe.s2p', '13 mtime=1.5\n20 path=größe.s2p\n'],
    ['after a record that contains a path', 'größe.s2p', '24 comment=\n12 path=a.b\n20 path=größe.s2p\n'],
    ['after a long record', 'größe.s2p', `${attribute(4000)}\n20 path=größe.s2p\n`],
    ['in the last of several records', 'b.s2p', '15 path=aa.s2p\n14 path=b.s2p\n'],
    ['with a dot at the beginning', 'b.s2p', '16 path=./b.s2p\n'],
  ])('is read from a pax header: %s', (_, path, records) => {
    expect(pathsOf(paxEntry(records), file, file)).toEqual([path, 'short.s2p'])
  })

  test.each<[string, records: string]>([
    ['without a path', '13 mtime=1.5\n'],
    ['with a path in another record', '23 comment=13 path=a.b\n'],
    ['with a path beyond 4 KB', `${attribute(5000)}\n20 path=größe.s2p\n`],
    ['with a record that ends beyond its content', '99 path=a.s2p\n'],
    ['with a record that ends too early', '9 path=a.s2p\n'],
    ['with a record that ends before its text', '1 path=a.s2p\n'],
    ['with a record without a length', 'path=a.s2p\n'],
    ['with a record of length 0', '13 mtime=1.5\n0 path=a.s2p\n'],
    ['with an empty path', '8 path=\n'],
    ['without records', ''],
  ])('is that of its own header after a pax header %s', (_, records) => {
    expect(pathsOf(paxEntry(records), file)).toEqual(['short.s2p'])
  })

  test.each<[string, Uint8Array[]]>([
    ['in a header', [tarEntry(latin1('größe.s2p'), 'x')]],
    ['in an entry of its own', [tarEntry('././@LongLink', latin1('größe.s2p\0'), { type: 'L' }), file]],
    // The nine letters have one byte each: 3 + 5 + 9 + 1 = 18.
    ['in a pax header', [paxEntry(latin1('18 path=größe.s2p\n')), file]],
  ])('is read as Windows-1252 if it is not UTF-8: %s', (_, entries) => {
    expect(pathsOf(...entries)).toEqual(['größe.s2p'])
  })

  // In headers of GNU tar, the times of access and change follow, and the positions of the parts of a sparse file.
  test.each<[string, magic: string, path: string]>([
    ['POSIX', 'ustar\x0000', '14722510000/short.s2p'],
    ['GNU tar', 'ustar  \0', 'short.s2p'],
    ['no format', '', 'short.s2p'],
  ])('includes the prefix in the format of POSIX only: %s', (_, magic, path) => {
    expect(pathsOf(tarEntry('short.s2p', 'x', { magic, prefix: '14722510000' }))).toEqual([path])
  })

  test.each<[string, start: Uint8Array, paths: string[]]>([
    ['a short text', latin1('see readme.txt'), []],
    ['a text of which 11 characters could be a length', latin1(`${'see readme.txt'.padEnd(124)}00000000001`), []],
    ['zeros after a text', latin1('see readme.txt'.padEnd(512, '\0')), []],
    ['spaces after a text', latin1('see readme.txt'.padEnd(512)), []],
    ['a header with a length', file.slice(0, 136), ['short.s2p']],
    ['a header of POSIX without a length', file.slice(0, 512).fill(0, 124, 136), ['short.s2p']],
    ['a header in the old format of Unix', file.slice().fill(0, 257, 265), ['short.s2p']],
  ])('is found only in a header: %s', (_, start, paths) => {
    expect(tarPaths(start)).toEqual(paths)
  })

  test('is not changed by a global pax header', () => {
    const global = tarEntry('././@PaxHeader', '20 path=größe.s2p\n', { type: 'g' })
    expect(pathsOf(global, file)).toEqual(['short.s2p'])
  })

  test.each<[string, Uint8Array]>([
    ['a long link', tarEntry('././@LongLink', 'target\0', { type: 'K' })],
    ['a pax header without a path', paxEntry('13 mtime=1.5\n')],
  ])('is kept by %s between it and the entry', (_, between) => {
    const long = `${folder}line.s2p`
    expect(pathsOf(tarEntry('././@LongLink', `${long}\0`, { type: 'L' }), between, file, file)).toEqual([
      long,
      'short.s2p',
    ])
  })
})
