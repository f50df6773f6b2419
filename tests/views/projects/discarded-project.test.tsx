// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '../../../src/api/unwrap'
import { project } from '../../model/samples'
import { session, visit } from '../../model-based/site'
import { clearStage, holdTime } from '../../model-based/view-harness'
import { layOut } from '../workspace/laid-out'

beforeEach(() => sessionStorage.clear())
beforeEach(layOut)
beforeEach(holdTime)
afterEach(clearStage)

test('a project that is not saved yet is discarded only after a question, and leaves nothing behind', async () => {
  const { goTo, search } = await visit({
    at: '/privacy',
    port: { checkSession: async () => ({ kind: 'session', session }) },
    services: (made) => ({
      ...made,
      api: Object.assign(Object.create(made.api) as typeof made.api, {
        listProjects: async () => [project({ name: 'Radar' })],
        createProject: () => Promise.reject(new ApiError(400, { message: 'This name is not allowed here.' })),
      }),
    }),
  })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  /** Waits until a closing dialog has released the page. */
  const closing = () => act(() => vi.advanceTimersByTimeAsync(1_000))
  await goTo('/workspace?dialog=create')
  await user.type(await screen.findByLabelText(/Project name/), 'Pump')
  await user.click(screen.getByRole('button', { name: 'Create project' }))
  const card = within(await screen.findByRole('article', { name: 'Pump' }))
  expect(card.getByRole('alert')).toHaveTextContent('This name is not allowed here.')

  await closing()
  await user.click(card.getByRole('button', { name: 'Discard' }))
  const question = () => screen.findByRole('alertdialog', { name: 'Discard project?' })
  await user.click(within(await question()).getByRole('button', { name: 'Keep project' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await closing()
  expect(screen.getByRole('article', { name: 'Pump' })).toBeVisible()

  await user.click(card.getByRole('button', { name: 'Discard' }))
  await user.click(within(await question()).getByRole('button', { name: 'Discard project' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Pump' })).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('article', { name: 'Radar' })).toBeVisible()
  expect(search()).toBe('')
})
