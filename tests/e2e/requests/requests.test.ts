import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { sampleBoard } from '../../../server/sample/board'
import { runOperator } from '../../support/operator'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import type { TestStack } from '../../support/stack'
import { toProjects } from '../files/file-steps'
import { expect, test } from '../fixtures'

const operatorCommand = ({ config }: TestStack, ...words: string[]) =>
  runOperator({ DATA_DIR: config.dataDir, ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }) }, ...words)

test.use({ contextOptions: { reducedMotion: 'reduce' } })

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'reports-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

test('a request is quoted, paid, started, delivered, viewed with its report, and repeated', async ({
  page,
  stack,
  signIn,
}) => {
  test.setTimeout(180_000)
  const board = { name: 'camera.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) }
  const report = path.join(folder, 'eye diagrams.csv')
  await writeFile(report, 'net,eye height\nCSI_D0_P,212 mV\n')
  await (await apiOf(stack, 'manager')).makeProject('Camera carrier')
  const wizard = page.getByRole('dialog', { name: 'Request Simulation' })
  const list = page.getByRole('main')
  const timeline = list.getByRole('list', { name: 'Status' })

  await test.step('no requests yet', async () => {
    await signIn('manager')
    await page.getByRole('article', { name: 'Camera carrier' }).getByRole('button', { name: 'Manage files' }).click()
    await page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name: 'Requests' }).click()
    await expect(page.getByText('No simulation requests for this project yet.', { exact: false })).toBeVisible()
    await toProjects(page)
  })

  await test.step('a summary with a purchase order, the terms and a quote', async () => {
    await page.getByRole('article', { name: 'Camera carrier' }).getByRole('button', { name: 'Manage files' }).click()
    await page.getByLabel('Files to upload').setInputFiles(board)
    await expect(page.getByText(/^Uploaded ·/)).toBeVisible()
    await toProjects(page)
    await page.getByRole('button', { name: 'Request Simulation' }).click()
    const next = wizard.getByRole('button', { name: 'Next' })
    await wizard.getByLabel('Project').selectOption({ label: 'Camera carrier' })
    await next.click()
    await next.click()
    await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
    await wizard.getByLabel('Type').selectOption('PowerDC')
    await wizard.getByRole('combobox', { name: 'Power net' }).fill('+3V3')
    await wizard.getByRole('combobox', { name: 'Ground net' }).fill('GND')
    await next.click()
    await wizard.getByLabel('Purchase order reference (optional)').fill('PO-4711 相机')

    const terms = wizard.getByRole('link', { name: 'non-refundable' })
    await expect(terms).toHaveAttribute('target', '_blank')
    const opened = page.waitForEvent('popup')
    await terms.click()
    const tab = await opened
    await expect(tab.getByRole('heading', { name: /No refunds/ })).toBeInViewport()
    await tab.close()

    const downloading = page.waitForEvent('download')
    await wizard.getByRole('button', { name: 'Download quote' }).click()
    const quote = await (await downloading).path()
    expect((await readFile(quote)).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(wizard.getByLabel('Purchase order reference (optional)')).toHaveValue('PO-4711 相机')
  })

  await test.step('paid in the sandbox', async () => {
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await page.getByRole('button', { name: /^Pay \$1,000/ }).click()
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
  })

  const id = new URL(page.url()).searchParams.get('request') ?? ''

  await test.step('the operator starts and delivers it', async () => {
    await stack.restart(async () => {
      expect(await operatorCommand(stack, 'list')).toContain(`${id}  `)
      await expect(operatorCommand(stack, 'deliver', id, report)).rejects.toThrow('only a request that is in progress')
      expect(await operatorCommand(stack, 'start', id)).toContain('status          in progress')
      expect(await operatorCommand(stack, 'deliver', id, report)).toContain('purchase order  PO-4711')
    })
  })

  await test.step('the customer sees its timeline and the pinned file', async () => {
    await page.goto('/workspace')
    await page.getByRole('link', { name: 'Simulation requests' }).click()
    const row = list.getByRole('link', { name: /^SI-\d+: Camera carrier.*PO-4711.*Delivered.*\$1,000/ })
    await expect(row).toContainText('New')
    await row.click()
    await expect(page).toHaveURL(new RegExp(`/workspace/requests/${id}$`))
    await expect(list.getByRole('region', { name: 'Next step' })).toContainText('The results are ready')
    await expect(timeline.getByRole('listitem')).toHaveText([
      /^Draft/,
      /^Awaiting payment/,
      /^Paid/,
      /^In progress/,
      /^Delivered/,
    ])
    await expect(timeline.locator('[aria-current=step]')).toContainText('Delivered')
    const hash = list.getByText(/^[\da-f]{64}$/)
    await expect(hash).toBeHidden()
    await list.locator('summary', { hasText: 'Technical details' }).click()
    await expect(hash).toBeVisible()
    await expectAccessible(page, 'a delivered request')
    await page.reload()
    await expect(timeline).toBeVisible()
    await list.getByRole('button', { name: 'All requests' }).click()
    await expect(row).not.toContainText('New')
    await list.getByRole('searchbox', { name: 'Search' }).fill('po-4711')
    await expect(page).toHaveURL(/\?q=po-4711$/)
    await expectAccessible(page, 'a filtered list of requests')
    await row.click()
    await expect(timeline).toBeVisible()
  })

  await test.step('its report', async () => {
    await list.getByRole('button', { name: 'Open reports' }).click()
    await expect(
      page.getByRole('region', { name: 'Files of Camera carrier' }).getByText('eye diagrams.csv'),
    ).toBeVisible()
    await page.goBack()
  })

  await test.step('the same request again', async () => {
    await list.getByRole('button', { name: 'Repeat request' }).click()
    await expect(wizard.getByText('Total $1,000')).toBeVisible()
    await expect(wizard.getByText(/^This is a copy of your request from/)).toBeVisible()
    await expect(wizard.getByLabel('Layout file').locator('option:checked')).toHaveText(board.name)
  })
})
