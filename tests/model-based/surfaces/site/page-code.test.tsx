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
  events: { 'page.opened': [{}], 'page.used': [{}], 'code.needed': [{}] },
  done: { followVisitor: null, waitForIdle: [undefined], loadCode: [undefined] },
  failed: { followVisitor: null, waitForIdle: null, loadCode: [failure()] },
  mount: ({ machine }) => {
    document.body.innerHTML = '<div id="connection-notice" hidden></div>'
    const actor = createActor(machine)
    followPageCode(actor)
    actor.start()
  },
  states: {
    'postponed.covered': isQuiet,
    'postponed.open': isQuiet,
    // The notice is not checked here, because it stays visible during another attempt.
    loading: () => {},
    loaded: () => {},
    failed: () => {
      expect(notice()).toBeVisible()
    },
  },
  perform: {
    'page.opened': (event, { send }) => send(event),
    'page.used': (event, { report }) => report('followVisitor', event),
    'code.needed': (event, { send }) => send(event),
  },
}

testSurface('Page code', pageCodeMachine, pageCode)
