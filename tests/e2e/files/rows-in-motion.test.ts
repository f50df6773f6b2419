import type { Page } from '@playwright/test'

import { given, openFiles } from './file-steps'
import { expect, test } from '../fixtures'

/** Checks the painted boxes of all rows in every frame. Records rows that overlap, and content that leaves its row. */
const watchRows = (page: Page) =>
  page.evaluate(() => {
    const seen = { frames: 0, most: 0, faults: [] as string[] }
    Object.assign(window, { seenRows: seen })
    const look = () => {
      seen.frames += 1
      for (const list of document.querySelectorAll('.files .body, [role=list][aria-label=Uploads]')) {
        const rows = [...list.querySelectorAll('[role=row], [role=listitem]')]
          .map((row) => ({ row, box: row.getBoundingClientRect() }))
          .toSorted((one, other) => one.box.top - other.box.top)
        seen.most = Math.max(seen.most, rows.length)
        for (const [index, { row, box }] of rows.entries()) {
          const below = rows[index + 1]
          const what = `${row.textContent} from ${box.top} to ${box.bottom}`
          if (below && below.box.top < box.bottom - 0.5) seen.faults.push(`${what} lies over ${below.box.top}`)
          for (const part of row.querySelectorAll('button, select, span, p')) {
            const { top, bottom } = part.getBoundingClientRect()
            if (top < box.top - 0.5 || bottom > box.bottom + 0.5) {
              seen.faults.push(`${what} does not hold ${part.textContent} from ${top} to ${bottom}`)
            }
          }
        }
      }
    }
    const watch = () => {
      // Observers are notified in the order of creation, so a new one runs after those that position the rows in this
      // frame.
      const last = new ResizeObserver(() => {
        last.disconnect()
        look()
      })
      last.observe(document.body)
      requestAnimationFrame(watch)
    }
    watch()
  })

const seenRows = (page: Page) =>
  page.evaluate(() => (window as never as { seenRows: { frames: number; most: number; faults: string[] } }).seenRows)

for (const [width, reducedMotion] of [
  [390, 'reduce'],
  [390, 'no-preference'],
  [1440, 'reduce'],
] as const) {
  test.describe(`at ${width} px, motion: ${reducedMotion}`, () => {
    test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion } })

    test('rows do not overlap while files arrive and uploads fail', async ({ page, stack, signIn }) => {
      const dialog = await openFiles({ page, stack, signIn }, `Rows at ${width} px, ${reducedMotion}`)
      let turn = 0
      await page.route(/\/api\/v1\/projects\/[^/]+\/files$/, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        turn += 1
        if (turn % 2) return route.continue()
        return route.fulfill({ status: 507, json: { message: 'There is no room for it on the disk. '.repeat(3) } })
      })
      await watchRows(page)
      const names = Array.from({ length: 12 }, (_, n) => `lane_${n}_through_both_connectors_and_the_retimer.s4p`)
      await dialog.getByLabel('Files to upload').setInputFiles(given(...names.map((name) => ({ name, content: name }))))
      await expect(dialog.getByText('6 uploaded, 6 failed')).toBeVisible()
      await expect(dialog.getByText('6 files')).toBeVisible()
      // A busy machine may have drawn few frames until now.
      await expect.poll(async () => (await seenRows(page)).frames).toBeGreaterThan(10)
      const seen = await seenRows(page)
      expect(seen.faults).toEqual([])
      expect(seen.most).toBeGreaterThanOrEqual(6)
    })
  })
}
