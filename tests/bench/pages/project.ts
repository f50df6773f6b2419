/**
 * node --import tsx tests/bench/pages/project.ts, after a build: opens the page of a project with many files, comments
 * and revisions, and of one with few, and switches between projects. Prints the results and updates its part of
 * docs/performance.md. `--rounds 3` is the number of rounds.
 *
 * `--before FOLDER` also opens a project's files in an earlier version of the product, which was built in that folder
 * and showed the files in a dialog.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { expected, upload } from '../../api/caller'
import { browserLaunch, ensureBrowser } from '../../support/browser'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'
import { goalTable, median, percentile, writeSection } from '../report'
import { signedIn } from '../signed-in'

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, before: { type: 'string' } },
})
const rounds = Number(given.rounds)
const switches = 20

type Size = { files: number; comments: number; revisions: number }
const few: Size = { files: 10, comments: 10, revisions: 10 }
const many: Size = { files: 10_000, comments: 500, revisions: 200 }

/** Starts the server of the version of the product in this folder. */
async function serve(folder: string) {
  const module = path.join(folder, 'tests/bench/files-server.ts')
  const server = fork(module, { cwd: folder, execArgv: ['--import', 'tsx'] })
  const { config, accounts } = await new Promise<TestStack>((resolve) => server.once('message', resolve as never))
  const stop = async () => {
    server.send('stop')
    await new Promise((resolve) => server.once('exit', resolve))
  }
  return { stack: { config, accounts } as TestStack, stop }
}

/**
 * Makes a project with a file that has many revisions and comments. Signs in again for each part, because tokens
 * expire.
 */
async function fill(stack: TestStack, name: string, { files, comments, revisions }: Size) {
  const maker = await apiOf(stack, 'user')
  const project = await maker.makeProject(name)
  await maker.makeFiles(project.id, files - 1)
  const who = { ...(await apiOf(stack, 'user')), username: 'user' }
  let [file] = await upload(who, project.id, { 'all-notes.txt': 'The first line.\n' })
  if (!file) throw new Error('The file was not kept.')
  for (let made = 1; made < revisions; made += 1) {
    const [next] = await upload(who, project.id, { 'all-notes.txt': `Line ${made}.\n` }, { replaces: file.id })
    if (!next) throw new Error('The revision was not kept.')
    file = next
  }
  // The API limits the comments of a person per minute, so several people write them.
  const api = await apiOf(stack, 'user')
  const admin = await apiOf(stack, 'orgadmin')
  const writers = [api, admin, await apiOf(stack, 'manager')]
  const json = { project_id: project.id, email: 'manager@example.com', role: 'project_manager' }
  expected(await admin.call('POST', '/v1/users/assign-role', { json }), 200)
  for (let made = 0; made < comments; ) {
    const json = { id: randomUUID(), text: `Please check line ${made + 1}.`, anchor: { kind: 'line', line: 1 } }
    const writer = writers[made % writers.length] ?? api
    const { status } = await writer.call('POST', `/v1/files/${file.id}/comments`, { json })
    if (status === 201) made += 1
    else if (status === 429) await new Promise((resolve) => setTimeout(resolve, 1000))
    else throw new Error(`A comment was refused with ${status}.`)
  }
  return { id: project.id, fileId: file.id }
}

/** Opens a URL and returns the CPU time of the page's main thread until an element matches this selector. */
async function workOf(context: BrowserContext, address: string, entry: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(entry).first().waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  await page.close()
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
}

/** Opens URLs in turn. The first round warms up the server and the browser's cache. Returns the median of each. */
async function opened(places: { context: BrowserContext; address: string; entry: string }[]): Promise<number[]> {
  const found = places.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { context, address, entry }] of places.entries()) {
      const work = await workOf(context, address, entry)
      if (round > 0) found[at]?.push(work)
    }
  }
  return found.map(median)
}

/** Clicks a project in the switcher and returns the time until the next frame after its name is shown. */
const switchTo = (page: Page, name: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const link = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Projects] a')].find(
          ({ textContent }) => textContent === wanted,
        )
        const start = performance.now()
        const observer = new MutationObserver(() => {
          if (document.querySelector('h1')?.textContent !== wanted) return
          observer.disconnect()
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - start)
          // The message is delivered after the frame is painted.
          requestAnimationFrame(() => port2.postMessage(null))
        })
        observer.observe(document.body, { childList: true, characterData: true, subtree: true })
        link?.click()
      }),
    name,
  )

/** Switches between two projects that have both been open before. */
async function switching(context: BrowserContext, from: string, names: [string, string]): Promise<number[]> {
  const page = await context.newPage()
  await page.addInitScript('globalThis.__name = (it) => it')
  const session = await context.newCDPSession(page)
  await page.goto(from)
  const list = page.locator('[role=table] .body [role=row] button').first()
  await list.waitFor()
  const there = async (name: string) => {
    const time = await switchTo(page, name)
    await list.waitFor()
    return time
  }
  for (const name of names) await there(name)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (let at = 0; at < switches; at += 1) times.push(await there(names[at % 2] as string))
  await page.close()
  return times
}

await ensureBrowser()
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const now = await serve(process.cwd())
const earlier = given.before === undefined ? null : await serve(path.resolve(given.before))
const browser = await chromium.launch(browserLaunch())
const rows: string[][] = []
try {
  const [small, large] = [await fill(now.stack, 'Few', few), await fill(now.stack, 'Many', many)]
  console.log('The projects are filled.')
  const context = await signedIn(browser, now.stack)
  const page = (id: string, rest = '') => `/workspace/projects/${id}${rest}`
  const entries = {
    overview: 'ul[aria-label="Newest files"] li',
    files: '[role=table] .body [role=row] button',
    comments: 'ol[aria-label=Comments] li',
  }
  const compare = async (what: string, entry: string, address: (project: typeof small) => string) => {
    const [less = NaN, more = NaN] = await opened(
      [small, large].map((project) => ({ context, address: address(project), entry })),
    )
    rows.push([`${what}: work of the main thread for many, against few`, '1.10', (more / less).toFixed(2)])
    rows.push(['the same, absolute', '-', `${more.toFixed(0)} ms, ${less.toFixed(0)} ms`])
  }
  await compare('overview', entries.overview, ({ id }) => page(id))
  await compare('files', entries.files, ({ id }) => page(id, '/files'))
  await compare('a file with its comments', entries.comments, ({ id, fileId }) =>
    page(id, `/files?file=${fileId}&comment=${randomUUID()}`),
  )
  if (earlier) {
    const before = await apiOf(earlier.stack, 'user')
    const { id } = await before.makeProject('Few')
    await before.makeFiles(id, few.files)
    const [dialog = NaN, place = NaN] = await opened([
      {
        context: await signedIn(browser, earlier.stack),
        address: `/workspace?project=${id}&dialog=files`,
        entry: entries.files,
      },
      { context, address: page(small.id, '/files'), entry: entries.files },
    ])
    rows.push(['files of a project, against the dialog of the earlier version', '1.10', (place / dialog).toFixed(2)])
    rows.push(['the same, absolute', '-', `${place.toFixed(0)} ms, ${dialog.toFixed(0)} ms`])
  }
  const times = await switching(context, page(small.id, '/files'), ['Many', 'Few'])
  rows.push([
    'from the click on another project to its painted page, median',
    '100 ms',
    `${median(times).toFixed(0)} ms`,
  ])
  rows.push(['the same, 95th percentile', '-', `${percentile(times, 0.95).toFixed(0)} ms`])
} finally {
  await browser.close()
  await Promise.all([now.stop(), earlier?.stop()])
}

const count = (size: Size) =>
  `${size.files.toLocaleString('en-US')} files, and one of them ${size.revisions} revisions and ${size.comments} comments`
const report = `# Performance of a project's page

Generated by \`node --import tsx tests/bench/pages/project.ts\` against the started stack in a separate process, at 4x CPU slowdown with a warm cache,
1440 by 900 pixels. Medians of ${rounds} rounds and of ${switches} switches between projects that have been open before. The
project with many has ${count(many)}. The one with few has 10 of each. Compare ratios, since machines differ. At the start,
this one had a ${load}.

${goalTable(rows)}
`
console.log(report)
await writeSection(report)
