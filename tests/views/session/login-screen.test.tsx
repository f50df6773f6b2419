// @vitest-environment jsdom
import { useLocation } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { type Finding, sessionMachine, statusOf } from '../../../machines/session/session.machine'
import { LoginScreen } from '../../../src/routes/login-screen'
import { SessionProvider } from '../../../src/session/context'
import { session as uma } from '../../model-based/site'
import { renderPage } from '../site/render-page'

const never = <Output,>() => fromPromise<Output>(() => new Promise(() => {}))

test('a link that is followed while the page after the login is loading leads to its target', async () => {
  const machine = sessionMachine.provide({
    actors: {
      checkSession: fromPromise<Finding>(async () => ({ kind: 'session', session: uma })),
      fetchUser: never(),
      loadProfile: never(),
    },
  })
  const session = createActor(machine, { input: { isProviderReturn: false, wasRefused: false, wasProbed: false } })
  session.start()
  await waitFor(session, (snapshot) => statusOf(snapshot) === 'authenticated')

  /** Like the shell, which remounts its content for each URL until the page’s code has loaded. */
  function Content() {
    const path = useLocation({ select: ({ pathname }) => pathname })
    return (
      <SessionProvider value={session}>
        <main key={path}>
          <LoginScreen />
        </main>
      </SessionProvider>
    )
  }
  const router = await renderPage(<Content />, '/login')
  expect(router.state.location.pathname).toBe('/')

  await act(async () => router.navigate({ to: '/workspace' }))
  expect(router.state.location.pathname).toBe('/workspace')
  session.stop()
})
