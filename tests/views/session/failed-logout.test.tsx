// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { siteStorage } from '../../../src/session/storage'
import { arrive, session as uma, visit } from '../../model-based/site'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const staff = { ...uma, realmRoles: ['user', 'staff'] }

test.each(['/workspace', '/staff'])('a sign-out that the provider fails leads from %s to the home page', async (at) => {
  let logins = 0
  const deleted: string[] = []
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void deleted.push(name) })
  siteStorage.setItem('board-kept', String(Date.now()))
  let fail = () => {}
  const page = await visit({
    at,
    port: {
      checkSession: async () => ({ kind: 'session', session: staff }),
      endSession: () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('The provider cannot be reached.'))
        }),
      startLogin: () => {
        logins += 1
        return new Promise(() => {})
      },
    },
  })
  expect(page.path()).toBe(at)
  act(() => page.services.session.session.send({ type: 'logout.requested' }))
  await arrive()
  act(() => fail())
  await arrive()
  expect(page.path()).toBe('/')
  expect(logins).toBe(0)
  // A board that was kept on the price page is deleted, whatever the provider answers. The price page erases what is left.
  expect(deleted).toEqual(['kept-board'])
  expect(siteStorage.getItem('board-kept')).toBe('erasing')
})
