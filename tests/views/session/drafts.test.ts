/** The drafts of a tab: what is left of them when the user changes. */
import { beforeEach, expect, test } from 'vitest'

import { dropDrafts, readDraft, storeDraft } from '../../../src/session/drafts/drafts'
import { tabStorage } from '../../../src/session/storage'

const isAnything = (stored: unknown): stored is object => stored !== null

beforeEach(() => tabStorage.clear())

test('all drafts are removed together, and nothing else', () => {
  storeDraft('contact', { name: 'Ada' })
  storeDraft('billing', { company: 'Example Ltd' })
  storeDraft('messages', { r1: 'Hello' })
  tabStorage.setItem('lastPublicRoute', '/news')
  dropDrafts()
  expect((['contact', 'billing', 'messages'] as const).map((name) => readDraft(name, isAnything))).toEqual([
    null,
    null,
    null,
  ])
  expect(tabStorage.getItem('lastPublicRoute')).toBe('/news')
})
