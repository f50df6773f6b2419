// @vitest-environment jsdom
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { render, screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { assign, setup } from 'xstate'

import { type MutantResult, mutantsOf, readMutants } from '../../../scripts/machines/mutants-file'
import { arrowKeys } from '../../../src/inspector/address'
import { Legend, marksIn, marksOf, MutantsPanel } from '../../../src/inspector/chart/chart-views'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import { outlineOf } from '../../../src/inspector/states'
import { sourceHash } from '../../mutants/source-hash'

const source = 'the content of its file'
const door = setup({
  types: { context: {} as { opened: number } },
  guards: { isLocked: () => false },
  actions: { count: assign({ opened: ({ context }) => context.opened + 1 }) },
}).createMachine({
  id: 'door',
  context: { opened: 0 },
  initial: 'closed',
  states: {
    closed: {
      on: {
        open: [
          { guard: 'isLocked', actions: 'count' },
          { target: 'open', actions: 'count' },
        ],
      },
    },
    open: { entry: 'count', after: { 1000: 'closed' }, on: { close: 'closed' } },
  },
})
const outline = outlineOf(door)
const { arrows } = outline
const keys = arrowKeys(arrows)

const result = (what: string, verdict: MutantResult['verdict'], hash = sourceHash(source)): MutantResult => ({
  name: `door: ${what}`,
  hash,
  verdict,
})
const results = [
  result('closed open 1: guard isLocked dropped', 'detected'),
  result('closed open 2: target open swapped for closed', 'survived'),
  result('open after 1000: doubled', 'survived'),
  result('open entry: action count removed', 'survived'),
  result('action count: key opened left as it was', 'detected'),
  result('open close: target closed swapped for open', 'invalid'),
  { ...result('closed open 1: guard isLocked dropped', 'survived'), name: 'doorbell: ringing: action ring removed' },
]
const reasons = { 'door: open after 1000: doubled': 'Nobody waits that long.' }
const sheetOf = (mutants: Sheet['mutants']) => ({ ...outline, id: 'frontDoor', ...(mutants && { mutants }) }) as Sheet

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mutants-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('each mutant belongs to the transition with the fault', () => {
  const mutants = mutantsOf(door, results, source, reasons)
  const named = (numbers: number[] = []) => numbers.map((arrow) => keys[arrow])
  expect(mutants?.detected).toBe(2)
  expect(mutants?.isOutdated).toBe(false)
  expect(mutants?.survivors.map(({ what, reason, ...one }) => [what, named(one.arrows), reason])).toEqual([
    ['closed open 2: target open swapped for closed', ['door.closed | open | 2'], null],
    ['open after 1000: doubled', ['door.open | xstate.after.1000.door.open | 1'], 'Nobody waits that long.'],
    ['open entry: action count removed', [], null],
  ])
  expect(named(mutants?.tested)).toEqual([
    'door.closed | open | 1',
    'door.closed | open | 2',
    'door.open | xstate.after.1000.door.open | 1',
  ])
})

test('the chart marks each transition by its mutants', () => {
  const { arrowMarks } = marksOf(sheetOf(mutantsOf(door, results, source, reasons)), 'mutants')
  expect(Object.fromEntries(keys.map((key, arrow) => [key, arrowMarks?.get(arrow)?.sign]))).toEqual({
    'door.closed | open | 1': '✓',
    'door.closed | open | 2': '✕',
    'door.open | close | 1': '○',
    'door.open | xstate.after.1000.door.open | 1': '–',
  })
})

test('the legend counts the marks, and is missing without results', () => {
  const legendOf = (mutants: Sheet['mutants']) => (
    <Legend marks={marksOf(sheetOf(mutants), 'mutants')} all={marksIn.mutants} />
  )
  const { container, rerender } = render(legendOf(mutantsOf(door, results, source, reasons)))
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '✓ 1 all detected',
    '○ 1 without mutants',
    '– 1 known survivors',
    '✕ 1 survivors',
  ])
  rerender(legendOf(undefined))
  expect(container).toBeEmptyDOMElement()
})

test('results for an earlier version of the file do not count', () => {
  const older = results.map((one) => ({ ...one, hash: sourceHash('an earlier content') }))
  expect(mutantsOf(door, older, source)).toEqual({ detected: 0, survivors: [], tested: [], isOutdated: true })
  expect(mutantsOf(door, [...older, ...results.slice(0, 1)], source)).toMatchObject({ detected: 1, isOutdated: false })
  expect(mutantsOf(door, [], source)).toBeUndefined()
})

test('the panel counts the mutants, links the survivors to their transitions, and names the command', () => {
  const { rerender } = render(<MutantsPanel sheet={sheetOf(mutantsOf(door, results, source, reasons))} />)
  const panel = screen.getByRole('region', { name: 'Mutants' })
  expect(panel).toHaveTextContent('2 of 5 mutants detected.')
  expect(screen.getByRole('link', { name: 'closed open 2: target open swapped for closed' })).toHaveAttribute(
    'href',
    '#/frontDoor?view=mutants&arrow=door.closed+%7C+open+%7C+2',
  )
  expect(screen.queryByRole('link', { name: /entry/ })).toBeNull()
  const excused = within(panel).getAllByRole('listitem')[1]
  expect(excused).toHaveTextContent('Nobody waits that long.')

  rerender(<MutantsPanel sheet={sheetOf(undefined)} />)
  expect(panel).toHaveTextContent(
    'No mutants of this machine have been tested. Run npm run test:mutants -- --machine front-door.',
  )
  rerender(<MutantsPanel sheet={sheetOf({ detected: 0, survivors: [], tested: [], isOutdated: true })} />)
  expect(panel).toHaveTextContent('has changed since its mutants were tested.')
})

test('a file that is missing contains no results, nor does one that is half written or something else', async () => {
  const file = path.join(folder, 'machines.json')
  expect(await readMutants(file)).toEqual([])
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const text of ['[{"name":"door', '{}']) {
    await writeFile(file, text)
    expect(await readMutants(file)).toEqual([])
    expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('contains no results'))
  }
  expect(warn).toHaveBeenCalledTimes(2)
})
