/**
 * npm run bench:previews: opens a network of 1 MB and boards of 1.4 and 50 MB in the page. Prints the results
 * and updates its part of docs/performance.md.
 */
import os from 'node:os'
import type { Page } from '@playwright/test'

import { type File, openFiles, startWorld, type World } from './files-world'
import { largeBoard } from './large-board'
import { median, percentile, table, writeSection } from './report'

const runs = Number(process.argv[2] ?? 3)

/** Generates a four-port network file of about 1 MB, like the output of a field solver. */
function network(): string {
  const lines = ['! A line of four ports', '# GHz S RI R 50']
  for (let at = 1; lines.length < 6020; at++) {
    const frequency = at / 100
    for (let to = 0; to < 4; to++) {
      const values = Array.from({ length: 4 }, (_, from) => {
        const size = to === from ? 0.1 : 0.9 / (1 + Math.abs(to - from))
        return `${(size * Math.cos(frequency + to)).toExponential(15)} ${(size * Math.sin(frequency - from)).toExponential(15)}`
      })
      lines.push(`${to === 0 ? frequency : ''} ${values.join(' ')}`)
    }
  }
  return lines.join('\n')
}

type Opening = { shown: number; longest: number; long: number; read: number; draw: number }

/**
 * Measures the time from the click on a file's name until the file is shown, the page's long tasks, and the worker's
 * times.
 */
async function open(page: Page, name: string, shown: string): Promise<Opening> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  const start = performance.now()
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog', { name, exact: true }).locator(shown).first().waitFor({ timeout: 60_000 })
  const time = performance.now() - start
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
  return { shown: time, longest: Math.max(0, ...tasks), long: tasks.length, ...(await workerTimes(page)) }
}

/** The times the board worker took to read the board and to draw it for the first time. */
async function workerTimes(page: Page) {
  for (const worker of page.workers()) {
    const [read, draw] = await worker.evaluate(() =>
      ['board.read', 'board.draw'].map((name) => performance.getEntriesByName(name)[0]?.duration),
    )
    if (read !== undefined && draw !== undefined) return { read, draw }
  }
  return { read: NaN, draw: NaN }
}

/** Drags the board for three seconds while it is redrawn. */
async function drag(page: Page) {
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
  await page.mouse.move(500, 500)
  await page.mouse.down()
  const end = Date.now() + 3000
  for (let at = 0; Date.now() < end; at++)
    await page.mouse.move(500 + 200 * Math.sin(at / 20), 500 + 100 * Math.cos(at / 20))
  await page.mouse.up()
  const { frames } = await page.evaluate(() => (window as unknown as { seen: { frames: number[] } }).seen)
  return percentile(frames, 0.95)
}

async function kept(world: World, files: Record<string, string>): Promise<File[]> {
  const project = await world.api.makeProject('Previews')
  const all: File[] = []
  for (const [name, text] of Object.entries(files)) {
    all.push(await world.keep(project.id, await world.file(name, Buffer.from(text))))
  }
  return all
}

const names = { network: 'line.s4p', small: 'small.kicad_pcb', large: 'large.kicad_pcb' }
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const world = await startWorld()
const openings: Record<keyof typeof names, Opening[]> = { network: [], small: [], large: [] }
const frames: number[] = []
try {
  const sizes = await kept(world, {
    [names.network]: network(),
    [names.small]: largeBoard({ nets: 300, megabytes: 1.4 }),
    [names.large]: largeBoard({ nets: 20_000, megabytes: 50 }),
  })
  console.log(sizes.map(({ name, size }) => `${name}: ${size} bytes`).join(', '))
  // The first round warms up the server and the browser's cache.
  for (let run = 0; run <= runs; run += 1) {
    for (const [what, name] of Object.entries(names) as [keyof typeof names, string][]) {
      const { page } = await world.page()
      await openFiles(page, 'Previews')
      const opening = await open(
        page,
        name,
        what === 'network' ? '[aria-label="Values at the cursor"] li' : '[data-drawn]',
      )
      if (what === 'large') frames.push(await drag(page))
      if (run > 0) openings[what].push(opening)
      await page.context().close()
    }
  }
} finally {
  await world.stop()
}

const ms = (value: number) => `${Math.round(value)} ms`
const of = (what: keyof typeof names, part: keyof Opening) => median(openings[what].map((opening) => opening[part]))
const report = `# Performance of previews

Generated by \`npm run bench:previews\` against the started stack in a separate process. Medians of ${runs} rounds. Browser
and server share the cores; at the start, this machine had a ${load}. A longest task of 0 ms means that none
took more than 50 ms.

${table(
  ['goal', 'limit', 'measured'],
  [
    [
      'a network of 1 MB and four ports: longest task of the page until it is plotted',
      '50 ms',
      ms(of('network', 'longest')),
    ],
    ['the same, from the click to the plot', '-', ms(of('network', 'shown'))],
    ['a board of 1.4 MB: read and drawn by its worker', '1000 ms', ms(of('small', 'read') + of('small', 'draw'))],
    ['absolute values: read, drawn', '-', `${ms(of('small', 'read'))}, ${ms(of('small', 'draw'))}`],
    ['the same, from the click to the picture', '-', ms(of('small', 'shown'))],
    ['a board of 50 MB: longest task of the page until it is drawn', '50 ms', ms(of('large', 'longest'))],
    ['absolute values: read, drawn', '-', `${ms(of('large', 'read'))}, ${ms(of('large', 'draw'))}`],
    ['the same, from the click to the picture', '-', ms(of('large', 'shown'))],
    ['frame while it is dragged, 95th percentile', '-', ms(median(frames))],
  ],
)}
`
console.log(report)
await writeSection(report)
