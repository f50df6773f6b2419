import type { Page } from '@playwright/test'

import { type Deletion, projectDeleteMachine } from '../../../machines/workspace/project-delete.machine'
import { expect } from '../../e2e/fixtures'
import { failure } from '../surface'
import { testTour, type Tour } from '../tour'
import { boardOf } from './boards'

const free: Deletion = { files: 1, members: 1, share_links: 0, cancelled_requests: 0, refusal: null }
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Delete project?' })
const yes = (page: Page) => question(page).getByRole('button', { name: 'Delete project' })

const deleteProject: Tour<typeof projectDeleteMachine> = {
  situations: { 'an administrator': { input: { projectId: 'p1' } } },
  events: { 'delete.confirmed': [{}] },
  done: { loadDeletion: [free, { ...free, refusal: 'Paid work is kept.' }], deleteProject: [undefined] },
  failed: { loadDeletion: [failure()], deleteProject: [failure('The project is in use.')] },
  calls: {
    loadDeletion: { method: 'GET', address: /\/api\/v1\/projects\/[\w-]+\/deletion$/ },
    deleteProject: { method: 'DELETE', address: /\/api\/v1\/projects\/[\w-]+(\?.*)?$/ },
  },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { name } = await boardOf(stack, 'sysadmin')
    await signIn('sysadmin')
    await hold()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
  },
  states: {
    looking: (page) => expect(yes(page)).toBeDisabled(),
    refused: async (page) => {
      const kept = page.getByRole('alertdialog', { name: 'This project is kept' })
      await expect(kept.getByText('Paid work is kept.')).toBeVisible()
      await expect(kept.getByRole('button', { name: 'Delete project' })).toBeHidden()
    },
    asking: async (page, { context }) => {
      await expect(yes(page)).toBeEnabled()
      await expect(question(page).getByText('The project is still there, with all its files.')).toBeVisible({
        visible: context.failure !== null,
      })
    },
    deleting: (page) => expect(question(page).getByRole('button', { name: 'Deleting...' })).toBeDisabled(),
    deleted: (page) => expect(question(page)).toBeHidden(),
  },
  perform: { 'delete.confirmed': (_, { page }) => yes(page).click() },
}

testTour('Delete project', projectDeleteMachine, deleteProject)
