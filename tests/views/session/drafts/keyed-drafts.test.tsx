// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { assign, createActor, setup } from 'xstate'

import { hasKeyedDraft, useDraftAmong, useKeyedDraft } from '../../../../src/session/drafts/use-keyed-draft'

const isText = (stored: unknown): stored is string => typeof stored === 'string'
const stored = () => JSON.parse(sessionStorage.getItem('draft-1:messages') ?? 'null') as unknown
const store = (drafts: unknown) => sessionStorage.setItem('draft-1:messages', JSON.stringify(drafts))

beforeEach(() => sessionStorage.clear())

const box = setup({
  types: { context: {} as { text: string | null }, events: {} as { type: 'typed'; text: string | null } },
}).createMachine({ context: { text: null }, on: { typed: { actions: assign({ text: ({ event }) => event.text }) } } })
type Box = ReturnType<typeof createActor<typeof box>>
const textOf = ({ context }: ReturnType<Box['getSnapshot']>) => context.text

/** A message box for one request. Returns the draft that it started with, and the stored drafts after a text. */
function open(id: string) {
  const actor = createActor(box).start()
  const { result, unmount } = renderHook(() => {
    const [own, among] = useKeyedDraft('messages', id, isText)
    useDraftAmong('messages', actor, textOf, among)
    return own
  })
  const after = (text: string | null) => {
    actor.send({ type: 'typed', text })
    return stored()
  }
  return { own: result.current, after, unmount }
}

describe('the draft of one of several subjects', () => {
  test('is the stored one of its subject', () => {
    store({ r1: 'Hello', r2: 'Good day' })
    expect(open('r2').own).toBe('Good day')
    expect(open('r3').own).toBeNull()
  })

  test.each([[null], ['Hello'], [5], [{ r1: { of: 'another version' } }]])('is not read from %j', (drafts) => {
    store(drafts)
    expect(open('r1').own).toBeNull()
  })

  test('is stored with the others, without those that are of another version', () => {
    store({ r1: 'Hello', r2: { of: 'another version' }, r3: 'Bye' })
    const { after } = open('r3')
    expect(after('Bye!')).toEqual({ r1: 'Hello', r3: 'Bye!' })
    expect(after(null)).toEqual({ r1: 'Hello' })
  })

  test('is removed altogether if it was the only one', () => {
    const { after } = open('r1')
    expect(after('Hello')).toEqual({ r1: 'Hello' })
    expect(after(null)).toBeNull()
    expect(sessionStorage.getItem('draft-1:messages')).toBeNull()
  })

  test('is not stored any more once its part of the page is gone', () => {
    const { after, unmount } = open('r1')
    after('Hello')
    unmount()
    expect(after('Hello, Ada')).toEqual({ r1: 'Hello' })
  })
})

test.each([
  [{ r1: 'Hello' }, true],
  [{ r2: 'Hello' }, false],
  [null, false],
  ['r1', false],
])('among %j, there is a draft for r1: %s', (drafts, isThere) => {
  store(drafts)
  expect(hasKeyedDraft('messages', 'r1')).toBe(isThere)
})
