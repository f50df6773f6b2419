// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { ProjectBudget as Budget } from '../../../machines/wizard/rows/budget-use'
import { ProjectBudget } from '../../../src/workspace/requests/project-budget'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const budget: Budget = { budget: 10_000, spent_cents: 0, open_cents: 0 }

/** Opens the form, whose budget is saved when `store` is called. */
async function saving() {
  let store = () => {}
  const stored = new Promise<Budget>((resolve) => {
    store = () => resolve({ ...budget, budget: 3000 })
  })
  const user = renderWorkspace(
    <>
      <ProjectBudget projectId="p1" mayChange />
      <button type="button">Elsewhere</button>
    </>,
    machinesOver({ getProjectBudget: async () => budget, setProjectBudget: () => stored }),
  )
  await user.click(await screen.findByRole('button', { name: 'Change the budget' }))
  const field = screen.getByRole('textbox', { name: 'Budget in US dollars' })
  expect(field).toHaveFocus()
  await user.clear(field)
  await user.keyboard('3000{Enter}')
  const isSaved = () => screen.findByRole('button', { name: 'Change the budget' })
  return { user, store, isSaved }
}

test('after the budget was saved, the focus is on the button that opened the form', async () => {
  const { store, isSaved } = await saving()
  store()
  const button = await isSaved()
  await waitFor(() => expect(button).toHaveFocus())
})

test('after the budget was saved, the focus stays where the user has moved on to', async () => {
  const { user, store, isSaved } = await saving()
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  await user.click(elsewhere)
  store()
  await isSaved()
  expect(elsewhere).toHaveFocus()
})
