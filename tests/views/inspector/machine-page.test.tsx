// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadingMachine } from '../../../machines/session/loading.machine'
import { mobileMenuMachine } from '../../../machines/site/mobile-menu.machine'
import { addressOf } from '../../../src/inspector/address'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import { createLog } from '../../../src/inspector/live/recording-log'
import { outlineOf } from '../../../src/inspector/states'
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

function open(address: string) {
  history.replaceState(null, '', address)
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <Visualizer data={{ sheets, editor: null, against: null }} log={createLog()} app={null} />
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
