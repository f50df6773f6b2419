import { describe, expect, test } from 'vitest'

import { comparableSet, fittingFiles, othersInSet, othersText } from '../../../../machines/previews/network/network-set'
import { projectFile } from '../../samples'

/** The files of a project, whose names are their ids, from the newest to the oldest. */
const project = (...names: string[]) => names.map((name) => projectFile({ id: name, name }))
const idsIn = (files: ReturnType<typeof project>, of: string | null) => othersInSet(of, files).map(({ id }) => id)

describe('the set of a network', () => {
  test('has the other files with the same ending in the same folder, sorted by name', () => {
    const files = project(
      ...['vna/line10.s2p', 'vna/line2.S2P', 'vna/line1.s2p', 'VNA/line3.s2p'],
      ...['vna/pair.s4p', 'vna/set.zip', 'vna/notes.txt', 'vna/old/line1.s2p', 'line1.s2p', 'other/line1.s2p'],
    )
    expect(idsIn(files, 'vna/line1.s2p')).toEqual(['vna/line2.S2P', 'VNA/line3.s2p', 'vna/line10.s2p'])
    expect(idsIn(files, 'line1.s2p')).toEqual([])
    expect(idsIn(project('a.cti', 'b.citi', 'c.cti'), 'a.cti')).toEqual(['c.cti'])
  })

  test('does not mix the networks of a report with the inputs', () => {
    const files = [
      ...project('a.s2p', 'b.s2p'),
      projectFile({ id: 'c', name: 'c.s2p', folderId: 'reports' }),
      projectFile({ id: 'd', name: 'd.s2p', folderId: null }),
    ]
    // Files without a folder are inputs.
    expect(idsIn(files, 'a.s2p')).toEqual(['b.s2p', 'd'])
    expect(idsIn(files, 'c')).toEqual([])
  })

  test('has no empty files, and is empty for a file that is not a network of the list', () => {
    const files = [...project('a.s2p', 'b.s2p', 'a.zip', 'b.zip'), projectFile({ id: 'e', name: 'e.s2p', size: 0 })]
    expect(idsIn(files, 'a.s2p')).toEqual(['b.s2p'])
    expect(['a.zip', 'of an earlier revision', null].map((id) => idsIn(files, id))).toEqual([[], [], []])
  })

  test('is reduced to the files that fit together, past those that are too large', () => {
    const files = [60, 50, 30, 20, 10].map((size) => projectFile({ id: String(size), name: 'a.s2p', size }))
    expect(fittingFiles(files, 100).map(({ size }) => size)).toEqual([60, 30, 10])
    expect(fittingFiles(files, -1)).toEqual([])
  })

  test('is compared up to twelve networks and 256 MB, with the file itself', () => {
    const sized = (name: string, megabytes: number) => projectFile({ id: name, name, size: megabytes * 1024 * 1024 })
    const files = [
      sized('own.s2p', 100),
      sized('a.s2p', 100),
      sized('b.s2p', 57),
      sized('c.s2p', 56),
      sized('d.s2p', 1),
    ]
    expect(comparableSet('own.s2p', files)).toEqual({ ids: ['a.s2p', 'c.s2p'], size: 4 })
    const large = [sized('own.s2p', 1), sized('line0.s2p', 256)]
    const small = Array.from({ length: 12 }, (_, at) => sized(`line${at + 1}.s2p`, 1))
    // The network that is too large takes none of the places.
    expect(comparableSet('own.s2p', [...large, ...small])).toEqual({
      ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => `line${number}.s2p`),
      size: 13,
    })
    expect(comparableSet('own.s2p', large)).toEqual({ ids: [], size: 1 })
    expect(comparableSet(null, small)).toEqual({ ids: [], size: 0 })
  })

  test('is named with the number of its files, or how many of them there is room for', () => {
    expect(othersText('vna/a.S2P', 1, 11)).toBe('the other .s2p file in this folder')
    expect(othersText('a.s2p', 11, 11)).toBe('the 11 other .s2p files in this folder')
    expect(othersText('a.s2p', 12, 11)).toBe('11 of the 12 other .s2p files in this folder')
  })
})
