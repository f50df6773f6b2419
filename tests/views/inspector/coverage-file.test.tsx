// @vitest-environment jsdom
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { render, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'

import { mobileMenuMachine } from '../../../machines/site/mobile-menu.machine'
import { sessionMachine } from '../../../machines/session/session.machine'
import { coverageFrom, readCoverage, writeCoverage } from '../../../scripts/machines/coverage-file'
import { outlineHash } from '../../../scripts/machines/outline-hash'
import { CoveragePanel } from '../../../src/inspector/chart/chart-views'
import { arrowKeys } from '../../../src/inspector/address'
import { arrowsOf } from '../../../src/inspector/outline'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import type * as Paths from '../../model-based/paths'

const session = sessionMachine as unknown as AnyStateMachine
const menu = mobileMenuMachine as unknown as AnyStateMachine
let folder: string
let paths: typeof Paths

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'walked-'))
  vi.stubEnv('MODEL_FOLDER', folder)
  paths = await import('../../model-based/paths')
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const nothing = { graphPaths: [], transitions: [], places: [] }

test('a run of one machine or level keeps the results of the others, and replaces its own', async () => {
  const { saveWalked, forgetWalked, allWalked } = paths
  saveWalked({ ...nothing, title: 'Session', level: 'view', transitions: ['a'] }, session)
  saveWalked({ ...nothing, title: 'Session', level: 'browser', transitions: ['b'] }, session, 'usual 1')
  saveWalked({ ...nothing, title: 'Mobile menu', level: 'view', transitions: ['c'] }, menu)
  await writeFile(path.join(folder, 'walked/session.view.half.json'), '{"title":"Ses')
  const found = () =>
    Object.entries(coverageFrom(allWalked()))
      .map(([id, { view, browser }]) => [id, ...view, ...browser])
      .toSorted()
  expect(found()).toEqual([
    ['mobileMenu', 'c'],
    ['session', 'a', 'b'],
  ])
  forgetWalked({ machine: 'session', level: 'view' })
  expect(found()).toEqual([
    ['mobileMenu', 'c'],
    ['session', 'b'],
  ])
  forgetWalked({ machine: 'session' })
  expect(found()).toEqual([['mobileMenu', 'c']])
  forgetWalked({})
  expect(found()).toEqual([])
  expect(await readdir(path.join(folder, 'walked'))).toEqual([])
})

test('results of a changed machine are outdated, and so are those of two versions', () => {
  const walked = (outline: string, at: string) => ({
    ...nothing,
    title: 'Session',
    level: 'view' as const,
    outline,
    at,
  })
  const current = outlineHash(session)
  expect(coverageFrom([walked(current, '2'), walked(current, '1')])['session']).toMatchObject({
    at: '1',
    outline: current,
  })
  expect(coverageFrom([walked(current, '1'), walked('older', '2')])['session']?.outline).toBe('')
  const door = (states: object) =>
    outlineHash(createMachine({ id: 'door', initial: 'a', states: states as { a: object } }))
  expect(door({ a: {} })).toBe(door({ a: {} }))
  expect(door({ a: { on: { go: {} } } })).not.toBe(door({ a: {} }))
})

test('a file that is missing or only half written contains no coverage', async () => {
  const file = path.join(folder, 'coverage.json')
  expect(await readCoverage(file)).toEqual({})
  await writeCoverage(file, coverageFrom([]))
  expect(await readCoverage(file)).toEqual({})
  await writeFile(file, '{"session":{"view":[')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await readCoverage(file)).toEqual({})
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('is not valid JSON'))
})

test('the panel counts the transitions that the machine has, and names the date and an outdated report', () => {
  const arrows = arrowsOf(session)
  const [first = ''] = arrowKeys(arrows)
  const coverage = { view: [first, 'session.gone | x | 1'], browser: [], failed: [], exceptions: {}, outline: '' }
  const sheet = (isOutdated: boolean) =>
    ({
      id: 'simulationRequest',
      arrows,
      coverage: { ...coverage, at: '2026-11-27T08:00:00Z', isOutdated },
    }) as unknown as Sheet
  const { rerender } = render(<CoveragePanel sheet={sheet(false)} onPlay={() => {}} />)
  expect(screen.getByText(`1 of ${arrows.length} transitions`)).toBeVisible()
  expect(screen.getByText('Tested on 2026-11-27.')).toBeVisible()
  rerender(<CoveragePanel sheet={sheet(true)} onPlay={() => {}} />)
  expect(screen.getByText(/has changed since it was tested on 2026-11-27/)).toHaveTextContent(
    'with -- --machine simulation-request for this machine alone.',
  )
})
