// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import type { Happening } from '../../../src/inspector/adapter/recording'
import { Sequence } from '../../../src/inspector/sequence'
import type { Sheet } from '../../../src/inspector/sheets'

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
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
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
