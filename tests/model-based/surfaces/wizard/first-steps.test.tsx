// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { firstStepsMachine } from '../../../../machines/wizard/first-steps.machine'
import type { PriceTable } from '../../../../machines/wizard/rows/interfaces'
import { FirstSteps } from '../../../../src/workspace/wizard/first-steps/first-steps'
import { project } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

const table: PriceTable = { si: [{ name: 'USB4', unit_price: 4000 }], pi: [{ name: 'PowerAC', unit_price: 1100 }] }

const steps = () => within(screen.getByRole('region', { name: 'First steps' }))
const shownPrices = () =>
  steps()
    .queryAllByRole('definition')
    .map(({ textContent }) => textContent)
// A spinner hides the text while the button is busy.
const open = () => steps().getByRole('button')

const firstSteps: Surface<typeof firstStepsMachine> = {
  situations: { 'a user without projects': {} },
  events: { 'sample.requested': [{}] },
  done: { loadPrices: [table], openSample: [project()] },
  failed: { loadPrices: [failure()], openSample: [failure('The server is being restarted.'), failure()] },
  mount: ({ machine }) => {
    renderWorkspace(<FirstSteps onOpening={vi.fn()} onOpened={vi.fn()} onFailed={vi.fn()} />, {
      ...machinesOver({}),
      firstSteps: machine,
    })
  },
  states: {
    'prices.loading': () => expect(shownPrices()).toEqual([]),
    'prices.known': (_, { context: { prices } }) =>
      // After a failure, the list prices of the specification.
      expect(shownPrices()).toEqual(
        prices?.si[0]?.name === 'USB4' ? ['$4,000', '$1,100'] : ['$2,000', '$3,000', '$1,000', '$1,000'],
      ),
    'sample.offered': (_, { context }) => {
      expect(isUsable(open())).toBe(true)
      expect(open()).toHaveTextContent('Open the sample project')
      const alert = steps().queryByRole('alert')
      if (context.failure === null) expect(alert).toBeNull()
      else expect(alert).toHaveTextContent(context.failure)
    },
    'sample.opening': () => {
      expect(isUsable(open())).toBe(false)
      expect(steps().queryByRole('alert')).toBeNull()
    },
    'sample.opened': () => {
      expect(isUsable(open())).toBe(false)
    },
  },
  perform: { 'sample.requested': async (_, { user }) => user.click(open()) },
}

testSurface('First steps', firstStepsMachine, firstSteps)
