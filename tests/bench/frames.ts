import type { Page } from '@playwright/test'

import { percentile } from './report'

/** The 95th percentile of the times between frames in ms, while `step` is repeated for three seconds. */
export async function frameTime(page: Page, step: (at: number) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { frames: [] as number[] }
    Object.assign(window, { seen })
    let last = performance.now()
    const recordFrame = (now: number) => {
      seen.frames.push(now - last)
      last = now
      requestAnimationFrame(recordFrame)
    }
    requestAnimationFrame(recordFrame)
  })
  const end = Date.now() + 3000
  for (let at = 0; Date.now() < end; at++) await step(at)
  const { frames } = await page.evaluate(() => (window as unknown as { seen: { frames: number[] } }).seen)
  return percentile(frames, 0.95)
}
