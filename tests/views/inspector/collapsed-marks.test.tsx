// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'

import { catalogue } from '../../../machines/catalogue'
import { chartOf } from '../../../scripts/machines/drawing/layout'
import { arrowKeys } from '../../../src/inspector/address'
import { Chart } from '../../../src/inspector/chart/chart'
import { marksOf } from '../../../src/inspector/chart/chart-views'
import { foldingsOf, hiddenArrows } from '../../../src/inspector/chart/folding'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import { internalArrows, outlineOf, statesOf } from '../../../src/inspector/states'

/** In the order of the arrows: `ring` leads inside and `close` outside, and `knock` stays in the house. */
const house = outlineOf(
  createMachine({
    id: 'street',
    initial: 'house',
    states: {
      house: {
        initial: 'hall',
        on: { ring: '.hall', close: 'garden', knock: { actions: 'wait' } },
        states: {
          hall: { on: { walk: 'kitchen', leave: '#street.garden', look: { actions: 'see' } } },
          kitchen: { initial: 'dark', states: { dark: { on: { light: 'lit' } }, lit: { on: { dim: 'dark' } } } },
        },
      },
      garden: { on: { enter: 'house.kitchen' } },
    },
  }),
)
const keys = arrowKeys(house.arrows)
const numberOf = (event: string) => house.arrows.findIndex((arrow) => arrow.event === event)
const keysOf = (...events: string[]) => events.map((event) => keys[numberOf(event)] ?? '')

const collapsed = (...states: string[]) => new Set(states.map((state) => `street.${state}`))

test('a collapsed state hides the transitions inside it, but none that crosses its border or is its own', () => {
  const hiddenIn = (...states: string[]) =>
    [...hiddenArrows(house, collapsed(...states))].map(([id, hidden]) => [
      id,
      hidden.map((arrow) => house.arrows[arrow]?.event).toSorted(),
    ])
  expect(hiddenIn('house')).toEqual([['street.house', ['dim', 'light', 'look', 'ring', 'walk']]])
  expect(hiddenIn('house.kitchen')).toEqual([['street.house.kitchen', ['dim', 'light']]])
  expect(hiddenIn('house', 'house.kitchen')).toEqual(hiddenIn('house'))
  expect(hiddenIn()).toEqual([])
})

test('every transition of a machine is either drawn or hidden in a collapsed state', () => {
  for (const machine of Object.values(catalogue) as AnyStateMachine[]) {
    const outline = outlineOf(machine)
    for (const folded of foldingsOf(outline.root)) {
      const hidden = [...hiddenArrows(outline, folded).values()].flat()
      const lines = (chartOf(outline, folded).transitions ?? []).flatMap(
        (one) => /^arrow-(\d+)$/.exec(one.class ?? '')?.[1] ?? [],
      )
      const isDrawn = (id: string) => ![...folded].some((state) => id.startsWith(`${state}.`))
      const own = statesOf(outline.root).flatMap((state) =>
        isDrawn(state.id) ? internalArrows(state, outline.arrows).map(([number]) => number) : [],
      )
      const drawn = new Set([...lines.map(Number), ...own])
      expect(hidden.filter((number) => drawn.has(number))).toEqual([])
      expect(new Set([...hidden, ...drawn]).size).toBe(outline.arrows.length)
    }
  }
})

describe('a collapsed state', () => {
  const coverage = {
    view: keysOf('ring', 'close', 'walk', 'light'),
    browser: [],
    exceptions: { [keysOf('look')[0] ?? '']: 'Nobody looks.' },
    at: '2026-11-28',
    outline: '',
    isOutdated: false,
    failed: [
      {
        level: 'view' as const,
        situation: 'usual',
        steps: [],
        failure: 'Error',
        replay: { guards: {}, events: [], transitions: keysOf('dim', 'leave') },
      },
    ],
  }
  const mutants = {
    detected: 1,
    survivors: [
      { what: 'light: dropped', arrows: [numberOf('light')], reason: null },
      { what: 'light: doubled', arrows: [numberOf('light')], reason: null },
      { what: 'walk: dropped', arrows: [numberOf('walk')], reason: 'Nobody walks.' },
      { what: 'enter: dropped', arrows: [numberOf('enter')], reason: null },
    ],
    tested: [numberOf('light'), numberOf('walk'), numberOf('enter')],
    isOutdated: false,
  }
  const sheet = (change: Partial<Sheet> = {}) => ({ ...house, coverage, mutants, ...change }) as unknown as Sheet
  const markOf = (view: 'coverage' | 'mutants', shown = sheet(), folded = collapsed('house')) => [
    ...(marksOf(shown, view, folded).stateMarks ?? []),
  ]

  test('has the number of failed and of uncovered transitions inside', () => {
    expect(markOf('coverage')).toEqual([
      ['street.house', { look: 'failed', sign: '', words: 'transitions inside: 1 failed', inside: '✕1 inside' }],
    ])
    const walked = { ...coverage, view: keysOf('ring') }
    expect(markOf('coverage', sheet({ coverage: walked }))).toEqual([
      [
        'street.house',
        { look: 'failed', sign: '', words: 'transitions inside: 1 failed, 2 not covered', inside: '✕1 ○2 inside' },
      ],
    ])
    expect(markOf('coverage', sheet({ coverage: { ...walked, failed: [] } }), collapsed('house.kitchen'))).toEqual([
      [
        'street.house.kitchen',
        { look: 'missed', sign: '', words: 'transitions inside: 2 not covered', inside: '○2 inside' },
      ],
    ])
  })

  test('has the number of transitions inside with survivors', () => {
    expect(markOf('mutants')).toEqual([
      [
        'street.house',
        { look: 'failed', sign: '', words: 'transitions inside: 1 with survivors', inside: '✕1 inside' },
      ],
    ])
  })

  test('has no mark if it hides nothing of these, if it is expanded, or without results', () => {
    const all = { ...coverage, view: keysOf('light', 'dim'), failed: [] }
    expect(markOf('coverage', sheet({ coverage: all }), collapsed('house.kitchen'))).toEqual([])
    expect(markOf('coverage', sheet(), collapsed())).toEqual([])
    expect(markOf('mutants', sheet({ mutants: { ...mutants, isOutdated: true } }))).toEqual([])
  })

  test('shows its mark in place of the number of states inside, and has it in the name of the title', () => {
    const line = (text: string) => ({ tag: 'text', attributes: { x: '10', y: '10' }, children: [text] })
    const lines = ['house', 'entry/ light', '4 states inside'].map(line)
    const node = { tag: 'g', attributes: { class: 'node folded', 'data-state': 'street.house' }, children: lines }
    render(
      <Chart
        drawing={{ width: 20, height: 20, shapes: [node] }}
        label="Chart"
        foldable={new Map([['street.house', false]])}
        onFold={() => {}}
        {...marksOf(sheet(), 'coverage', collapsed('house'))}
      />,
    )
    const title = screen.getByRole('button', { name: 'house (transitions inside: 1 failed)' })
    const state = title.closest('[data-state]')
    expect(state).toHaveAttribute('data-mark', 'failed')
    const texts = [...(state?.querySelectorAll('text') ?? [])]
    expect(texts.map((text) => text.textContent)).toEqual(['house', 'entry/ light', '✕1 inside', '▸'])
    expect(screen.getByText('✕1 inside')).toHaveAttribute('data-mark', 'failed')
  })
})
