import { describe, expect, test } from 'vitest'

import { isProbablyBoard } from '../../../machines/previews/content-kinds'
import { fallbackOf, kindOf, tooLarge, unshownFormat } from '../../../machines/previews/preview-kinds'

describe('the kinds of engineering files', () => {
  test('are detected by name, and a stackup also by its selected type', () => {
    const kinds = {
      network: 'a.s1p a.S16P a.ts',
      board: 'a.kicad_pcb',
      model: 'a.ibs a.cir',
      fabrication: 'a.gbr a.drl a.zip',
    }
    for (const [kind, names] of Object.entries(kinds)) {
      for (const name of names.split(' ')) expect(kindOf({ name }), name).toBe(kind)
    }
    expect(kindOf({ name: 'board-stackup.json' })).toBe('stackup')
    expect(kindOf({ name: 'layers.csv' })).toBe('table')
    expect(kindOf({ name: 'layers.csv', fileType: 'Stackup' })).toBe('stackup')
    expect(kindOf({ name: 'stackup.png' })).toBe('image')
  })

  test('fall back to text or a table, except an archive', () => {
    expect(fallbackOf('board', 'a.kicad_pcb')).toBe('text')
    expect(fallbackOf('stackup', 'stackup.csv')).toBe('table')
    expect(fallbackOf('fabrication', 'a.zip')).toBeNull()
    expect(fallbackOf('markdown', 'a.md')).toBe('text')
    expect(fallbackOf('image', 'a.png')).toBeNull()
    expect(tooLarge('board', 300 * 1_048_576)).toMatch(/larger than 256 MB/)
    expect(tooLarge('video', 300 * 1_048_576)).toBeNull()
    expect(tooLarge('markdown', 524_288)).toBeNull()
    expect(tooLarge('markdown', 524_289)).toMatch(/larger than 512 KB/)
  })

  test('that are not supported still have the name of their format', () => {
    expect(unshownFormat('case.STEP')).toBe('STEP (3D model)')
    expect(unshownFormat('board.xml.zst')).toBe('Zstandard archive')
    expect(unshownFormat('a.odd')).toBe('.odd')
    expect(unshownFormat('LICENSE')).toBe('unknown (no file extension)')
  })
})

test.each<[name: string, fileType: string, isBoard: boolean]>([
  ['board.kicad_pcb', 'other', true],
  ['job.tgz', 'layout', true],
  ['design.xml', 'Layout', true],
  ['design.cvg', 'layout', true],
  ['board.kicad_pcb.gz', 'layout', true],
  ['job_ODB++.zip', 'layout', true],
  ['fab.zip', 'layout', false],
  ['design.xml', 'other', false],
  ['board.gbr', 'layout', false],
  ['board.net', 'layout', false],
])('whether %s of the type %s is probably a board: %s', (name, fileType, isBoard) => {
  expect(isProbablyBoard({ name, fileType })).toBe(isBoard)
})
