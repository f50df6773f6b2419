import type { Page } from '@playwright/test'
import { createActor } from 'xstate'

import { type Deletion, projectDeleteMachine } from '../../../../machines/projects/project-delete.machine'
import { projectsMachine } from '../../../../machines/projects/projects.machine'
import { expected, upload } from '../../../api/caller'
import { expect } from '../../../e2e/fixtures'
import { chooseAction } from '../../../e2e/projects/project-steps'
import { apiOf } from '../../../support/projects'
import type { TestStack } from '../../../support/stack'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'
import { projectsInput } from '../../../model/samples'
import { boardOf } from '../boards'

const free: Deletion = { files: 1, members: 1, share_links: 0, cancelled_requests: 0, refusal: null }
const input = { projectId: 'p1', projects: createActor(projectsMachine, { input: projectsInput() }) }
const never = () => Promise.reject(new Error('No path of this tour sends this event.'))
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Delete project?' })
const yes = (page: Page) => question(page).getByRole('button', { name: 'Delete project' })

const deleteProject: Tour<typeof projectDeleteMachine> = {
  situations: { 'an administrator': { input } },
  events: { 'delete.confirmed': [{}], 'project.lost': [], 'project.found': [] },
  done: { loadDeletion: [free], deleteProject: [undefined], followPresence: null },
  failed: { loadDeletion: [failure()], deleteProject: [failure('The project is in use.')], followPresence: null },
  calls: {
    loadDeletion: { method: 'GET', address: /\/api\/v1\/projects\/[\w-]+\/deletion$/ },
    deleteProject: { method: 'DELETE', address: /\/api\/v1\/projects\/[\w-]+(\?.*)?$/ },
    followPresence: null,
  },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { name } = await boardOf(stack, 'sysadmin')
    await signIn('sysadmin')
    await hold()
    await chooseAction(page, 'Delete', name)
  },
  states: {
    looking: (page) => expect(yes(page)).toBeDisabled(),
    refused: async (page) => {
      const kept = page.getByRole('alertdialog', { name: 'This project cannot be deleted' })
      await expect(kept.getByText(/unpaid simulation request/)).toBeVisible()
      await expect(kept.getByRole('button', { name: 'Delete project' })).toBeHidden()
    },
    asking: async (page, { context }) => {
      await expect(yes(page)).toBeEnabled()
      await expect(question(page).getByText('The project still exists, with all its files.')).toBeVisible({
        visible: context.failure !== null,
      })
    },
    deleting: (page) => expect(question(page).getByRole('button', { name: 'Deleting...' })).toBeDisabled(),
    lost: never,
    deleted: (page) => expect(question(page)).toBeHidden(),
  },
  perform: {
    'delete.confirmed': (_, { page }) => yes(page).click(),
    'project.lost': never,
    'project.found': never,
  },
}

/** Creates a project with a simulation request that has not been paid yet. */
async function orderedBoard(stack: TestStack) {
  const api = await apiOf(stack, 'sysadmin')
  const project = await api.makeProject(`Board ${crypto.randomUUID().slice(0, 8)}`)
  const [layout] = await upload({ ...api, username: 'sysadmin' }, project.id, { 'kept.kicad_pcb': '(kicad_pcb)' })
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const files = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  expected(await api.call('POST', '/payments/checkout', { json }), 200)
  return project
}

/** The same test for a project with a request that is awaiting payment. */
const keptProject: Tour<typeof projectDeleteMachine> = {
  ...deleteProject,
  situations: { 'an administrator of a project with an unpaid request': { input } },
  done: {
    loadDeletion: [{ ...free, refusal: 'It has 1 unpaid simulation request.' }],
    deleteProject: [undefined],
    followPresence: null,
  },
  failed: { loadDeletion: [], deleteProject: [], followPresence: null },
  arrange: async ({ page, stack, signIn, hold }) => {
    const project = await orderedBoard(stack)
    await signIn('sysadmin')
    await hold()
    await chooseAction(page, 'Delete', project.name)
  },
}

testTour('Delete project', projectDeleteMachine, deleteProject, keptProject)
