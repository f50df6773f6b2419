import type { Page } from '@playwright/test'

/**
 * Records tasks of the page's main thread that take more than 50 ms. Returns a function that reads their durations in
 * ms.
 */
export async function recordLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  return () => page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
}
