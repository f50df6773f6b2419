/** An empty page with all libraries: the baseline cost of a site with sign-in on this stack. */
import { useMachine } from '@xstate/react'
import { fromPromise, setup } from 'xstate'

import { checkSession, renderPage } from './stack'

const machine = setup({ actors: { check: fromPromise(checkSession) } }).createMachine({
  initial: 'checking',
  states: { checking: { invoke: { src: 'check', onDone: 'open', onError: 'open' } }, open: {} },
})

renderPage(function Page() {
  const [snapshot] = useMachine(machine)
  return snapshot.matches('open') ? <a href="/workspace">Login</a> : null
})
