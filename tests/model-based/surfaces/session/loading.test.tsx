// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { createActor } from 'xstate'

import { loadingMachine } from '../../../../machines/session/loading.machine'
import { followOverlay } from '../../../../src/app/loading-overlay'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** Sets up the page as index.html does. */
function openPage() {
  document.body.innerHTML =
    '<div data-loading-overlay role="status">Loading...</div><div id="root"><h1>Privacy policy</h1></div>'
}

const isCovered = () => {
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/)
}

const loadingOverlay: Surface<typeof loadingMachine> = {
  situations: { 'a visitor': {} },
  events: { 'content.shown': [{}], 'status.known': [{}] },
  done: {},
  failed: {},
  mount: ({ machine }) => {
    const actor = createActor(machine)
    openPage()
    followOverlay(actor)
    actor.start()
  },
  states: {
    'covered.empty': isCovered,
    'covered.undecided': isCovered,
    'covered.unrendered': isCovered,
    open: () => {
      expect(screen.queryByRole('status')).not.toBeInTheDocument()
    },
  },
  perform: {
    'content.shown': (event, { send }) => send(event),
    'status.known': (event, { send }) => send(event),
  },
}

testSurface('Loading overlay', loadingMachine, loadingOverlay)
