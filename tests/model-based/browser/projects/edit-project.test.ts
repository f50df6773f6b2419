import type { Page } from '@playwright/test'

import { projectEditMachine } from '../../../../machines/projects/project-edit.machine'
import { expect } from '../../../e2e/fixtures'
import { project } from '../../../model/samples'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'
import { boardOf } from '../boards'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit project' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
const notes = 'Both camera links'

const editProject: Tour<typeof projectEditMachine> = {
  situations: { 'a project of one’s own': { input: { project: project(), otherNames: [], draft: null } } },
  events: { 'field.changed': [{ fields: { notes } }], 'theirs.taken': [], 'form.submitted': [{}] },
  done: { saveProject: [{ saved: project({ notes }) }] },
  failed: { saveProject: [failure('The disk is being changed.')] },
  calls: { saveProject: { method: 'PUT', address: /\/api\/v1\/projects\/[\w-]+$/ } },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { name } = await boardOf(stack, 'user')
    await signIn('user')
    await hold()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
  },
  states: {
    editing: async (page, { context }) => {
      await expect(save(page)).toBeEnabled({ enabled: context.fields.notes === notes })
      if (context.failure) await expect(dialog(page).getByRole('alert')).toContainText(context.failure)
      await expect(dialog(page).getByLabel('Notes (optional)')).toHaveValue(context.fields.notes)
    },
    saving: (page) => expect(dialog(page).getByRole('button', { name: 'Saving...' })).toBeDisabled(),
    saved: async (page) => {
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByRole('article').filter({ hasText: notes }).first()).toBeVisible()
    },
  },
  perform: {
    'field.changed': (_, { page }) => dialog(page).getByLabel('Notes (optional)').fill(notes),
    'theirs.taken': (_, { page }) => dialog(page).getByRole('button', { name: 'Use their version' }).click(),
    'form.submitted': (_, { page }) => save(page).click(),
  },
}

testTour('Edit project', projectEditMachine, editProject)
