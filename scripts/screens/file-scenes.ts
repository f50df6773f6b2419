/** States of the file manager with realistic files. */
import type { Page, Route } from '@playwright/test'

import type { components } from '../../openapi/generated/product'

type File = components['schemas']['File']

const MB = 1_048_576
type Given = [name: string, fileType: string, mb: number, days: number, folder?: 'reports']
const given: Given[] = [
  ['OV5640_dual_camera_revC.kicad_pcb', 'layout', 14.2, 0],
  ['camera-link-stackup.csv', 'stackup', 0.002, 1],
  ['Megtron6_5-10GHz_dielectric.csv', 'material', 0.04, 3],
  [`MIPI_CSI2_lane_${'0123456789_'.repeat(9)}through_both_connectors.s4p`, 'other', 3.1, 9],
  ['notes from the call with the fab.md', 'other', 0.006, 16],
  ['ibis/ov5640.ibs', 'other', 0.4, 40],
  ['Report camera link, eye diagrams.pdf', 'report', 6.4, 2, 'reports'],
]
const files: File[] = given.map(([name, fileType, mb, days, folder], index) => {
  const time = new Date(Date.now() - days * 86_400_000).toISOString()
  return {
    id: `00000000-0000-4000-8000-00000000010${index}`,
    project_id: '00000000-0000-4000-8000-000000000001',
    name,
    size: Math.round(mb * MB),
    sha256: '0'.repeat(64),
    folderId: folder ?? ('inputs' as const),
    fileType,
    modified_at: time,
    uploaded_at: time,
    metadata: { file_type: fileType },
  }
})

const answering = async (page: Page, { list = files, usedMb = 184 } = {}) => {
  await page.route(/\/v1\/projects\/[^/]+\/files\?/, (route) =>
    route.fulfill({ json: { files: list, total: list.length } }),
  )
  await page.route(/\/v1\/projects\/[^/]+\/files\/size/, (route) => route.fulfill({ json: usedMb }))
}
const sends = /\/v1\/projects\/[^/]+\/(files|uploads)$/
const hanging = (route: Route) => (route.request().method() === 'POST' ? new Promise<void>(() => {}) : route.fallback())
const chosen = (...given: [name: string, mb: number][]) =>
  given.map(([name, mb]) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(Math.round(mb * MB), 'x') }))
const choose = (page: Page, ...given: [name: string, mb: number][]) =>
  page.getByLabel('Files to upload').setInputFiles(chosen(...given))
/** Starts to upload a large file. The upload is paused, because the connection fails. */
const pause = async (page: Page) => {
  await page.route(/\/v1\/projects\/[^/]+\/uploads/, (route) => route.abort())
  await open(page)
  await choose(page, ['OV5640_dual_camera_revD_odb.tgz', 24])
  await page.getByText(/^Paused/).waitFor()
}
const failing = (route: Route) => route.fulfill({ status: 503, body: 'down' })

const open = async (page: Page) => {
  await page.goto('/workspace')
  await page.getByRole('button', { name: 'Manage files' }).first().click()
  await page.getByRole('region', { name: /^Files of/ }).waitFor()
  await page.getByText('Loading files...').waitFor({ state: 'detached' })
}

type FileScene = { name: string; signedIn: true; show: (page: Page) => Promise<unknown> }

const scene = (name: string, show: (page: Page) => Promise<unknown>): FileScene => ({
  name: `files-${name}`,
  signedIn: true,
  show,
})

export const fileScenes: FileScene[] = [
  scene('list', (page) => answering(page).then(() => open(page))),
  scene('empty', (page) => answering(page, { list: [], usedMb: 0 }).then(() => open(page))),
  scene('reports', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('button', { name: 'Reports' }).click()
  }),
  scene('critical', (page) => answering(page, { usedMb: 1_930 }).then(() => open(page))),
  scene('chosen', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('checkbox', { name: /^Select OV5640/ }).check()
  }),
  scene('no-match', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('searchbox', { name: 'Search files' }).fill('satellite')
  }),
  scene('failed', async (page) => {
    await page.route(/\/v1\/projects\/[^/]+\/files\?/, failing)
    await open(page)
  }),
  scene('refused', async (page) => {
    await answering(page)
    await page.route(/\/v1\/files\/[^/]+\/type$/, failing)
    await open(page)
    await page.getByLabel(/^Type of notes/).selectOption('material')
    await page
      .getByRole('region', { name: /^Files of/ })
      .getByRole('alert')
      .waitFor()
  }),
  scene('delete', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('button', { name: /^Delete MIPI/ }).click()
  }),
  scene('delete-many', async (page) => {
    await answering(page)
    await open(page)
    await page.getByRole('checkbox', { name: 'Select all files' }).check()
    await page.getByRole('button', { name: 'Delete selected files' }).click()
  }),
  scene('uploading', async (page) => {
    await answering(page)
    await page.route(sends, hanging)
    await open(page)
    await choose(
      page,
      ['camera_revD.kicad_pcb', 3],
      ['stackup_revD.csv', 0.1],
      ['fab_notes.pdf', 1],
      ['eye_mask.csv', 2],
    )
    await page
      .getByText(/^Waiting/)
      .first()
      .waitFor()
  }),
  scene('taken', async (page) => {
    await answering(page)
    await open(page)
    await choose(page, ['camera-link-stackup.csv', 0.1], ['notes from the call with the fab.md', 0.1])
    await page.getByText(/have the same names as files in the project/).waitFor()
  }),
  scene('paused', (page) => answering(page).then(() => pause(page))),
  scene('interrupted', async (page) => {
    await answering(page)
    await pause(page)
    page.on('dialog', (question) => question.accept())
    await page.reload()
    await page.getByText('This upload was interrupted.').waitFor()
  }),
  scene('upload-failed', async (page) => {
    await answering(page)
    await page.route(sends, (route) => (route.request().method() === 'POST' ? failing(route) : route.fallback()))
    await open(page)
    await choose(page, ['camera_revD.kicad_pcb', 3], ['stackup_revD.csv', 0.1])
    await page.getByRole('button', { name: 'Retry stackup_revD.csv' }).waitFor()
  }),
  scene('full', async (page) => {
    await answering(page, { usedMb: 2_047 })
    await open(page)
    await choose(page, ['camera_revD.kicad_pcb', 3])
    await page
      .getByRole('region', { name: /^Files of/ })
      .getByRole('alert')
      .waitFor()
  }),
  scene('thousand', async (page) => {
    const many = Array.from({ length: 125 }, () => files.slice(0, 6))
      .flat()
      .map((file, n) => ({
        ...file,
        id: crypto.randomUUID(),
        name: `lane_${String(n).padStart(4, '0')}_through.s4p`,
      }))
    await answering(page, { list: many })
    await open(page)
  }),
]
