/**
 * npm run bench:workspace: compares a list of 1,000 projects with one of 10, and a list of 10,000 files with one of 10,
 * at 4x CPU slowdown. Prints the results and updates its part of docs/performance.md.
 */
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'

import { browserLaunch, ensureBrowser } from '../../support/browser'
import { apiOf } from '../../support/projects'
import { startTestStack, type TestStack } from '../../support/stack'
import { goalTable, median, percentile, table, writeSection } from '../report'

const runs = Number(process.argv[2] ?? 5)

/** Two users who cannot see each other's projects: one has few items, the other many. */
const owners = ['user', 'manager'] as const
type Owner = (typeof owners)[number]

type List = {
  title: string
  /** The plural name of the listed items. */
  of: string
  counts: Record<Owner, number>
  /** The URL of the list, and a selector for its entries. */
  address: Record<Owner, string>
  entry: string
}

/** `work` is the CPU time of the page's main thread, which does not depend on other load on the machine. */
type Opening = { usable: number; work: number; nodes: number }
type Scrolling = { longest: number; p95: number; slow: number }

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
  // tsx inserts calls to `__name` into functions, but the page does not define it.
  await page.addInitScript('globalThis.__name = (it) => it')
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, session }
}

/** Waits until the page has requested nothing for a second: then it is loaded, although the stream of changes is open. */
const untilLoaded = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = setTimeout(resolve, 1000)
        new PerformanceObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(resolve, 1000)
        }).observe({ type: 'resource' })
      }),
  )

/** Measures the time and the work until the first entry is usable, and the number of elements of the loaded page. */
async function open(context: BrowserContext, address: string, entry: string): Promise<Opening> {
  const { page, session } = await slowPage(context)
  await page.addInitScript((wanted) => {
    const poll = () => {
      if (document.querySelector(wanted)) document.documentElement.dataset['usable'] = String(performance.now())
      else requestAnimationFrame(poll)
    }
    requestAnimationFrame(poll)
  }, entry)
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('html[data-usable]').waitFor({ state: 'attached' })
  const { metrics } = await session.send('Performance.getMetrics')
  const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  await untilLoaded(page)
  const seen = await page.evaluate(() => ({
    usable: Number(document.documentElement.dataset['usable']),
    nodes: document.querySelectorAll('*').length,
  }))
  await page.close()
  return { ...seen, work }
}

/** The baseline of all lists: 300 rows of plain elements in the initial HTML of a page without scripts. */
const plainPage = `data:text/html,${encodeURIComponent(`<style>div div { height: 44px; border-bottom: 1px solid } div button { width: 300px }</style>
<div style="height: 600px; overflow: auto">${'<div><input type="checkbox"><button>net.s2p</button> 1.2 MB <select><option>layout</select></div>'.repeat(300)}</div>`)}`

/** Opens a list, waits until the page has nothing left to load, and scrolls through the list. */
async function scroll(context: BrowserContext, address: string, entry: string): Promise<Scrolling> {
  const { page } = await slowPage(context)
  await page.goto(address)
  await page.locator(entry).first().waitFor()
  await untilLoaded(page)
  const found = await scrollThrough(page, entry)
  await page.close()
  return found
}

/** Scrolls ten thousand pixels in three seconds, by the same distance in every frame. */
async function scrollThrough(page: Page, entry: string): Promise<Scrolling> {
  const { tasks, frames } = await page.evaluate(
    ([first, distance, frameCount]) =>
      new Promise<{ tasks: number[]; frames: number[] }>((resolve) => {
        const seen = { tasks: [] as number[], frames: [] as number[] }
        const observer = new PerformanceObserver((list) => {
          seen.tasks.push(...list.getEntries().map(({ duration }) => duration))
        })
        observer.observe({ type: 'longtask' })
        const scrolls = (element: Element) =>
          element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
        let scroller = document.querySelector(first)?.parentElement ?? null
        while (scroller && !scrolls(scroller)) scroller = scroller.parentElement
        const moved = scroller ?? document.documentElement
        let last = performance.now()
        const step = (now: number) => {
          seen.frames.push(now - last)
          last = now
          moved.scrollTop += distance / frameCount
          if (seen.frames.length <= frameCount) requestAnimationFrame(step)
          // Long tasks are reported with a delay.
          else setTimeout(() => resolve(seen), 500)
        }
        requestAnimationFrame(step)
      }),
    [entry, 10_000, 180] as const,
  )
  const [, ...timed] = frames
  return {
    longest: Math.max(0, ...tasks),
    p95: percentile(timed, 0.95),
    slow: timed.filter((frame) => frame > 25).length / timed.length,
  }
}

/** Opens and scrolls a list. The first round of openings warms up the server and the browser's cache. */
async function measure(contexts: Record<Owner, BrowserContext>, list: List) {
  const { address, entry } = list
  const openings: Record<Owner, Opening[]> = { user: [], manager: [] }
  const scrollings: Scrolling[] = []
  const floors: Scrolling[] = []
  for (let run = 0; run <= runs; run += 1) {
    for (const owner of owners) {
      const opening = await open(contexts[owner], address[owner], entry)
      if (run > 0) openings[owner].push(opening)
    }
  }
  for (let run = 0; run < runs; run += 1) {
    scrollings.push(await scroll(contexts.manager, address.manager, entry))
    floors.push(await scroll(contexts.manager, plainPage, 'div div'))
  }
  return { openings, scrollings, floors }
}

const ms = (value: number) => `${Math.round(value)} ms`

const percent = (value: number) => `${(value * 100).toFixed(0)} %`

function section(
  { title, of: what, counts }: List,
  { openings, scrollings, floors }: Awaited<ReturnType<typeof measure>>,
) {
  const both = (part: keyof Scrolling, text: (value: number) => string) =>
    [scrollings, floors].map((values) => text(median(values.map((one) => one[part])))).join(' / ')
  const of = (owner: Owner, part: keyof Opening) => median(openings[owner].map((opening) => opening[part]))
  const ratio = (part: keyof Opening) => (of('manager', part) / of('user', part)).toFixed(2)
  const many = counts.manager.toLocaleString('en-US')
  return `## ${title}

${table(
  ['list', 'first one usable', 'of which main-thread work', 'elements in the page'],
  owners.map((owner) => [
    `${counts[owner].toLocaleString('en-US')} ${what}`,
    ms(of(owner, 'usable')),
    ms(of(owner, 'work')),
    String(of(owner, 'nodes')),
  ]),
)}

${goalTable([
  [`opening ${many} ${what}, against opening ${counts.user}`, '1.10', ratio('usable')],
  [`main-thread work for it, against that for ${counts.user}`, '1.10', ratio('work')],
  ['additional elements in the page', '300', String(of('manager', 'nodes') - of('user', 'nodes'))],
  [
    `longest task while ${many} are scrolled (0: none above 50 ms) / while plain rows are`,
    '50 ms',
    both('longest', ms),
  ],
  [`frame while ${many} are scrolled, 95th percentile / while plain rows are`, '25 ms', both('p95', ms)],
  ['frames above 25 ms during this / while plain rows are scrolled', '-', both('slow', percent)],
])}
`
}

await ensureBrowser()
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
const browser = await chromium.launch(browserLaunch())
const sections: string[] = []
try {
  const apis = { user: await apiOf(stack, 'user'), manager: await apiOf(stack, 'manager') }
  const fileCounts = { user: 10, manager: 10_000 }
  const withFiles = async (owner: Owner) => {
    const { id } = await apis[owner].makeProject('Many nets')
    await apis[owner].makeFiles(id, fileCounts[owner])
    return `/workspace/projects/${id}/files`
  }
  const files: List = {
    title: 'Files',
    of: 'files',
    counts: fileCounts,
    entry: '[role=table] .body [role=row] button',
    address: { user: await withFiles('user'), manager: await withFiles('manager') },
  }
  const projects: List = {
    title: 'Projects',
    of: 'projects',
    counts: { user: 10, manager: 1000 },
    address: { user: '/workspace', manager: '/workspace' },
    entry: '[role=feed] article button',
  }
  const contexts = { user: await signedIn(browser, stack, 'user'), manager: await signedIn(browser, stack, 'manager') }
  // Measure the file lists while both users have few projects, so that only the number of files differs.
  sections.push(section(files, await measure(contexts, files)))
  for (const owner of owners) {
    const { body: there } = await apis[owner].call<unknown[]>('GET', '/v1/projects')
    await apis[owner].makeProjects(projects.counts[owner] - there.length)
  }
  sections.unshift(section(projects, await measure(contexts, projects)))
} finally {
  await browser.close()
  await stack.stop()
}

const report = `# Performance of the workspace

Generated by \`npm run bench:workspace\` against the started stack. Medians of ${runs} rounds at 4x CPU slowdown with a warm cache,
1440 by 900 pixels. Lists are scrolled by 10,000 pixels in three seconds; 300 plain rows of a page without JavaScript
show what this browser can achieve. Compare ratios, since machines differ. At the start, this one had a
${load}; frames and tasks are only meaningful if that is below the number of cores.

${sections.join('\n')}`
console.log(report)
await writeSection(report)
