// @vitest-environment jsdom
// Needs its own modules: the list is kept in a database that is opened once.
/** The list of projects is kept in two places: its owner in the site's storage, and the list in a database. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from 'xstate'

import { type KeptList, keptProjectsOf } from '../../../machines/projects/kept-list.machine'
import { siteStorage } from '../../../src/session/storage'
import { project } from '../../model/samples'

const ownerKey = 'projects-kept-for'

/** The browser's database, which refuses to store anything while it is `full`. */
function stubDatabase() {
  const browser = { records: new Map<string, unknown>(), full: false }
  type Answer = { result?: unknown; error?: Error; onsuccess?: () => void; onerror?: () => void }
  const answered = (answer: Answer) => {
    queueMicrotask(() => (answer.error ? answer.onerror?.() : answer.onsuccess?.()))
    return answer
  }
  const transaction = () => {
    const changes: Answer & { oncomplete?: () => void; onabort?: () => void; objectStore: () => object } = {
      objectStore: () => ({
        transaction: changes,
        get: (key: string) => answered({ result: browser.records.get(key) }),
        put: (value: unknown, key: string) => {
          if (browser.full) changes.error = new Error('The disk is full.')
          else browser.records.set(key, value)
          queueMicrotask(() => (changes.error ? changes.onabort?.() : changes.oncomplete?.()))
        },
        delete: (key: string) => {
          browser.records.delete(key)
          queueMicrotask(() => changes.oncomplete?.())
        },
      }),
    }
    return changes
  }
  vi.stubGlobal('indexedDB', { open: () => answered({ result: { transaction, createObjectStore: () => {} } }) })
  return browser
}

afterEach(() => {
  vi.unstubAllGlobals()
  siteStorage.removeItem(ownerKey)
})

/** A new visit, in which a user signs in. The module remembers its database, so each visit loads the module again. */
async function visit(userId: string, readsAhead: boolean) {
  vi.resetModules()
  const { createKeptList } = await import('../../../src/workspace/projects/list/kept-list')
  const actor = createKeptList({ readsAhead })
  actor.start()
  onTestFinished(() => actor.stop())
  actor.send({ type: 'user.known', userId })
  await waitFor(actor, (snapshot) => snapshot.matches({ user: 'known' }))
  return { actor, names: keptProjectsOf(actor.getSnapshot())?.map(({ name }) => name) ?? null }
}

const list = (name: string) => ({ type: 'list.shown' as const, projects: [project({ name })] })
const isStored = (browser: ReturnType<typeof stubDatabase>, userId: string) =>
  expect.poll(() => [...browser.records.values()].map((kept) => (kept as KeptList).userId)).toEqual([userId])

test.each([true, false])('a user finds their list at the next visit; read ahead: %s', async (readsAhead) => {
  const browser = stubDatabase()
  const { actor } = await visit('u1', false)
  actor.send(list('Camera board'))
  await isStored(browser, 'u1')
  expect((await visit('u1', readsAhead)).names).toEqual(['Camera board'])
})

test('the list of another user is not shown, and removed', async () => {
  const browser = stubDatabase()
  const { actor } = await visit('u1', false)
  actor.send(list('Camera board'))
  await isStored(browser, 'u1')
  expect((await visit('u2', true)).names).toBeNull()
  expect(browser.records.size).toBe(0)
})

test.each([true, false])(
  'the list of another user is not shown if the own one could not replace it; read ahead: %s',
  async (readsAhead) => {
    const browser = stubDatabase()
    const { actor } = await visit('u1', false)
    actor.send(list('Camera board'))
    await isStored(browser, 'u1')
    // The site's storage names the new owner, but the database still has the previous owner's list.
    siteStorage.setItem(ownerKey, 'u2')
    expect((await visit('u2', readsAhead)).names).toBeNull()
  },
)
