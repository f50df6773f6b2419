/** The drafts of a tab: what is left of them when the user changes. */
import { beforeEach, expect, test, vi } from 'vitest'
import { assign, createActor, setup } from 'xstate'

import { dropDraft, dropDrafts, keepDraft, readDraft, storeDraft } from '../../../../src/session/drafts/drafts'
import { tabStorage } from '../../../../src/session/storage'

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

test('a draft is read as it was stored, until it is dropped', () => {
  storeDraft('contact', { name: 'Ada' })
  storeDraft('prices', { boards: 5 })
  expect(tabStorage.getItem('draft-1:contact')).toBe('{"name":"Ada"}')
  expect(readDraft('contact', isAnything)).toEqual({ name: 'Ada' })
  dropDraft('contact')
  expect([readDraft('contact', isAnything), readDraft('prices', isAnything)]).toEqual([null, { boards: 5 }])
})

test('a value that is not a draft is ignored', () => {
  const isNamed = (stored: unknown): stored is { name: string } => isAnything(stored) && 'name' in stored
  expect(readDraft('contact', isAnything)).toBeNull()
  storeDraft('contact', { title: 'of another version' })
  expect(readDraft('contact', isNamed)).toBeNull()
  tabStorage.setItem('draft-1:contact', '{')
  expect(readDraft('contact', isAnything)).toBeNull()
})

const form = setup({
  types: { context: {} as { text: string; touched: number }, events: {} as { type: 'typed'; text: string } },
}).createMachine({
  context: { text: '', touched: 0 },
  on: {
    typed: { actions: assign({ text: ({ event }) => event.text, touched: ({ context }) => context.touched + 1 }) },
  },
})

test('the draft of a form follows its text, and is written only if it changes', () => {
  const actor = createActor(form).start()
  const stop = keepDraft<typeof actor>('contact', actor, ({ context: { text } }) => (text === '' ? null : { text }))
  const writes = vi.spyOn(tabStorage, 'setItem')
  const draftAfter = (text: string) => {
    actor.send({ type: 'typed', text })
    return readDraft('contact', isAnything)
  }
  expect(draftAfter('a')).toEqual({ text: 'a' })
  expect(draftAfter('ab')).toEqual({ text: 'ab' })
  expect(draftAfter('ab')).toEqual({ text: 'ab' })
  expect(writes).toHaveBeenCalledTimes(2)
  expect(draftAfter('')).toBeNull()
  expect(tabStorage.getItem('draft-1:contact')).toBeNull()
  expect(draftAfter('ab')).toEqual({ text: 'ab' })
  expect(writes).toHaveBeenCalledTimes(3)
  stop()
  expect(draftAfter('abc')).toEqual({ text: 'ab' })
  writes.mockRestore()
})

test('a form without a draft removes the one that is stored, and a form without a change does not', () => {
  storeDraft('contact', { text: 'old' })
  const actor = createActor(form).start()
  const stop = keepDraft<typeof actor>('contact', actor, () => null)
  expect(readDraft('contact', isAnything)).toEqual({ text: 'old' })
  actor.send({ type: 'typed', text: '' })
  expect(readDraft('contact', isAnything)).toBeNull()
  stop()
})
