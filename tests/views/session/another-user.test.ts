// @vitest-environment jsdom
/** What a tab keeps and forgets when one person signs in after another. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'

import type { Session } from '../../../machines/session/roles'
import { readShared, writeShared } from '../../../src/session/drafts/cross-tab-drafts'
import { readDraft, storeDraft } from '../../../src/session/drafts/drafts'
import { connectSession } from '../../../src/session/machines'
import { userMark } from '../../../src/session/storage'

const session: Session = {
  ...{ accessToken: 'a.b.c', decodedToken: {}, userId: 'u2', username: 'ada', realmRoles: [], resourceRoles: {} },
}
const never = () => new Promise<never>(() => {})
const request = (userId: string) => ({ userId, kind: 'request', about: 'p1' }) as const
const isDraft = (stored: unknown): stored is object => typeof stored === 'object' && stored !== null
const kept = (userId: string) => readShared(request(userId), (stored) => (isDraft(stored) ? stored : null))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** Opens a page for a person who is signed in at the provider. */
async function open() {
  const env = {
    port: { checkSession: async () => ({ kind: 'session', session }), lend: () => {} },
    ...{ status: () => 'loading', place: () => '/', fetchUser: never, loadProfile: never },
    ...{ logOutOfTool: never, closeToolWindow: () => {}, forgetUser: () => {}, alert: () => {}, notify: () => {} },
  } as unknown as Parameters<typeof connectSession>[0]
  const input = { isProviderReturn: false, wasRefused: false, wasProbed: false }
  const actor = createActor(connectSession(env).session, { input }).start()
  onTestFinished(() => void actor.stop())
  await vi.waitFor(() => expect(userMark.isOf('u2')).toBe(true))
}

test('the drafts of the earlier user are removed, and those of the one who signs in are kept', async () => {
  userMark.set('u1')
  storeDraft('project', { name: 'Radar' })
  writeShared(request('u1'), { purchaseOrder: 'PO-1' })
  writeShared(request('u2'), { purchaseOrder: 'PO-2' })
  await open()
  expect(readDraft('project', isDraft)).toBeNull()
  expect([kept('u1'), kept('u2')]).toEqual([null, { purchaseOrder: 'PO-2' }])
})

test('the same user keeps all drafts', async () => {
  userMark.set('u2')
  storeDraft('project', { name: 'Radar' })
  writeShared(request('u2'), { purchaseOrder: 'PO-2' })
  await open()
  expect(readDraft('project', isDraft)).toEqual({ name: 'Radar' })
  expect(kept('u2')).toEqual({ purchaseOrder: 'PO-2' })
})
