// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { assign, createActor, setup } from 'xstate'

import { SessionProvider, useSession } from '../../../src/session/context'
import { viewerOf } from '../../../src/session/current-user'
import { hydratable } from '../../../src/session/hydration-snapshots'
import { useHydrated } from '../../../src/session/use-hydrated'
import { adaAtApi, openPage } from './open-page'

const counter = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'counted' } },
}).createMachine({
  context: { count: 0 },
  on: { counted: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
})

test('a part of the page hydrates with the state that it was prerendered with, then follows the current one', () => {
  const actor = hydratable(createActor(counter)).start()
  actor.send({ type: 'counted' })
  const container = document.createElement('div')
  document.body.append(container)
  const seen: number[] = []
  const { result, unmount } = renderHook(
    () => {
      const count = useHydrated(actor, (snapshot) => snapshot.context.count)
      seen.push(count)
      return count
    },
    { container, hydrate: true },
  )
  expect(seen[0]).toBe(0)
  expect(result.current).toBe(1)
  act(() => actor.send({ type: 'counted' }))
  expect(result.current).toBe(2)
  unmount()
  const renders = seen.length
  actor.send({ type: 'counted' })
  expect(seen).toHaveLength(renders)
})

test('an actor that was not prerendered hydrates with its current state', () => {
  const actor = createActor(counter).start()
  actor.send({ type: 'counted' })
  const seen: number[] = []
  const container = document.createElement('div')
  document.body.append(container)
  renderHook(() => seen.push(useHydrated(actor, (snapshot) => snapshot.context.count)), { container, hydrate: true })
  expect(new Set(seen)).toEqual(new Set([1]))
})

test('the session is the one of the page; without one, the mistake is named', () => {
  const { session } = openPage()
  const { result } = renderHook(useSession, {
    wrapper: ({ children }) => <SessionProvider value={session}>{children}</SessionProvider>,
  })
  expect(result.current).toBe(session)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => renderHook(useSession)).toThrow('useSession must be used within a SessionProvider.')
  vi.restoreAllMocks()
})

test.each(['unknown', 'anonymous'] as const)('a visitor whose status is %s has no name', (status) => {
  expect(viewerOf(status, null, adaAtApi)).toEqual({ status })
})

test('a user has the name of the profile, or the one of the API until it is loaded', () => {
  const profile = { firstName: 'Ada', lastName: 'Berg', email: 'berg@example.com', fullname: 'Ada Berg' }
  expect(viewerOf('authenticated', profile, adaAtApi)).toEqual({
    ...{ status: 'signed-in', fullname: 'Ada Berg', email: 'berg@example.com', initials: 'AB' },
  })
  expect(viewerOf('authenticated', null, adaAtApi)).toMatchObject({ fullname: 'ada', email: 'ada@example.com' })
  expect(viewerOf('authenticated', null, null)).toEqual({
    ...{ status: 'signed-in', fullname: 'Unknown User', email: '', initials: '??' },
  })
})
