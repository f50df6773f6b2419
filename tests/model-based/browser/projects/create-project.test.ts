import type { Page } from '@playwright/test'

import { projectCreateMachine } from '../../../../machines/projects/project-create.machine'
import { expect } from '../../../e2e/fixtures'
import { project } from '../../../model/samples'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'

const name = `Board ${crypto.randomUUID().slice(0, 8)}`
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create New Project' })

const createProject: Tour<typeof projectCreateMachine> = {
  situations: { 'a new project': { input: { id: 'local-1', name: '', notes: '', otherNames: [] } } },
  events: { 'name.changed': [{ name }], 'notes.changed': [{ notes: 'MIPI links' }], 'form.submitted': [{}] },
  done: { createProject: [project()] },
  failed: { createProject: [failure('The list is full.', { status: 503 })] },
  calls: { createProject: { method: 'POST', address: /\/api\/v1\/projects$/ } },
  arrange: async ({ page, signIn, hold }) => {
    await signIn('user')
    await hold()
    await page.getByRole('button', { name: 'Create New Project' }).first().click()
  },
  states: {
    editing: async (page, { context }) => {
      const create = dialog(page).getByRole('button', { name: 'Create project' })
      await expect(create).toBeEnabled({ enabled: context.name !== '' })
    },
    creating: (page) => expect(dialog(page).getByRole('button', { name: 'Creating...' })).toBeDisabled(),
    created: async (page) => {
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByRole('button', { name, pressed: true })).toBeVisible()
    },
    kept: async (page) => {
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByRole('article', { name }).first()).toContainText('Not saved yet')
      await expect(page.getByRole('article', { name }).first()).toContainText('The list is full.')
    },
  },
  perform: {
    'name.changed': (event, { page }) => dialog(page).getByLabel('Project name').fill(event.name),
    'notes.changed': (event, { page }) => dialog(page).getByLabel('Notes (optional)').fill(event.notes),
    'form.submitted': (_, { page }) => dialog(page).getByRole('button', { name: 'Create project' }).click(),
  },
}

testTour('Create project', projectCreateMachine, createProject)
