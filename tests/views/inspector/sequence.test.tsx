// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import type { Happening } from '../../../src/inspector/adapter/recording'
import { isFiltered } from '../../../src/inspector/live/filter'
import { Sequence } from '../../../src/inspector/live/sequence'
import type { Sheet } from '../../../src/inspector/chart/sheets'

const sheets = [
  { id: 'session', title: 'Session' },
  { id: 'routeGuard', title: 'Route guard' },
] as Sheet[]
const names = new Map([
  ['a.1', 'session'],
  ['a.2', 'routeGuard'],
  ['a.3', 'routeGuard'],
  ['a.4', 'checkSession'],
])
const happening = (moment: number, from: string | null, to: string, type: string): Happening => ({
  moment,
  from,
  to,
  type,
  payload: { type },
  at: 0,
})

test('each machine has one line, which also shows what it invokes', async () => {
  const onMoment = vi.fn()
  const happenings = [
    happening(2, null, 'a.1', 'xstate.init'),
    happening(3, 'a.1', 'a.4', 'xstate.init'),
    happening(5, null, 'a.2', 'xstate.init'),
    happening(8, null, 'a.3', 'xstate.init'),
    happening(9, 'a.4', 'a.1', 'xstate.done.actor.0.session.checking'),
  ]
  const { container } = render(
    <Sequence happenings={happenings} names={names} sheets={sheets} onMoment={onMoment} moment={8} />,
  )
  expect([...container.querySelectorAll('.who')].map((one) => one.textContent)).toEqual([
    'Page',
    'Session',
    'Route guard',
  ])
  const messages = within(screen.getByRole('group', { name: 'Sequence of events' })).getAllByRole('button')
  expect(messages.map((one) => one.getAttribute('aria-label'))).toEqual([
    'init, to Session',
    'init, to Route guard',
    'init, to Route guard',
    'checkSession done, to Session',
  ])
  const done = screen.getByRole('button', { name: 'checkSession done, to Session' })
  expect(done).toHaveAttribute('data-future')
  await userEvent.click(done)
  expect(onMoment).toHaveBeenCalledWith(9)
})

test('the sequence is enlarged and reduced in steps', async () => {
  render(
    <Sequence
      happenings={[happening(2, null, 'a.1', 'xstate.init')]}
      names={names}
      sheets={sheets}
      onMoment={() => {}}
      moment={2}
    />,
  )
  const width = () => Number(screen.getByRole('group', { name: 'Sequence of events' }).getAttribute('width'))
  const first = width()
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(width()).toBe(first * 1.5)
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
  for (let step = 0; step < 4; step += 1) await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }))
  expect(width()).toBe(first * 0.5)
  expect(screen.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
})

test.each([
  ['nothing', {}, [1, 2, 3]],
  ['an actor, as sender or receiver', { actor: 'a.1' }, [1, 3]],
  ['a type', { eventType: 'go' }, [2]],
  ['a text of the data', { text: 'ADA' }, [2]],
  ['a text of a name', { text: 'checkSession' }, [3]],
  ['a text and a type', { text: 'ada', eventType: 'xstate.init' }, []],
])('events are filtered by %s', (_, filter, moments) => {
  const happenings = [
    happening(1, null, 'a.1', 'xstate.init'),
    { ...happening(2, null, 'a.2', 'go'), payload: { type: 'go', name: 'Ada' } },
    happening(3, 'a.4', 'a.1', 'xstate.done.actor.x'),
  ]
  const shown = happenings.filter((one) => isFiltered(one, names, { actor: null, eventType: '', text: '', ...filter }))
  expect(shown.map(({ moment }) => moment)).toEqual(moments)
})
