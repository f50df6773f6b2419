// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadingMachine } from '../../../machines/session/loading.machine'
import { mobileMenuMachine } from '../../../machines/site/mobile-menu.machine'
import { addressOf } from '../../../src/inspector/address'
import { compare } from '../../../src/inspector/chart/chart-changes'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import { createLog } from '../../../src/inspector/live/recording-log'
import { type Outline, outlineOf } from '../../../src/inspector/states'
import { Visualizer } from '../../../src/inspector/visualizer'
import { UiProvider } from '../../../src/ui/theme/provider'

const sheetOf = (machine: Parameters<typeof outlineOf>[0], title: string) =>
  ({
    id: machine.id,
    title,
    description: '',
    notes: {},
    names: {},
    samples: { input: null, events: {} },
    ...outlineOf(machine),
    drawing: { width: 1, height: 1, shapes: [] },
    folded: {},
    places: { states: {}, arrows: [] },
  }) as unknown as Sheet

/** The loading overlay, compared with a version in which the open state had another name. */
function changedSheet(): Sheet {
  const sheet = sheetOf(loadingMachine, 'Loading overlay')
  const before = JSON.parse(
    JSON.stringify(outlineOf(loadingMachine)).replaceAll('loading.open', 'loading.ajar'),
  ) as Outline
  for (const state of before.root.states) if (state.id === 'loading.ajar') state.key = 'ajar'
  return { ...sheet, changes: { ...compare(before, outlineOf(loadingMachine)), drawing: sheet.drawing, folded: {} } }
}
const sheets = [sheetOf(loadingMachine, 'Loading overlay'), sheetOf(mobileMenuMachine, 'Mobile menu')]

// jsdom lays out nothing, so that charts can be neither measured nor moved.
vi.mock('@panzoom/panzoom', () => {
  const nothing = () => {}
  return {
    default: () => ({ reset: nothing, zoom: nothing, pan: nothing, zoomWithWheel: nothing, destroy: nothing }),
  }
})
beforeAll(() => void Object.assign(SVGElement.prototype, { getScreenCTM: () => null }))
afterEach(() => history.replaceState(null, '', '/'))

function open(address: string, shown = sheets) {
  history.replaceState(null, '', address)
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <Visualizer
        data={{ sheets: shown, editor: null, against: { name: 'main', removed: [] } }}
        log={createLog()}
        app={null}
      />
    </UiProvider>,
  )
}

const tab = () => within(screen.getByRole('group', { name: 'View' })).getByRole('button', { pressed: true })

test.each([
  ['Simulation', null],
  ['Coverage', 'coverage'],
  ['Mutants', 'mutants'],
  ['Changes', 'changes'],
])('another machine in the list opens in the same view: %s', async (title, view) => {
  open(addressOf('loading', { view, state: 'loading.covered', folded: 'loading.covered' }))
  await userEvent.click(screen.getByRole('link', { name: 'Mobile menu' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mobile menu' })).toBeVisible()
  expect(tab()).toHaveTextContent(title)
  // The selection and the collapsed states are those of the other machine.
  expect(window.location.hash).toBe(view === null ? '#/mobileMenu' : `#/mobileMenu?view=${view}`)
})

test('a selection in the chart of changes shows what has changed, and is cleared', async () => {
  open('#/loading?view=changes&folded=loading.covered', [changedSheet()])
  await userEvent.click(screen.getByRole('link', { name: 'State ajar removed' }))
  const selected = await screen.findByRole('region', { name: 'Selected' })
  expect(within(selected).getByRole('heading')).toHaveTextContent('ajar')
  expect(selected).toHaveTextContent('State ajar removed')
  await userEvent.click(within(selected).getByRole('link', { name: 'Clear selection' }))
  expect(screen.queryByRole('region', { name: 'Selected' })).toBeNull()
  expect(tab()).toHaveTextContent('Changes')
})

test('a selection in the chart of changes that has not changed says so, also for a transition', async () => {
  open(addressOf('loading', { view: 'changes', state: 'loading.covered' }), [changedSheet()])
  const selected = screen.getByRole('region', { name: 'Selected' })
  expect(selected).toHaveTextContent('Not changed.')
  window.location.hash = addressOf('loading', { view: 'changes', arrow: 'loading.covered.empty | content.shown | 1' })
  expect(await within(selected).findByRole('heading', { name: 'content.shown' })).toBeVisible()
  expect(selected).toHaveTextContent('Not changed.')
})

test('a selection in a machine that has not changed has its facts, and is cleared', async () => {
  open(addressOf('loading', { view: 'changes', state: 'loading.covered' }))
  const selected = screen.getByRole('region', { name: 'Selected' })
  expect(selected).toHaveTextContent('compound')
  await userEvent.click(within(selected).getByRole('link', { name: 'Clear selection' }))
  expect(selected).not.toBeInTheDocument()
  expect(window.location.hash).toBe('#/loading?view=changes')
})
