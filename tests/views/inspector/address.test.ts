// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { addressOf, isLiveAddress, type Shown, shownIn } from '../../../src/inspector/live/address'

const nothing: Shown = {
  view: 'Charts',
  moment: null,
  actor: null,
  eventType: '',
  text: '',
  path: '',
  stop: null,
  file: null,
}

test('an address contains the moment, the actor, the filter, the path and the stop, and is short without them', () => {
  expect(addressOf(nothing)).toBe('#/live')
  const all: Shown = {
    view: 'Sequence',
    moment: 0,
    actor: 'm1.x:3',
    eventType: 'xstate.done.actor.0.a',
    text: 'Ada & Bob #1?',
    path: 'context.rows[0]["a b"]',
    stop: { kind: 'state', name: 'contactForm.error' },
    file: 'a recording.json',
  }
  expect(shownIn(addressOf(all))).toEqual(all)
  expect(shownIn('#/live?view=sequence&moment=12&actor=session&event=go')).toEqual({
    ...nothing,
    view: 'Sequence',
    moment: 12,
    actor: 'session',
    eventType: 'go',
  })
})

test('what an address contains by mistake is ignored', () => {
  expect(shownIn('#/live?view=nowhere&moment=-1&stop=never:x')).toEqual(nothing)
  expect(shownIn('#/live?moment=')).toEqual(nothing)
  expect(shownIn('#/session?moment=3')).toEqual(nothing)
  expect(['#/live', '#/live?x=1', '#/lively', '#/'].map(isLiveAddress)).toEqual([true, true, false, false])
})
