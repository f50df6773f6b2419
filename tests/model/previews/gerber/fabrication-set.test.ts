import { describe, expect, test } from 'vitest'

import { fabricationSetOf, setKey } from '../../../../machines/previews/gerber/fabrication-set'
import { projectFile } from '../../samples'

const named = (...names: string[]) => names.map((name) => projectFile({ id: `id of ${name}`, name }))
const partsOf = (files = named()) => fabricationSetOf(files)?.parts.map(({ name }) => name)

describe('the Gerber and drill files of a project', () => {
  test('are one set, with their job file and the text files that could be drill files', () => {
    const files = named(
      'board.kicad_pcb',
      'b-F_Cu.gtl',
      'b-B_Cu.gbl',
      'b.drl',
      'b.gbrjob',
      'drill.txt',
      'old.zip',
      'a.png',
    )
    expect(partsOf(files)).toEqual(['b-B_Cu.gbl', 'b-F_Cu.gtl', 'b.drl', 'b.gbrjob', 'drill.txt'])
    const set = fabricationSetOf(files)
    expect(set?.file).toMatchObject({ id: 'gerber-set', name: '3 Gerber and drill files', project_id: 'p1' })
    expect(set?.file.size).toBe(5 * (files[0]?.size ?? 0))
  })

  test('are no set if there are fewer than two', () => {
    expect(partsOf(named('b.gtl', 'drill.txt', 'set.zip'))).toBeUndefined()
    expect(partsOf([])).toBeUndefined()
  })

  test('do not include reports, empty files or long texts', () => {
    const [top, bottom] = named('b.gtl', 'b.gbl')
    if (!top || !bottom) throw new Error('There are two files.')
    expect(partsOf([top, { ...bottom, folderId: 'reports' }])).toBeUndefined()
    expect(partsOf([top, { ...bottom, size: 0 }])).toBeUndefined()
    expect(partsOf([top, bottom, projectFile({ name: 'log.txt', size: 2_000_000 })])).toEqual(['b.gbl', 'b.gtl'])
  })

  test('are another set once one of them is replaced or deleted', () => {
    const files = named('a.gtl', 'b.gbl', 'c.drl')
    const keys = [files, files.slice(1), [...files.slice(1), projectFile({ id: 'next', name: 'a.gtl' })]].map((all) => {
      const set = fabricationSetOf(all)
      return set && setKey(set)
    })
    expect(new Set(keys).size).toBe(3)
  })
})
