/**
 * npm run bench:previews: opens a large file of each format in the page; `-- 3` is the number of rounds. Also measures
 * the memory of a process that reads an IPC-2581 file. Prints the results and updates its part of docs/performance.md.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import os from 'node:os'
import type { Page } from '@playwright/test'

import { grouped } from '../../../src/formats/grouped'
import { type File, openFiles, startWorld, type World } from '../files-world'
import { frameTime } from '../frames'
import { largeBoard } from '../large-board'
import * as files from '../large-files'
import { largeIpc2581 } from '../large-ipc2581'
import { recordLongTasks } from '../long-tasks'
import { goalTable, median, writeSection } from '../report'

const runs = Number(process.argv[2] ?? 3)

type Opening = { shown: number; longest: number; long: number; read: number; draw: number }

/**
 * Measures the time from the click on the file's name, or on the button of one of its parts, until the file or the part
 * is shown. Also measures the page's long tasks and the worker's times.
 */
async function open(page: Page, { name, shown, part }: Case): Promise<Opening> {
  const dialog = page.getByRole('dialog', { name, exact: true })
  const openFile = () => page.getByRole('button', { name, exact: true }).click()
  if (part) await openFile()
  const button = part ? dialog.getByRole('button', { name: part, exact: true }) : null
  await button?.waitFor({ timeout: 60_000 })
  const longTasks = await recordLongTasks(page)
  const start = performance.now()
  await (button?.click() ?? openFile())
  await dialog.locator(shown).first().waitFor({ timeout: 60_000 })
  const time = performance.now() - start
  const tasks = await longTasks()
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

/** Moves the board while it is redrawn. */
async function drag(page: Page) {
  await page.mouse.move(500, 500)
  await page.mouse.down()
  const time = await frameTime(page, (at) =>
    page.mouse.move(500 + 200 * Math.sin(at / 20), 500 + 100 * Math.cos(at / 20)),
  )
  await page.mouse.up()
  return time
}

/** Zooms in and out again, several times. */
async function zoom(page: Page) {
  await page.mouse.move(500, 500)
  return frameTime(page, async (at) => {
    await page.mouse.wheel(0, at % 40 < 20 ? -60 : 60)
    await page.waitForTimeout(16)
  })
}

/** Opens the table of lengths and skew of all nets. Returns the longest task of the page until it is shown. */
async function showFacts(page: Page) {
  await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0))
  await page.getByRole('button', { name: 'Lengths and skew' }).click()
  await page
    .getByRole('region', { name: 'Lengths and skew' })
    .getByRole('rowheader')
    .first()
    .waitFor({ timeout: 60_000 })
  await page.waitForTimeout(300)
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
}

/**
 * The most memory that a process takes to hold and read an IPC-2581 file, as a multiple of the file's size. Its heap is
 * limited to less than the file, because otherwise garbage would count, which is collected later on a busy machine.
 */
async function readingMemory(file: string): Promise<number> {
  const execArgv = ['--import', 'tsx', '--max-old-space-size=48', '--max-semi-space-size=8']
  const reader = fork(new URL('reading-memory.ts', import.meta.url), [file], { execArgv })
  const [grown] = (await once(reader, 'message')) as [number]
  return grown / (await stat(file)).size
}

async function kept(world: World): Promise<File[]> {
  const all: File[] = []
  for (const [projectName, own] of grouped(cases, projectOf)) {
    const project = await world.api.makeProject(projectName)
    for (const { name, content } of own) {
      all.push(await world.keep(project.id, await world.file(name, Buffer.from(content()))))
    }
  }
  return all
}

type Case = {
  name: string
  content: () => string | Uint8Array
  /** The part of the preview whose appearance ends the measurement. */
  shown: string
  /** The button that shows this part, if the preview opens with a different part. */
  part?: string
}

const values = '[aria-label="Values at the cursor"] li'
const drawn = '[data-drawn]'
const network = { name: 'line.s4p', content: () => files.touchstone(1500), shown: values }
const wide = { name: 'wide.s16p', content: () => files.touchstone(400, { ports: 16 }), shown: values }
const impedances = {
  ...{ name: 'impedances.s4p', content: () => files.touchstone(1500, { hasImpedances: true }), shown: values },
}
const analyzer = { name: 'line.citi', content: () => files.citi(1500), shown: values }
const networks = { name: 'channel.zip', content: () => files.networkSet(12, 500), shown: values }
const small = { name: 'small.kicad_pcb', content: () => largeBoard({ nets: 300, megabytes: 1.4 }), shown: drawn }
const large = { name: 'large.kicad_pcb', content: () => largeBoard({ nets: 20_000, megabytes: 50 }), shown: drawn }
const ipc = { name: 'large.xml', content: () => largeIpc2581({ nets: 4000, megabytes: 56 }).bytes, shown: drawn }
const odb = { name: 'odb.zip', content: () => files.odbJob(20), shown: drawn }
const odbTar = { name: 'odb.tgz', content: () => files.odbTgz(20), shown: drawn }
const gerber = { name: 'gerber.zip', content: () => files.gerberSet(4), shown: 'img[alt="Top"]' }
const sheet = { name: 'nets.xlsx', content: () => files.workbook(20_000), shown: '[role="cell"], td' }
const buffers = { name: 'buffers.ibs', content: () => files.ibis(60), shown: 'figure svg path', part: 'Curves' }
const filters = { name: 'filters.cir', content: () => files.spice(5000), shown: 'nav[aria-label="Outline"] button' }
const parameters = {
  ...{ name: 'receiver.ami', content: () => files.ami(100) },
  ...{ shown: '[aria-label="Parameters"] li', part: 'Parameters' },
}
const netlist = { name: 'nets.ipc', content: () => files.ipc356(40_000), shown: '.cm-line' }
const section = 'svg[aria-label="Cross-section of the stackup"]'
const stackup = { name: 'stackup.csv', content: () => files.stackupTable(64), shown: section }
const stackupSheet = { name: 'stackup.xlsx', content: () => files.stackupWorkbook(64), shown: section }
const table = { name: 'values.csv', content: () => files.table(50_000), shown: '[role="cell"]' }
const markdown = { name: 'notes.md', content: () => files.notes(150), shown: '[role="document"] table' }
const archive = { name: 'reports.zip', content: () => files.reports(1000), shown: '[aria-label^="Files in"] td' }
const cases: Case[] = [
  ...[network, wide, impedances, analyzer, networks, small, large, ipc, odb, odbTar, gerber, sheet, buffers, filters],
  ...[parameters, netlist, stackup, stackupSheet, table, markdown, archive],
]
/** The list of a project's files renders only those that are visible, so a project has no more than these. */
const filesPerProject = 10
const projectOf = (one: Case) => `Previews ${Math.floor(cases.indexOf(one) / filesPerProject) + 1}`

const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const world = await startWorld()
const openings = new Map<Case, Opening[]>(cases.map((one) => [one, []]))
const [dragged, zoomed, facts] = [[], [], []] as [number[], number[], number[]]
const memory: number[] = []
try {
  console.log((await kept(world)).map(({ name, size }) => `${name}: ${size} bytes`).join(', '))
  // The first round warms up the server and the browser's cache.
  for (let run = 0; run <= runs; run += 1) {
    await world.renewToken()
    for (const one of cases) {
      const { page } = await world.page()
      await openFiles(page, projectOf(one))
      const opening = await open(page, one)
      if (one === large) {
        dragged.push(await drag(page))
        zoomed.push(await zoom(page))
        facts.push(await showFacts(page))
      }
      if (run > 0) openings.get(one)?.push(opening)
      await page.context().close()
    }
    if (run > 0) memory.push(await readingMemory(await world.file(ipc.name, Buffer.from(ipc.content()))))
    console.log(run === 0 ? 'Warmed up.' : `Round ${run} of ${runs} done.`)
  }
} finally {
  await world.stop()
}

const ms = (value: number) => `${Math.round(value)} ms`
const of = (what: Case, part: keyof Opening) => median((openings.get(what) ?? []).map((opening) => opening[part]))
const readAndDrawn = (what: Case) => `${ms(of(what, 'read'))}, ${ms(of(what, 'draw'))}`
/** The page must stay responsive while a file is read, whatever its format. */
const longestTask = (what: Case, text: string) => [
  [`${text}: longest task of the page`, '50 ms', ms(of(what, 'longest'))],
  ['the same, from the click', '-', ms(of(what, 'shown'))],
]
const report = `# Performance of previews

Generated by \`npm run bench:previews\` against the started stack in a separate process. Medians of ${runs} rounds. Browser
and server share the cores; at the start, this machine had a ${load}. A longest task of 0 ms means that none
took more than 50 ms.

${goalTable([
  ...longestTask(network, 'a network of 1 MB and four ports, until it is plotted'),
  ...longestTask(wide, 'a network of 4 MB and 16 ports'),
  ...longestTask(impedances, 'a network of four ports, each with its own impedance, which is converted to 50 ohms'),
  ...longestTask(analyzer, 'the same network as a CITI file'),
  ...longestTask(networks, 'a zip of 12 networks, until the first is plotted'),
  ['a board of 1.4 MB: read and drawn by its worker', '1000 ms', ms(of(small, 'read') + of(small, 'draw'))],
  ['absolute values: read, drawn', '-', readAndDrawn(small)],
  ['the same, from the click to the picture', '-', ms(of(small, 'shown'))],
  ...longestTask(large, 'a board of 50 MB, until it is drawn'),
  ['absolute values: read, drawn', '-', readAndDrawn(large)],
  ['frame while it is dragged, 95th percentile', '17 ms', ms(median(dragged))],
  ['frame while it is zoomed, 95th percentile', '17 ms', ms(median(zoomed))],
  ['longest task of the page until the facts of its nets are shown', '50 ms', ms(median(facts))],
  ...longestTask(ipc, 'an IPC-2581 board of 56 MB, until it is drawn'),
  ['absolute values: read, drawn', '-', readAndDrawn(ipc)],
  ['memory of a process that reads it, against the size of the file', '2.50', median(memory).toFixed(2)],
  ...longestTask(odb, 'an ODB++ job of 20 MB, until it is drawn'),
  ['absolute values: read, drawn', '-', readAndDrawn(odb)],
  ...longestTask(odbTar, 'the same job as a .tgz'),
  ['absolute values: read, drawn', '-', readAndDrawn(odbTar)],
  ['a Gerber set of 12 layers and 4 MB, from the click to the picture', '5000 ms', ms(of(gerber, 'shown'))],
  ['longest task of the page during this', '50 ms', ms(of(gerber, 'longest'))],
  ...longestTask(sheet, 'a workbook of 20,000 rows, until its table is shown'),
  ...longestTask(buffers, 'the curves of 60 IBIS models, until they are drawn'),
  ...longestTask(filters, 'a SPICE file of 5,000 subcircuits, until its outline is shown'),
  ...longestTask(parameters, 'an AMI file of 100 parameters, until they are listed'),
  ...longestTask(netlist, 'an IPC-D-356 netlist of 40,000 pins, until its text is shown'),
  ...longestTask(stackup, 'a CSV stackup of 64 copper layers, until its cross-section is drawn'),
  ...longestTask(stackupSheet, 'the same stackup as a workbook'),
  ...longestTask(table, 'a CSV table of 50,000 rows, until it is shown'),
  ...longestTask(markdown, 'a Markdown file of 40 KB, until it is formatted'),
  ...longestTask(archive, 'a zip of 1,000 reports, until they are listed'),
])}
`
console.log(report)
await writeSection(report)
