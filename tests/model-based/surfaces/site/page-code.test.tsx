// @vitest-environment jsdom
import { expect } from 'vitest'
import { createActor } from 'xstate'

import { pageCodeMachine } from '../../../../machines/site/page-code.machine'
import { followPageCode } from '../../../../src/site/page-code'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const notice = () => document.getElementById('connection-notice')

const isQuiet = () => {
  expect(notice()).not.toBeVisible()
}

const pageCode: Surface<typeof pageCodeMachine> = {
  situations: { 'a prerendered page': {} },
  events: { 'page.opened': [{}], 'visitor.noticed': [{}], 'page.used': [{}], 'code.needed': [{}] },
  done: { followVisitor: null, fetchAhead: null, waitForIdle: [undefined], loadCode: [undefined] },
  failed: { followVisitor: null, fetchAhead: null, waitForIdle: null, loadCode: [failure()] },
  mount: ({ machine }) => {
    document.body.innerHTML = '<div id="connection-notice" hidden></div>'
    const actor = createActor(machine)
    followPageCode(actor)
    actor.start()
  },
  states: {
    'postponed.covered': isQuiet,
    'postponed.expected': isQuiet,
    'postponed.unused': isQuiet,
    'postponed.due': isQuiet,
    // The notice is not checked here, because it stays visible during another attempt.
    loading: () => {},
    loaded: () => {},
    failed: () => {
      expect(notice()).toBeVisible()
    },
  },
  perform: {
    'page.opened': (event, { send }) => send(event),
    'visitor.noticed': (event, { report }) => report('followVisitor', event),
    'page.used': (event, { report }) => report('followVisitor', event),
    'code.needed': (event, { send }) => send(event),
  },
}

testSurface('Page code', pageCodeMachine, pageCode)
