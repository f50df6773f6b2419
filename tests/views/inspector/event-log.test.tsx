// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'

import type { Sheet } from '../../../src/inspector/chart/sheets'
import { EventLog } from '../../../src/inspector/live/event-log'
import { outlineOf } from '../../../src/inspector/states'

const door = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { invoke: { id: 'key', src: 'findKey', onDone: 'open' }, after: { 100: 'open' } },
    open: {},
  },
})
const sheets = [{ id: 'door', title: 'Door', ...outlineOf(door) }] as Sheet[]
const names = new Map([
  ['a.1', 'door'],
  ['a.2', 'findKey'],
  ['a.3', 'elevator'],
  ['a.4', 'findFloor'],
])

test.each([
  ['as in the chart of its machine', 'a.2', 'a.1', 'xstate.done.actor.key', 'findKey done'],
  ['as in the chart, if the sender is unknown', null, 'a.1', 'xstate.done.actor.key', 'findKey done'],
  ['with its sender, if it is in no chart', 'a.4', 'a.3', 'xstate.done.actor.0.elevator.up', 'findFloor done'],
  ['with its sender, if it failed', 'a.2', 'a.1', 'xstate.error.actor.key', 'findKey failed'],
  ['with the id of the actor, if nothing else is known', null, 'a.3', 'xstate.done.actor.floor', 'floor done'],
])('the end of an actor is named in the first line of its entry: %s', (_, from, to, type, words) => {
  const happening = { moment: 1, from, to, type, payload: { type }, at: 0 }
  render(<EventLog happenings={[happening]} names={names} sheets={sheets} moment={1} onMoment={() => {}} />)
  expect(screen.getByText(words)).toHaveClass('type')
})

test.each([
  ['xstate.after.100.door.closed', 'after 100'],
  ['xstate.init', 'init'],
  ['knock', 'knock'],
])('the event %s has its short name', (type, words) => {
  const happening = { moment: 1, from: 'a.2', to: 'a.1', type, payload: { type }, at: 0 }
  render(<EventLog happenings={[happening]} names={names} sheets={sheets} moment={1} onMoment={() => {}} />)
  expect(screen.getByText(words)).toHaveClass('type')
})
