/**
 * npm run bench:analysis: analyzes a network of 4 ports and 20,000 frequencies. Measures the computations in a web
 * worker, then the page while it opens the file, shows each tab and follows the pointer; `-- 3` is the number of
 * rounds. Prints the results, updates its part of docs/performance.md, and fails above a limit.
 */
import os from 'node:os'
import path from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { build } from 'vite'

import { touchstoneOf } from '../../../src/formats/touchstone/touchstone-writer'
import type { WorkTimes } from './analysis-work'
import { coupledLines, points, ports } from './coupled-lines'
import { openFiles, startWorld } from '../files-world'
import { frameTime } from '../frames'
import { recordLongTasks } from '../long-tasks'
import { median, table, writeSection } from '../report'

const runs = Number(process.argv[2] ?? 5)
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`

/** The code of the computations and of their imports, as one script. */
async function workerScript(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, 'analysis-work.ts'), formats: ['es'], fileName: 'analysis-work' },
    },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output.slice(0, 1) : []))
  if (chunk?.type !== 'chunk') throw new Error('The worker was not built.')
  return chunk.code
}

/** Runs the computations in a worker of an empty page. */
async function measureWork(browser: Browser): Promise<WorkTimes> {
  const script = await workerScript()
  const page = await browser.newPage()
  try {
    await page.route('http://bench.localhost/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ body: script, contentType: 'text/javascript' })
        : route.fulfill({ body: '<!doctype html><title>Bench</title>', contentType: 'text/html' }),
    )
    await page.goto('http://bench.localhost/')
    return await page.evaluate(
      (rounds) =>
        new Promise<WorkTimes>((resolve, reject) => {
          const worker = new Worker('/work.js', { type: 'module' })
          worker.addEventListener('message', ({ data }: MessageEvent<WorkTimes>) => resolve(data))
          worker.addEventListener('error', ({ message }) => reject(new Error(message)))
          worker.postMessage(rounds)
        }),
      runs,
    )
  } finally {
    await page.close()
  }
}

const fileName = 'coupled-lines.s4p'

/** The actions on the open file, each with the element that appears when it is done. */
const steps: { name: string; act: (dialog: Locator) => Promise<unknown>; shown: (dialog: Locator) => Locator }[] = [
  {
    name: 'Z-parameters instead of S-parameters',
    act: (dialog) => dialog.getByRole('button', { name: 'Z-parameters' }).click(),
    shown: (dialog) => dialog.getByRole('img', { name: 'Magnitude of Z11, Z21, Z31, Z41' }),
  },
  ...(
    [
      ['Loss', /^Insertion loss over frequency/],
      ['Time', /^Impedance over time/],
      ['Eye', /^Eye diagram/],
      ['Smith', /in a Smith chart/],
      ['Supply', /^Impedance over frequency/],
    ] as const
  ).map(([name, picture]) => ({
    name: `tab ${name}`,
    act: (dialog: Locator) => dialog.getByRole('tab', { name }).click(),
    shown: (dialog: Locator) => dialog.getByRole('img', { name: picture }),
  })),
  {
    name: 'tab Checks',
    act: (dialog) => dialog.getByRole('tab', { name: 'Checks' }).click(),
    shown: (dialog) => dialog.getByRole('list', { name: 'Checks' }),
  },
]

type Step = { time: number; longest: number }
const found = { steps: new Map<string, Step[]>(), pointer: [] as number[], limits: [] as number[] }

/** Performs a step, and returns its time and the page's longest task until half a second after it is done. */
async function measured(page: Page, act: () => Promise<unknown>, shown: Locator): Promise<Step> {
  const tasks = await recordLongTasks(page)
  const start = performance.now()
  await act()
  await shown.first().waitFor({ timeout: 120_000 })
  const time = performance.now() - start
  await page.waitForTimeout(500)
  return { time, longest: Math.max(0, ...(await tasks())) }
}

/** Moves the pointer over a plot. */
async function follow(page: Page, plot: Locator): Promise<number> {
  // Waits until the plot is drawn and no longer moves.
  await plot.hover()
  const box = await plot.boundingBox()
  if (!box) throw new Error('There is no plot.')
  const { x, y, width, height } = box
  return frameTime(page, (at) =>
    page.mouse.move(x + width * (0.5 + 0.4 * Math.sin(at / 20)), y + height * (0.5 + 0.3 * Math.cos(at / 20))),
  )
}

/** Chooses a budget and draws a custom limit, so that both are shown. */
async function drawLimits(dialog: Locator) {
  await dialog.getByRole('tab', { name: 'Loss' }).click()
  await dialog.getByRole('combobox', { name: 'Budget' }).selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Draw limit for insertion loss' }).click()
  const plot = dialog.getByRole('img', { name: /^Insertion loss over frequency/ }).locator('.u-over')
  const points = dialog.getByRole('list', { name: 'Points of the insertion loss limit' }).getByRole('listitem')
  for (const [at, [across, down]] of [
    [0.2, 0.4],
    [0.8, 0.6],
  ].entries()) {
    const box = await plot.boundingBox()
    if (box) await plot.click({ position: { x: box.width * (across ?? 0), y: box.height * (down ?? 0) } })
    await points.nth(at).waitFor()
  }
  return plot
}

const world = await startWorld()
let computed: WorkTimes = []
try {
  computed = await measureWork(world.browser)
  const project = await world.api.makeProject('Analysis')
  const { text } = touchstoneOf(coupledLines(), 'Two coupled lines')
  await world.keep(project.id, await world.file(fileName, Buffer.from(text)))
  // The first round warms up the server and the browser's cache.
  for (let run = 0; run <= runs; run += 1) {
    await world.renewToken()
    const { page } = await world.page()
    await openFiles(page, 'Analysis')
    const dialog = page.getByRole('dialog', { name: fileName, exact: true })
    const add = (name: string, step: Step) => {
      if (run > 0) found.steps.set(name, [...(found.steps.get(name) ?? []), step])
    }
    const open = () => page.getByRole('button', { name: fileName, exact: true }).click()
    const values = dialog.getByRole('list', { name: 'Values at the cursor' }).getByRole('listitem')
    add('open the file', await measured(page, open, values))
    const pointer = await follow(page, dialog.getByRole('img', { name: /^Magnitude of/ }).locator('.u-over'))
    for (const { name, act, shown } of steps) add(name, await measured(page, () => act(dialog), shown(dialog)))
    const limits = await follow(page, await drawLimits(dialog))
    if (run > 0) {
      found.pointer.push(pointer)
      found.limits.push(limits)
    }
    await page.context().close()
    console.log(
      run === 0 ? 'Warmed up.' : `Round ${run} of ${runs}: ${Math.round(pointer)} ms, ${Math.round(limits)} ms`,
    )
  }
} finally {
  await world.stop()
}

const ms = (value: number) => `${Math.round(value)} ms`

type Row = { name: string; limit: number; value: number; also: string[] }
const worked = computed.map(
  ([name, rounds]): Row => ({ name, limit: name.startsWith('an eye') ? 2000 : 500, value: median(rounds), also: [] }),
)
const tasks = [...found.steps].map(
  ([name, all]): Row => ({
    ...{ name, limit: 50, value: median(all.map(({ longest }) => longest)) },
    also: [ms(median(all.map(({ time }) => time)))],
  }),
)
const frames = (
  [
    ['over the magnitudes of four parameters', found.pointer],
    ['over the insertion loss with a budget and a drawn limit', found.limits],
  ] as const
).map(([name, all]): Row => ({ name, limit: 17, value: median(all), also: [] }))
const cells = ({ name, limit, value, also }: Row) => [name, ...also, ms(limit), ms(value)]

const report = `# Performance of the analysis of networks

Generated by \`npm run bench:analysis\` for ${ports} ports and ${points.toLocaleString('en-US')} frequencies. Medians of ${runs} rounds. Browser and
server share the cores; at the start, this machine had a ${load}. A longest task of 0 ms means that none
took more than 50 ms.

${table(['in a worker of the browser', 'limit', 'measured'], worked.map(cells))}

${table(['in the page', 'from the click', "limit of the page's tasks", 'longest task'], tasks.map(cells))}

${table(['frame while the pointer moves, 95th percentile', 'limit', 'measured'], frames.map(cells))}
`
console.log(report)
await writeSection(report)
// Limits and values are whole milliseconds, as in the report.
const slow = [...worked, ...tasks, ...frames].filter(({ limit, value }) => !(Math.round(value) <= limit))
if (slow.length > 0)
  throw new Error(
    `Above the limit: ${slow.map((row) => `${row.name} (${ms(row.value)} of ${ms(row.limit)})`).join(', ')}.`,
  )
