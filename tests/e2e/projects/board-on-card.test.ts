import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

import { decodePng } from '../../../server/previews/png'
import { sampleBoard } from '../../../server/sample/board'
import sampleThumbnail from '../../../server/sample/thumbnail.json' with { type: 'json' }
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { given } from '../files/file-steps'
import { cardOf, filesOf, fillNew, nameOf } from './project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const toList = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' }).click()

test('the board of an uploaded layout appears on the project’s card', async ({ page, signIn }) => {
  const name = nameOf('Pictured')
  await signIn('user')
  const dialog = await fillNew(page, name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/thumbnail') && response.request().method() === 'PUT',
  )
  const files = filesOf(page, name)
  await files.getByLabel('Files to upload').setInputFiles(given({ name: 'camera.kicad_pcb', content: sampleBoard() }))
  const response = await stored
  expect(response.status()).toBe(204)
  const { png } = response.request().postDataJSON() as { png: string }
  expect(Buffer.from(png, 'base64').length).toBeLessThanOrEqual(20 * 1024)

  // UPDATE_SAMPLE=yes stores the drawing as the picture of the sample project.
  if (process.env['UPDATE_SAMPLE']) {
    const stored = new URL('../../../server/sample/thumbnail.json', import.meta.url)
    writeFileSync(stored, `${JSON.stringify({ png }, null, 2)}\n`)
  }

  await test.step('the picture of the sample project is the same drawing', async () => {
    const drawnPixels = decodePng(Buffer.from(png, 'base64'), { width: 240, height: 120 })
    const sample = decodePng(Buffer.from(sampleThumbnail.png, 'base64'), { width: 240, height: 120 })
    expect([sample.width, sample.height, sample.channels]).toEqual([240, 120, drawnPixels.channels])
    const differing = sample.pixels.filter((value, at) => Math.abs(value - (drawnPixels.pixels[at] ?? 0)) > 64)
    // Browsers differ in how they smooth edges.
    expect(differing.length / sample.pixels.length).toBeLessThan(0.01)
  })

  await toList(page)
  const picture = cardOf(page, name).locator('img')
  /** The size of a picture, and whether it has more than three colors: an empty picture has one. */
  const seen = (shown = picture) =>
    shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const colors = new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join()))
      return { width: canvas.width, height: canvas.height, isDrawn: colors.size > 3 }
    })
  await expect(picture).toBeVisible()
  expect(await seen()).toEqual({ width: 240, height: 120, isDrawn: true })
  await page.reload()
  await expect(picture).toBeVisible()
  expect(await seen()).toEqual({ width: 240, height: 120, isDrawn: true })

  await test.step('the overview of the project shows it, too, and leads to the board', async () => {
    await cardOf(page, name).getByRole('button', { name: 'Manage files' }).click()
    await page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name: 'Overview' }).click()
    const board = page.getByRole('link', { name: `Board of ${name}` })
    await expect(board.locator('img')).toBeVisible()
    expect(await seen(board.locator('img'))).toEqual({ width: 240, height: 120, isDrawn: true })
    await expectAccessible(page, 'an overview with a board')
    await board.click()
    await expect(page.locator('canvas[data-drawn]')).toBeVisible()
  })
})
