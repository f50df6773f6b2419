/**
 * npm run bench:dialogs: opens dialogs, the pages of a project and previews whose code and data are in the cache, at 4x
 * CPU slowdown. Prints the results and updates its part of docs/performance.md. `-- 9` is the number of openings.
 */
import os from 'node:os'
import type { Locator, Page } from '@playwright/test'

import { sampleBoard } from '../../../server/sample/board'
import { openFiles, startWorld } from '../files-world'
import { touchstone } from '../large-files'
import { recordLongTasks } from '../long-tasks'
import { goalTable, median, percentile, writeSection } from '../report'

const openings = Number(process.argv[2] ?? 9)
const projectName = 'Openings'
const limit = '100 ms'

type Case = {
  what: string
  /** Clicked to open it. */
  opener: (page: Page) => Locator
  /** Matches the first useful content. */
  content: string
  /** Whether the dialog itself is useful before its content: it names the file, and offers its download. */
  isPreview?: boolean
  close: (page: Page) => Promise<void>
}

const byEscape = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })
}
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name })

const inList: Case[] = [
  {
    what: 'dialog for a new project',
    opener: button('Create New Project'),
    content: '[role=dialog] input[name=name], [role=dialog] input',
    close: byEscape,
  },
  {
    what: 'a project’s menu',
    opener: button(`More actions for ${projectName}`),
    content: '[role=menu] [role=menuitem]',
    close: async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('[role=menu] [role=menuitem]:visible').waitFor({ state: 'hidden' })
    },
  },
  {
    what: 'request of a simulation',
    opener: button('Request Simulation'),
    content: '[role=dialog] select',
    close: async (page) => {
      await page.getByRole('dialog', { name: 'Request Simulation' }).getByRole('button', { name: 'Close' }).click()
      await page.getByRole('article', { name: projectName }).waitFor()
    },
  },
]
const preview = (name: string, what: string, content: string): Case => ({
  ...{ what: `preview of ${what}`, opener: button(name), content, close: byEscape, isPreview: true },
})
const inFiles: Case[] = [
  {
    what: 'question before a file is deleted',
    opener: button('Delete notes.txt'),
    content: '[role=dialog] button',
    close: byEscape,
  },
  preview('notes.txt', 'a text', '.cm-line'),
  preview('camera.kicad_pcb', 'a board', '[role=dialog] [data-drawn]'),
  preview('line.s4p', 'a network', '[role=dialog] [aria-label="Values at the cursor"] li'),
]

type Times = { dialog: number; content: number }

/** Clicks the opener and returns the times in ms until frames with a dialog and with the content are painted. */
const timesOf = (opener: Locator, content: string) =>
  opener.evaluate(
    (element: HTMLElement, wanted) =>
      new Promise<Times>((resolve) => {
        const start = performance.now()
        const times: Times = { dialog: 0, content: 0 }
        // A text is shown in a shadow root, which `document` does not search.
        const find = (root: Document | ShadowRoot): boolean =>
          root.querySelector(wanted) !== null ||
          [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot && find(shadowRoot))
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data: isDone }) => {
          const now = performance.now() - start
          times.dialog ||= now
          times.content = now
          if (isDone) resolve(times)
        }
        let isOpen = false
        const check = () => {
          const isDone = find(document)
          if (!isDone) requestAnimationFrame(check)
          // The message is delivered after this frame is painted.
          if (isDone || (!isOpen && document.querySelector('[role=dialog]'))) port2.postMessage(isDone)
          isOpen ||= document.querySelector('[role=dialog]') !== null
        }
        element.click()
        requestAnimationFrame(check)
      }),
    content,
  )

/** Opens it once so that everything is in the cache, and then again at 4x CPU slowdown. */
async function measured(page: Page, setSpeed: (rate: number) => Promise<unknown>, one: Case): Promise<string[][]> {
  await setSpeed(1)
  await one.opener(page).click()
  await page.locator(one.content).first().waitFor()
  await one.close(page)
  await setSpeed(4)
  const times: Times[] = []
  const longTasks = await recordLongTasks(page)
  for (let opening = 0; opening < openings; opening += 1) {
    times.push(await timesOf(one.opener(page), one.content))
    await one.close(page)
    await page.waitForTimeout(300)
  }
  const longest = Math.max(0, ...(await longTasks())).toFixed(0)
  const row = (what: string, most: string, of: number[]) => [
    ...[what, most, `${median(of).toFixed(0)} ms`, `${percentile(of, 0.95).toFixed(0)} ms`, `${longest} ms`],
  ]
  const contents = times.map(({ content }) => content)
  if (!one.isPreview) return [row(one.what, limit, contents)]
  return [
    row(
      `${one.what}: the dialog, with the file’s name and download`,
      limit,
      times.map(({ dialog }) => dialog),
    ),
    row(`${one.what}: the content`, '-', contents),
  ]
}

const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const world = await startWorld()
const rows: string[][] = []
try {
  const project = await world.api.makeProject(projectName)
  for (const [name, content] of Object.entries({
    'notes.txt': 'Call about the camera.\n'.repeat(200),
    'camera.kicad_pcb': sampleBoard(),
    'line.s4p': touchstone(300),
  })) {
    await world.keep(project.id, await world.file(name, Buffer.from(content)))
  }
  const { page, cdp } = await world.page()
  const setSpeed = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })
  for (const one of inList) rows.push(...(await measured(page, setSpeed, one)))
  await setSpeed(1)
  await openFiles(page, projectName)
  for (const one of inFiles) rows.push(...(await measured(page, setSpeed, one)))
  // The pages of a project replace each other, so this one is opened from another.
  const times: number[] = []
  for (let opening = 0; opening <= openings; opening += 1) {
    await tab('Overview')(page).click()
    await page.locator('ul[aria-label="Newest files"] li').first().waitFor()
    await page.waitForTimeout(300)
    const { content } = await timesOf(tab('Files')(page), '[role=table] .body [role=row] button')
    // The first opening fills the cache.
    if (opening > 0) times.push(content)
  }
  rows.push([
    ...['page with a project’s files', limit, `${median(times).toFixed(0)} ms`],
    ...[`${percentile(times, 0.95).toFixed(0)} ms`, '-'],
  ])
} finally {
  await world.stop()
}

const report = `# Performance of dialogs and previews

Generated by \`npm run bench:dialogs\` against the started stack in a separate process, at 4x CPU slowdown, 1440 by 900
pixels: the time from the click until the frame is painted, in ${openings} openings. Everything was open before, so its code is
in the cache; the content of a preview is downloaded and read again. A longest task of 0 ms means that none took more than
50 ms. At the start, this machine had a ${load}.

${goalTable(rows, ['95th percentile', 'longest task'])}
`
console.log(report)
await writeSection(report)
