// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'

import type { ProjectBudget as Budget } from '../../../../machines/wizard/rows/budget-use'
import { projectBudgetMachine } from '../../../../machines/requests/project-budget.machine'
import { ProjectBudget } from '../../../../src/workspace/requests/project-budget'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const loaded: Budget = { budget: 10_000, spent_cents: 250_000, open_cents: 100_000 }
const saved: Budget = { ...loaded, budget: 3000 }

const button = (name: string) => screen.getByRole('button', { name })
const field = () => screen.getByRole('textbox', { name: 'Budget in US dollars' })
const mistake = 'Enter a whole number of US dollars, at most $10,000,000, or leave the field empty for no budget.'
const sentences: Record<number, string> = {
  10_000: '$2,500 of $10,000 spent, $1,000 reserved for unpaid requests, $6,500 left.',
  3000: '$2,500 of $3,000 spent, $1,000 reserved for unpaid requests, $500 over budget.',
}

const expectSentence = (budget: Budget | null) => {
  if (budget?.budget == null) expect(screen.queryByRole('heading', { name: 'Budget' })).toBeNull()
  else expect(screen.getByText(sentences[budget.budget]!)).toBeVisible()
}

const projectBudget: Surface<typeof projectBudgetMachine> = {
  situations: { 'a project manager': { input: { projectId: 'p1' } } },
  events: {
    'budget.retry': [{}],
    'budget.outdated': [{}],
    'budget.begun': [{}],
    'budget.left': [{}],
    'budget.typed': ({ context }) => (context.text === '10000' ? [{ text: '3,000' }, { text: '12.5' }] : []),
    'budget.saved': [{}],
  },
  done: { load: [loaded], save: [saved], followChanges: null },
  failed: { load: [failure()], save: [failure('The budget was removed in the meantime.')], followChanges: null },
  mount: ({ machine }) => {
    renderWorkspace(<ProjectBudget projectId="p1" mayChange />, { ...machinesOver({}), projectBudget: machine })
  },
  states: {
    loading: (_, { context }) => expectSentence(context.budget),
    failed: () => {
      expect(screen.getByRole('alert')).toHaveTextContent('The budget could not be loaded.')
    },
    shown: (_, { context }) => {
      expectSentence(context.budget)
      expect(button('Change the budget')).toHaveAttribute('aria-disabled', 'false')
    },
    typing: (_, { context }) => {
      expect(field()).toHaveValue(context.text)
      expect(screen.queryByText(mistake) !== null).toBe(context.mistake !== null)
      expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
        context.failure === null ? [] : [`${context.failure}Your entry is kept.`],
      )
    },
    saving: () => {
      expect(field()).toHaveAttribute('readonly')
      expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    },
    checking: (_, { context }) => {
      expect(field()).toHaveAttribute('readonly')
      expect(screen.getByRole('alert')).toHaveTextContent(context.failure ?? '')
    },
  },
  perform: {
    'budget.retry': (_, { user }) => user.click(button('Retry')),
    'budget.outdated': async (event, { report }) => report('followChanges', event),
    'budget.begun': (_, { user }) => user.click(button('Change the budget')),
    'budget.left': (_, { user }) => user.click(button('Discard')),
    'budget.typed': async ({ text }) => {
      fireEvent.change(field(), { target: { value: text } })
    },
    'budget.saved': (_, { user }) => user.click(button('Save the budget')),
  },
}

testSurface('Project budget', projectBudgetMachine, projectBudget)
