// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'

import type { Recording } from '../../../src/inspector/adapter/recording'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import { Times } from '../../../src/inspector/live/times'
import { outlineOf } from '../../../src/inspector/states'

const door = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { invoke: { id: 'key', src: 'findKey', onDone: 'open' }, after: { 100: 'closed' } },
    open: { invoke: { id: 'light', src: 'light', onDone: 'closed' } },
  },
})
const sheets = [{ id: 'door', title: 'Door', ...outlineOf(door) }] as Sheet[]
const report = (type: string, value: string, took: number) => ({
  type: '@xstate.snapshot',
  sessionId: 'a.1',
  createdAt: '1700000000000',
  event: { type },
  snapshot: { status: 'active', value, context: {} },
  took,
})

test('the times of events have the names of the events in the chart', () => {
  const recording = [
    { ...report('', 'closed', 0), type: '@xstate.actor', name: 'door' },
    report('xstate.after.100.door.closed', 'closed', 30),
    report('xstate.done.actor.key', 'open', 20),
    report('xstate.done.actor.light', 'closed', 10),
  ] as unknown as Recording
  render(<Times recording={recording} sheets={sheets} machine={null} />)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent).slice(1))).toEqual([
    ['after 100', 'closed', '1', '30', '30'],
    ['findKey done', 'closed → open', '1', '20', '20'],
    ['light done', 'open → closed', '1', '10', '10'],
  ])
})
