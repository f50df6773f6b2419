/** All states of the project list and its dialogs with realistic projects. */
import type { Page, Route } from '@playwright/test'

import type { components } from '../../openapi/generated/product'
import { sampleBoard } from '../../server/sample/board'

type Project = components['schemas']['Project']

const MB = 1_048_576
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const boards: [name: string, notes: string | null, days: number, files: number, mb: number, more?: Partial<Project>][] =
  [
    ['OV5640 dual camera board', 'MIPI links of both sensors, four layers, stackup as the fab wants it', 0, 12, 184],
    ['PCIe Gen5 retimer card', 'Eye mask at the connector, three lengths', 1, 31, 1_640, { isPrivate: true }],
    ['Radar front end', null, 3, 4, 22, { type: 'design', created_by_name: 'Maximilian Oberhauser-Krasniqi' }],
    ['DDR5 test coupon', 'Rev C after the via change', 9, 8, 77],
    [
      'FPGA carrier with 12-layer stackup and two QSFP-DD cages, prototype for the second customer',
      null,
      16,
      60,
      1_930,
    ],
    ['PMIC evaluation', 'PDN below 5 mOhm up to 20 MHz', 24, 6, 3, { type: 'prototype' }],
    ['Motor inverter', null, 80, 2, 2_100],
    ['Legacy backplane', 'Archived', 900, 0, 0],
  ]
const projects: Project[] = boards.map(([name, notes, days, fileCount, mb, more], index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name,
  notes,
  type: 'simulation',
  isPrivate: false,
  created_by: 'u1',
  created_by_name: 'Uma Serrano',
  created: ago(days + 20),
  lastActivity: ago(days),
  version: 1,
  fileCount,
  usedBytes: mb * MB,
  storageLimitBytes: 2048 * MB,
  newestRequest: null,
  thumbnail: null,
  openComments: 0,
  ...more,
}))
const first = projects[1]?.id ?? ''

/** Mocks the projects API with the given response for each HTTP method, or else with the list above. */
const answering = async (page: Page, answers: Partial<Record<string, (route: Route) => Promise<void>>> = {}) => {
  const list = (route: Route) => route.fulfill({ json: projects })
  await page.route(/\/api\/v1\/projects(\/[\da-f-]+)?(\?.*)?$/, (route) =>
    (answers[route.request().method()] ?? list)(route),
  )
}
const problem = (status: number, more: object) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', json: { title: 'Refused', status, ...more } })

const open = async (page: Page, search = '') => {
  await page.goto(`/workspace${search}`)
  // Cards are found by their element, because role queries do not find them behind an open dialog.
  await page.locator('article').first().waitFor()
  if (search.includes('dialog=')) await page.locator('[role=dialog], [role=alertdialog]').waitFor()
}
const create = async (page: Page) => {
  await open(page)
  await page.getByRole('button', { name: 'Create New Project' }).click()
  await page.getByLabel('Project name').fill('Camera carrier rev B')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByText('Not saved yet').waitFor()
}

type ProjectScene = { name: string; signedIn: true; as?: string; show: (page: Page) => Promise<unknown> }

const scene = (name: string, show: (page: Page) => Promise<unknown>, as?: string): ProjectScene => ({
  name: `projects-${name}`,
  signedIn: true,
  show,
  ...(as && { as }),
})

export const projectScenes: ProjectScene[] = [
  scene('list', (page) => answering(page).then(() => open(page, `?project=${first}`)), 'manager'),
  scene('thousand', async (page) => {
    const many = Array.from({ length: 125 }, () => projects)
      .flat()
      .map((project, n) => ({
        ...project,
        id: crypto.randomUUID(),
        name: `Board ${n + 1}`,
      }))
    await answering(page, { GET: (route) => route.fulfill({ json: many }) })
    await open(page)
    await page.mouse.wheel(0, 20_000)
  }),
  scene('tools', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('button', { name: 'Tools', exact: true }).click()
  }),
  scene('table', async (page) => {
    await answering(page)
    await open(page, `?project=${first}`)
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('table', { name: 'Projects' }).waitFor()
  }),
  scene('table-unsaved', async (page) => {
    await answering(page, { POST: (route) => route.abort() })
    await create(page)
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('table', { name: 'Projects' }).waitFor()
  }),
  scene(
    'card-menu',
    async (page) => {
      await answering(page)
      await open(page)
      await page.getByRole('button', { name: `More actions for ${projects[1]?.name}` }).click()
    },
    'manager',
  ),
  scene('site-menu', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('button', { name: 'Site menu' }).click()
  }),
  scene('profile', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('button', { name: /^Profile of/ }).click()
  }),
  scene('board', async (page) => {
    await page.goto('/workspace')
    await page.getByRole('button', { name: 'Create New Project' }).first().click()
    await page.getByLabel('Project name').fill(`Camera link ${crypto.randomUUID().slice(0, 4)}`)
    await page.getByRole('button', { name: 'Create project' }).click()
    const stored = page.waitForResponse(
      (response) => response.url().endsWith('/thumbnail') && response.request().method() === 'PUT',
    )
    const board = { name: 'camera-link.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) }
    await page.getByLabel('Files to upload').setInputFiles(board)
    await stored
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' }).click()
    await page.locator('article img').first().waitFor()
  }),
  scene('loading', async (page) => {
    await answering(page, { GET: () => new Promise(() => {}) })
    await page.goto('/workspace')
    await page.getByText('Loading workspace...').waitFor()
  }),
  scene('empty', async (page) => {
    await answering(page, { GET: (route) => route.fulfill({ json: [] }) })
    await page.goto('/workspace')
    await page.getByText('No projects found.').waitFor()
  }),
  scene('failed', async (page) => {
    await answering(page, { GET: problem(503, { message: 'The server is being restarted.' }) })
    await page.goto('/workspace')
    await page.getByRole('alert').waitFor()
  }),
  scene('missing', (page) => answering(page).then(() => open(page, `?project=${crypto.randomUUID()}`))),
  scene('search', (page) => answering(page).then(() => open(page, '?q=board&sort=name'))),
  scene('no-match', async (page) => {
    await answering(page)
    await page.goto('/workspace?q=satellite')
    await page.getByText('No project matches').waitFor()
  }),
  scene('unsaved', (page) => answering(page, { POST: (route) => route.abort() }).then(() => create(page))),
  scene('refused', async (page) => {
    await answering(page, { POST: problem(400, { message: 'This name is not allowed here.' }) })
    await create(page)
  }),
  scene('edit', (page) => answering(page).then(() => open(page, `?project=${first}&dialog=edit`))),
  scene('edit-duplicate', async (page) => {
    await answering(page)
    await open(page, `?project=${first}&dialog=edit`)
    await page.getByLabel('Project name').fill('radar FRONT end')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  }),
  scene('edit-elsewhere', async (page) => {
    const theirs = { ...projects[1], version: 2, notes: 'Eye mask at the connector and at the retimer', type: 'design' }
    await answering(page, { PUT: problem(412, { message: 'Changed.', project: theirs }) })
    await open(page, `?project=${first}&dialog=edit`)
    await page.getByLabel('Notes (optional)').fill('Eye mask at the connector, four lengths')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This project was changed after you opened it').waitFor()
  }),
  scene('delete', (page) => answering(page).then(() => open(page, `?project=${first}&dialog=delete`)), 'manager'),
  scene(
    'delete-failed',
    async (page) => {
      await answering(page, { DELETE: (route) => route.abort() })
      await open(page, `?project=${first}&dialog=delete`)
      await page.getByRole('button', { name: 'Delete project' }).click()
      await page.getByRole('alertdialog').getByRole('alert').waitFor()
    },
    'manager',
  ),
]
