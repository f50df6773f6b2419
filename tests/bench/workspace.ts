/**
 * npm run bench:workspace: a list of 1,000 projects beside one of 10, at 4x CPU slow-down. Prints what it finds and
 * writes its part of docs/performance.md.
 */
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'

import { browserLaunch, ensureBrowser } from '../support/browser'
import { apiOf } from '../support/projects'
import { startTestStack, type TestStack } from '../support/stack'
import { median, percentile, table, writeSection } from './report'

const runs = Number(process.argv[2] ?? 5)

/** Who has how many; nobody sees the projects of the other. */
const lists = { user: 10, manager: 1000 } as const
type Owner = keyof typeof lists

/** `work` is what the page's main thread did until then, which others at work on the machine do not lengthen. */
type Opening = { usable: number; work: number; nodes: number }
type Scrolling = { longest: number; p95: number }

async function signedIn(browser: Browser, stack: TestStack, owner: Owner): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: stack.config.publicUrl,
    viewport: { width: 1440, height: 900 },
  })
  const account = stack.accounts.find(({ username }) => username === owner)
  const page = await context.newPage()
  await page.goto('/workspace')
  await page.getByLabel('Username').fill(owner)
  await page.getByLabel('Password').fill(account?.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
  await page.close()
  return context
}

async function slowPage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  // tsx names the functions of what follows by this, which the page does not have.
  await page.addInitScript('globalThis.__name = (it) => it')
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, session }
}

/** From the address to the first card that can be used, and what the page holds a second later. */
async function open(context: BrowserContext): Promise<Opening> {
  const { page, session } = await slowPage(context)
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[role=feed] article button'))
        document.documentElement.dataset['usable'] = String(performance.now())
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/workspace', { waitUntil: 'commit' })
  await page.locator('html[data-usable]').waitFor({ state: 'attached' })
  const { metrics } = await session.send('Performance.getMetrics')
  const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => ({
    usable: Number(document.documentElement.dataset['usable']),
    nodes: document.querySelectorAll('*').length,
  }))
  await page.close()
  return { ...seen, work }
}

/** Three seconds of scrolling by the wheel, a third of a window at a time, through a list that is open and at rest. */
async function scroll(context: BrowserContext): Promise<Scrolling> {
  const { page } = await slowPage(context)
  await page.goto('/workspace')
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.mouse.move(720, 500)
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], frames: [] as number[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    let last = performance.now()
    const look = (now: number) => {
      seen.frames.push(now - last)
      last = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const end = Date.now() + 3_000
  while (Date.now() < end) await page.mouse.wheel(0, 300)
  const { tasks, frames } = await page.evaluate(
    () => (window as unknown as { seen: { tasks: number[]; frames: number[] } }).seen,
  )
  await page.close()
  return { longest: Math.max(0, ...tasks), p95: percentile(frames, 0.95) }
}

await ensureBrowser()
const load = `load average ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
const browser = await chromium.launch(browserLaunch())
const openings: Record<Owner, Opening[]> = { user: [], manager: [] }
const scrollings: Scrolling[] = []
try {
  for (const [owner, count] of Object.entries(lists) as [Owner, number][]) {
    const api = await apiOf(stack, owner)
    const { body: there } = await api.call<unknown[]>('GET', '/v1/projects')
    await api.makeProjects(count - there.length)
  }
  const contexts = { user: await signedIn(browser, stack, 'user'), manager: await signedIn(browser, stack, 'manager') }
  // The first round warms the server and the browser's cache up.
  for (let run = 0; run <= runs; run += 1) {
    for (const owner of Object.keys(lists) as Owner[]) {
      const opening = await open(contexts[owner])
      if (run > 0) openings[owner].push(opening)
    }
  }
  for (let run = 0; run < runs; run += 1) scrollings.push(await scroll(contexts.manager))
} finally {
  await browser.close()
  await stack.stop()
}

const of = (owner: Owner, what: keyof Opening) => median(openings[owner].map((opening) => opening[what]))
const ratio = (what: keyof Opening) => (of('manager', what) / of('user', what)).toFixed(2)
const ms = (value: number) => `${Math.round(value)} ms`

const report = `# Performance of the workspace

Made by \`npm run bench:workspace\` against the started stack. Medians of ${runs} rounds at 4x CPU slow-down, cache filled,
1440 by 900 pixels; compare ratios, since machines differ. At the start this one had a ${load}.

## Projects

${table(
  ['list', 'first card usable', 'of it work of the main thread', 'elements in the page'],
  (Object.keys(lists) as Owner[]).map((owner) => [
    `${lists[owner]} projects`,
    ms(of(owner, 'usable')),
    ms(of(owner, 'work')),
    String(of(owner, 'nodes')),
  ]),
)}

${table(
  ['promise', 'limit', 'measured'],
  [
    ['opening 1,000 projects, against opening 10', '1.10', ratio('usable')],
    ['work of the main thread for it, against that for 10', '1.10', ratio('work')],
    ['elements more in the page', '300', String(of('manager', 'nodes') - of('user', 'nodes'))],
    [
      'longest task while 1,000 are scrolled (0: none above 50 ms)',
      '50 ms',
      ms(median(scrollings.map(({ longest }) => longest))),
    ],
    ['frame while 1,000 are scrolled, 95th percentile', '25 ms', ms(median(scrollings.map(({ p95 }) => p95)))],
  ],
)}
`
console.log(report)
await writeSection(report)
