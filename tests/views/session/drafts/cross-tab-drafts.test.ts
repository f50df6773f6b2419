// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

import {
  dropShared,
  dropSharedDrafts,
  readShared,
  watchShared,
  writeShared,
} from '../../../../src/session/drafts/cross-tab-drafts'

type Draft = { text: string }
const isDraft = (stored: unknown): stored is Draft => typeof stored === 'object' && stored !== null && 'text' in stored
const parse = (stored: unknown) => (isDraft(stored) ? stored : null)
const place = (userId: string, about = 'p1') => ({ userId, kind: 'request', about }) as const
const read = (userId: string, about?: string) => readShared(place(userId, about), parse)?.text ?? null

beforeEach(() => localStorage.clear())

test('a draft belongs to one user and one subject', () => {
  writeShared(place('u1'), { text: 'mine' })
  writeShared(place('u1', 'p2'), { text: 'other' })
  expect([read('u1'), read('u1', 'p2'), read('u2')]).toEqual(['mine', 'other', null])
  dropShared(place('u1'))
  expect([read('u1'), read('u1', 'p2')]).toEqual([null, 'other'])
})

test('the draft of one user is kept even if the name of another one begins or ends with it', () => {
  writeShared(place('u'), { text: 'kept' })
  writeShared(place('u2'), { text: 'removed' })
  writeShared(place('2u'), { text: 'removed' })
  localStorage.setItem(`of ${localStorage.key(0)?.replace(/:.*/, ':')}`, 'another key')
  dropSharedDrafts('u')
  expect([read('u'), read('u2'), read('2u')]).toEqual(['kept', null, null])
  expect(Object.values(localStorage)).toContain('another key')
})

test('a draft that is not JSON is ignored', () => {
  writeShared(place('u1'), { text: 'mine' })
  localStorage.setItem(localStorage.key(0) ?? '', '{')
  expect(read('u1')).toBeNull()
})

test('an invalid stored value is ignored', () => {
  writeShared(place('u1'), { title: 'of another version' })
  expect(read('u1')).toBeNull()
})

test('a logout deletes all drafts, a sign-in by another user only those of others', () => {
  localStorage.setItem('theme', 'dark')
  writeShared(place('u1'), { text: 'mine' })
  writeShared(place('u2'), { text: 'theirs' })
  writeShared(place('u1', 'p2'), { text: 'mine, too' })
  writeShared(place('u1', 'p3'), { text: 'and this' })
  dropSharedDrafts('u2')
  expect([read('u1'), read('u1', 'p2'), read('u1', 'p3'), read('u2')]).toEqual([null, null, null, 'theirs'])
  dropSharedDrafts()
  expect([read('u2'), localStorage.getItem('theme')]).toEqual([null, 'dark'])
})

test('a change of this draft in another tab is reported until the subscription ends', () => {
  const heard = vi.fn()
  writeShared(place('u1'), { text: 'mine' })
  const key = localStorage.key(0)
  const stop = watchShared(place('u1'), heard)
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(heard).not.toHaveBeenCalled()
  dispatchEvent(new StorageEvent('storage', { key }))
  stop()
  dispatchEvent(new StorageEvent('storage', { key }))
  expect(heard).toHaveBeenCalledTimes(1)
})
