import { describe, expect, test } from 'vitest'

import { fileNameKey, freeFileName } from '../../../machines/files/file-names'

const taken = (...names: string[]) => new Set(names.map(fileNameKey))

describe('a free name', () => {
  test.each([
    ['board.brd', 'board (2).brd'],
    ['gerber/top.gbr', 'gerber/top (2).gbr'],
    ['v1.2/readme', 'v1.2/readme (2)'],
    ['.gitignore', '.gitignore (2)'],
    ['a.tar.gz', 'a.tar (2).gz'],
  ])('for %s is %s', (name, free) => expect(freeFileName(name, taken(name))).toBe(free))

  test('has the next free number, ignoring case and Unicode composition', () => {
    expect(freeFileName('Pl\u00e4n.txt', taken('pl\u00e4n.txt', 'PLA\u0308N (2).TXT', 'pl\u00e4n (3).txt'))).toBe(
      'Pl\u00e4n (4).txt',
    )
  })

  test.each([
    `${'x'.repeat(251)}.brd`,
    `a.${'x'.repeat(253)}`,
    `${'\u57fa'.repeat(83)}.gbr`,
    `a.${'\u57fa'.repeat(84)}`,
  ])('for a name of the maximum length is not longer: %s', (name) => {
    const free = freeFileName(name, taken(name))
    expect(free).toMatch(/ \(2\)/)
    expect(new TextEncoder().encode(free).length).toBeLessThanOrEqual(255)
  })
})
