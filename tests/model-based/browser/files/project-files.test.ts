import type { Page } from '@playwright/test'
import { createActor, type SnapshotFrom } from 'xstate'

import { projectFilesMachine } from '../../../../machines/files/project-files.machine'
import { expect } from '../../../e2e/fixtures'
import { projectsMachine } from '../../../../machines/projects/projects.machine'
import { projectFile, projectsInput } from '../../../model/samples'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'
import { boardOf } from '../boards'

const files = (page: Page) => page.getByRole('region', { name: /^Files of/ })
const row = (page: Page) => files(page).getByRole('row').filter({ hasText: 'board.kicad_pcb' })
const type = (page: Page) => row(page).getByRole('combobox')
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete file' })
async function expectRowUnlessAsked(page: Page, snapshot: SnapshotFrom<typeof projectFilesMachine>) {
  if (snapshot.hasTag('asking')) await expect(question(page)).toBeVisible()
  else await expect(row(page)).toBeVisible()
}
/** Required by the type of the machine's input. It is never started. */
const projects = createActor(projectsMachine, { input: projectsInput() })
const listing = { files: [projectFile()], total: 1, types: [{ id: 1, name: 'layout' }], usedMb: 0 }

const projectFiles: Tour<typeof projectFilesMachine> = {
  situations: { 'a project with one file': { input: { projectId: 'p1', projects } } },
  distinguish: ({ failure: why, toDelete, isStale }) => [why, toDelete.length, isStale],
  events: {
    'files.reload': [],
    'folder.chosen': [],
    'search.changed': [],
    'order.chosen': [],
    'file.toggled': [],
    'files.allToggled': [],
    'refusal.dismissed': [],
    'deletion.cancelled': [],
    'files.arrived': [],
    'file.updated': [],
    'files.wanted': [],
    'limit.known': [],
    'file.typeChosen': [{ ids: ['f1'], fileType: 'stackup' }],
    'deletion.requested': [{ ids: ['f1'] }],
    'deletion.confirmed': [{}],
  },
  done: {
    loadFiles: [listing],
    saveFileType: [[projectFile({ fileType: 'stackup' })]],
    deleteFiles: [undefined],
    followUploads: null,
    followProject: null,
  },
  failed: {
    loadFiles: [failure('The list is not available at the moment.')],
    saveFileType: [failure()],
    deleteFiles: [failure()],
    followUploads: null,
    followProject: null,
  },
  calls: {
    loadFiles: { method: 'GET', address: /\/api\/v1\/projects\/[\w-]+\/files(\?.*)?$/ },
    saveFileType: { method: 'PUT', address: /\/api\/v1\/files\/[\w-]+\/type$/ },
    followUploads: null,
    followProject: null,
    deleteFiles: { method: 'DELETE', address: /\/api\/v1\/files\/[\w-]+$/ },
  },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { name } = await boardOf(stack, 'user', { 'board.kicad_pcb': '(kicad_pcb (version 20241229))' })
    await signIn('user')
    await hold()
    await page.getByRole('article', { name }).getByRole('button', { name: 'Manage files' }).click()
  },
  // The short wait for further uploads elapses in real time.
  end: async (event) => event.kind === 'after',
  states: {
    loading: (page) => expect(files(page).getByText('Loading files...')).toBeVisible(),
    failed: (page) => expect(files(page).getByRole('alert')).toContainText('The list is not available at the moment.'),
    'loaded.list.resting': expectRowUnlessAsked,
    'loaded.list.settling': expectRowUnlessAsked,
    'loaded.list.reloading': expectRowUnlessAsked,
    'loaded.change.none': async (page) => {
      await expect(question(page)).toBeHidden()
      // The controls are enabled again only after the response to a change.
      await expect(type(page)).toBeEnabled()
    },
    'loaded.change.savingType': async (page) => {
      await expect(type(page)).toBeDisabled()
      await expect(type(page)).toHaveValue('stackup')
    },
    'loaded.change.confirmingDeletion': (page) => expect(question(page)).toContainText('board.kicad_pcb'),
    'loaded.change.deleting': (page) =>
      expect(question(page).getByRole('button', { name: 'Deleting...' })).toBeDisabled(),
  },
  perform: {
    'file.typeChosen': async (event, { page }) => {
      await type(page).selectOption(event.fileType)
    },
    'deletion.requested': (_, { page }) =>
      row(page)
        .getByRole('button', { name: /^Delete/ })
        .click(),
    'deletion.confirmed': (_, { page }) => question(page).getByRole('button', { name: 'Delete' }).click(),
    ...notOnThisTour(),
  },
}

/** Events without which this tour reaches every state. The view tests cover them. */
function notOnThisTour() {
  const never = () => Promise.reject(new Error('No path of this tour sends this event.'))
  return {
    'files.reload': never,
    'folder.chosen': never,
    'search.changed': never,
    'order.chosen': never,
    'file.toggled': never,
    'files.allToggled': never,
    'refusal.dismissed': never,
    'deletion.cancelled': never,
    'files.arrived': never,
    'file.updated': never,
    'files.wanted': never,
    'limit.known': never,
  }
}

testTour('Project files', projectFilesMachine, projectFiles)
