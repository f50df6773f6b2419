import { describe, expect, test } from 'vitest'

import { type GivenBoard, givenProblem, largestKeptBytes, unpricedText } from '../../../machines/pricing/given-board'
import { isExpired } from '../../../machines/pricing/kept-board-time'
import { boardNameAmong, projectNameFor } from '../../../machines/projects/project-name'
import { covers } from '../../spec-coverage/covers'

const given: GivenBoard = { id: 'g1', name: 'hub.kicad_pcb', size: 10, count: 1, isFolder: false }

describe('a board that a visitor gives', () => {
  test('is one file with content', () => {
    expect(givenProblem(given)).toBeNull()
    expect(givenProblem({ ...given, count: 12 })).toMatch(/^Only one board can be priced at a time\./)
    expect(givenProblem({ ...given, isFolder: true, size: 4096 })).toMatch(/is a folder\. Compress an ODB\+\+ folder/)
    expect(givenProblem({ ...given, size: 0 })).toBe('hub.kicad_pcb is empty.')
  })

  test('without nets gets an explanation of what to do instead', () => {
    expect(unpricedText('fab.zip', { kind: 'archive', format: 'Zip' })).toMatch(
      /fab\.zip is an archive.*Gerber files.*without net names.*KiCad board, an IPC-2581 file, or an ODB\+\+ archive/,
    )
    expect(unpricedText('top.gbr', { kind: 'gerber', format: 'Gerber' })).toMatch(/without net names/)
    expect(unpricedText('b.brd', { kind: 'board', format: 'Cadence Allegro (binary)' })).toMatch(
      /Export the board as IPC-2581 \(File > Export > IPC2581\)/,
    )
    expect(unpricedText('n.txt', { kind: 'text', format: 'Text' })).toMatch(/not a board in a known format/)
    expect(unpricedText('a.pdf', { kind: 'pdf', format: 'PDF' })).toMatch(/^PDF files contain no board/)
    expect(unpricedText('a.zip', { kind: 'touchstone', format: 'Touchstone files' })).toMatch(
      /^Touchstone files contain no board/,
    )
  })

  test('is kept for 24 hours, and at most 200 MB of it', () => {
    covers('decisions-price-kept')
    const day = 24 * 60 * 60 * 1000
    expect(isExpired(1000, 1000 + day - 1)).toBe(false)
    expect(isExpired(1000, 1000 + day)).toBe(true)
    // The clock was changed, so the age is unknown.
    expect(isExpired(2000, 1000)).toBe(true)
    expect(isExpired(Number.NaN, 1000)).toBe(true)
    expect(largestKeptBytes).toBe(200 * 1024 * 1024)
  })
})

describe('the name of its project', () => {
  test.each([
    ['hub.kicad_pcb', 'hub'],
    ['camera.v2.xml', 'camera.v2'],
    ['board_odb.tar.gz', 'board_odb'],
    ['.kicad_pcb', 'Board'],
    ['no extension', 'no extension'],
    ['carrier/board/radar.kicad_pcb', 'radar'],
  ])('%s: %s', (file, name) => expect(projectNameFor(file, [])).toBe(name))

  test('comes from the layout among several files', () => {
    expect(boardNameAmong(['r/notes.txt', 'r/rules.xml', 'r/fab.zip', 'r/radar.KICAD_PCB'])).toBe('r/radar.KICAD_PCB')
    expect(boardNameAmong(['notes.txt', 'board.tgz'])).toBe('board.tgz')
    expect(boardNameAmong(['notes.txt', 'stack.csv'])).toBe('notes.txt')
    expect(boardNameAmong([])).toBe('')
  })

  test('is free, whatever its case', () => {
    expect(projectNameFor('hub.kicad_pcb', ['HUB '])).toBe('hub 2')
    expect(projectNameFor('hub.kicad_pcb', ['Hub', 'hub 2'])).toBe('hub 3')
  })

  test('fits into the limit of 254 characters with its number', () => {
    const long = 'ü'.repeat(300)
    expect(projectNameFor(long, [projectNameFor(long, [])])).toMatch(/^ü{240} 2$/)
  })
})
