// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { addressFrom, addressOf } from '../../../src/inspector/address'
import { livePage, parametersOf, type Shown, shownIn } from '../../../src/inspector/live/shown'

const addressOfShown = (shown: Shown) => addressOf(livePage, parametersOf(shown))
const shownAt = (hash: string) => shownIn(addressFrom(hash).parameters)

const nothing: Shown = {
  view: 'Charts',
  moment: null,
  actor: null,
  eventType: '',
  text: '',
  path: '',
  stop: null,
  file: null,
  folded: [],
}

test('an address contains the moment, the actor, the filter, the path, the stop and the collapsed states, and is short without them', () => {
  expect(addressOfShown(nothing)).toBe('#/live')
  const all: Shown = {
    view: 'Sequence',
    moment: 0,
    actor: 'm1.x:3',
    eventType: 'xstate.done.actor.0.a',
    text: 'Ada & Bob #1?',
    path: 'context.rows[0]["a b"]',
    stop: { kind: 'state', name: 'contactForm.error' },
    file: 'a recording.json',
    folded: ['session.authenticated', 'projects.list'],
  }
  expect(shownAt(addressOfShown(all))).toEqual(all)
  expect(shownAt('#/live?view=sequence&moment=12&actor=session&event=go')).toEqual({
    ...nothing,
    view: 'Sequence',
    moment: 12,
    actor: 'session',
    eventType: 'go',
  })
})

test('what an address contains by mistake is ignored', () => {
  expect(shownAt('#/live?view=nowhere&moment=-1&stop=never:x')).toEqual(nothing)
  expect(shownAt('#/live?moment=')).toEqual(nothing)
  expect(['#/live', '#/live?x=1', '#/lively', '#/'].map((hash) => addressFrom(hash).page === livePage)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
