// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { createActor } from 'xstate'

import { loadingMachine } from '../../../../machines/session/loading.machine'
import { followOverlay } from '../../../../src/app/loading-overlay'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** Sets up the page as index.html and public/before-app.js do. */
function openPage() {
  document.body.innerHTML =
    '<div data-loading-overlay role="status">Loading...</div><div id="root"><h1>Privacy policy</h1></div>'
  const root = document.querySelector<HTMLElement>('#root')!
  root.inert = true
  return root
}

const isCovered = () => {
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/)
  expect(document.getElementById('root')).toHaveProperty('inert', true)
}

const loadingOverlay: Surface<typeof loadingMachine> = {
  situations: { 'a visitor': {} },
  events: { 'content.shown': [{}], 'status.known': [{}] },
  done: {},
  failed: {},
  mount: ({ machine }) => {
    const actor = createActor(machine)
    followOverlay(actor, openPage())
    actor.start()
  },
  states: {
    'covered.empty': isCovered,
    'covered.undecided': isCovered,
    'covered.unrendered': isCovered,
    open: () => {
      expect(screen.queryByRole('status')).not.toBeInTheDocument()
      expect(document.getElementById('root')).toHaveProperty('inert', false)
    },
  },
  perform: {
    'content.shown': (event, { send }) => send(event),
    'status.known': (event, { send }) => send(event),
  },
}

testSurface('Loading overlay', loadingMachine, loadingOverlay)
