/**
 * npm run bench:analysis: analyzes a network of 4 ports and 20,000 frequencies. Measures the code of the worker,
 * then the page that opens the file, shows each tab and follows the pointer; `-- 3` is the number of rounds. Prints the
 * results and updates its part of docs/performance.md.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import type { Locator, Page } from '@playwright/test'

import { touchstoneOf } from '../../src/formats/touchstone/touchstone-writer'
import type { WorkTimes } from './analysis-work'
import { coupledLines, points, ports } from './coupled-lines'
import { openFiles, startWorld } from './files-world'
import { frameTime } from './frames'
import { recordLongTasks } from './long-tasks'
import { median, table, writeSection } from './report'

const runs = Number(process.argv[2] ?? 5)
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`

const work = fork(new URL('analysis-work.ts', import.meta.url), [String(runs)], { execArgv: ['--import', 'tsx'] })
const [computed] = (await once(work, 'message')) as [WorkTimes]

const fileName = 'coupled-lines.s4p'

/** What is done with the open file, and what appears when it is done. */
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
  const box = await plot.boundingBox()
  if (!box) throw new Error('There is no plot.')
  const { x, y, width, height } = box
  return frameTime(page, (at) =>
    page.mouse.move(x + width * (0.5 + 0.4 * Math.sin(at / 20)), y + height * (0.5 + 0.3 * Math.cos(at / 20))),
  )
}

/** Chooses a budget and draws a limit of the user, so that both are shown. */
async function drawLimits(dialog: Locator) {
  await dialog.getByRole('tab', { name: 'Loss' }).click()
  await dialog.getByLabel('Budget').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Draw limit for the insertion loss' }).click()
  const plot = dialog.getByRole('img', { name: /^Insertion loss over frequency/ }).locator('.u-over')
  const points = dialog.getByRole('list', { name: 'Points of the insertion loss' }).getByRole('listitem')
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
try {
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
const limitOf = (name: string) => (name.startsWith('an eye') ? '2000 ms' : '500 ms')
const report = `# Performance of the analysis of networks

Generated by \`npm run bench:analysis\` for ${ports} ports and ${points.toLocaleString('en-US')} frequencies. Medians of ${runs} rounds. Browser and
server share the cores; at the start, this machine had a ${load}. A longest task of 0 ms means that none
took more than 50 ms.

${table(
  ['code of the worker', 'limit', 'measured'],
  computed.map(([name, time]) => [name, limitOf(name), ms(time)]),
)}

${table(
  ['in the page', 'from the click', "limit of the page's tasks", 'longest task'],
  [...found.steps].map(([name, all]) => [
    name,
    ms(median(all.map(({ time }) => time))),
    '50 ms',
    ms(median(all.map(({ longest }) => longest))),
  ]),
)}

${table(
  ['frame while the pointer moves, 95th percentile', 'limit', 'measured'],
  [
    ['over the magnitudes of four parameters', '17 ms', ms(median(found.pointer))],
    ['over the insertion loss with a budget and a drawn limit', '17 ms', ms(median(found.limits))],
  ],
)}
`
console.log(report)
await writeSection(report)
