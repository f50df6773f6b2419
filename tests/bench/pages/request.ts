/**
 * npm run bench:request: compares a simulation request of 1,000 rows with a bare form of ten, and measures the request
 * with up to 20,000 nets and boards of up to 50 MB, at 4x CPU slowdown. Prints the results and updates its part of
 * docs/performance.md.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'

import type { components } from '../../../openapi/generated/product'
import { expected, formOf } from '../../api/caller'
import { browserLaunch, ensureBrowser } from '../../support/browser'
import { apiOf } from '../../support/projects'
import { startTestStack, type TestStack } from '../../support/stack'
import { largeBoard } from '../large-board'
import { goalTable, median, table, writeSection } from '../report'
import { signedIn } from '../signed-in'

type Schemas = components['schemas']

const strokes = Number(process.argv[2] ?? 40)
const rowCount = 1000
const clientDir = path.resolve('dist/client')

/** Creates a project with this board and a stored draft with this many rows. */
async function prepare(stack: TestStack, context: BrowserContext, name: string, board: string | Buffer, rows: number) {
  const api = await apiOf(stack, 'user')
  const { id: uid } = expected(await api.call<Schemas['User']>('GET', '/v1/users/me'), 200)
  const project = await api.makeProject(name)
  const form = formOf({ uid, uname: 'user' }, { 'board.kicad_pcb': new Uint8Array(Buffer.from(board)) })
  const [layout] = expected(
    await api.call<Schemas['File'][]>('POST', `/v1/projects/${project.id}/files`, { form }),
    201,
  )
  if (rows > 0) {
    const row = {
      interface: 'MIPI-D',
      speed: '1.5 Gbps',
      signal_nets: ['NET_1_P', 'NET_1_N'],
      ground_nets: ['GND'],
      clock_signal: ['CLK'],
    }
    const draft = {
      projectId: project.id,
      layoutFileId: layout?.id,
      stackupFileId: null,
      materialFileId: null,
      si: Array.from({ length: rows }, (_, id) => ({ ...row, id })),
      pi: [],
      purchaseOrder: '',
    }
    const stored = {
      draft,
      key: 'bench-key',
      sentAs: null,
      stamp: 'bench',
      at: new Date().toISOString(),
      files: { layout: { id: layout?.id, name: layout?.name, sha256: layout?.sha256 }, stackup: null, material: null },
    }
    await context.addInitScript(
      ([key, value]) => {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
      },
      [`shared-draft-1:${uid}:request:${project.id}`, JSON.stringify(stored)] as const,
    )
  }
  return `/workspace/request?project=${project.id}&step=2`
}

/** Defines `__name` in the page: tsx inserts calls to it into functions. */
const naming = 'globalThis.__name = (it) => it'

async function slowPage(context: BrowserContext, rate = 4): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(naming)
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

/** Returns the tasks longer than 50 ms since the last call. The browser reports them one frame later. */
const longTasks = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return (window as unknown as { tasks: number[] }).tasks.splice(0).map((one) => Math.round(one))
  })

/** Opens a request, and waits until its rows are shown. */
async function openRequest(page: Page, address: string): Promise<Locator> {
  await page.goto(address)
  const wizard = page.getByRole('dialog', { name: 'Request Simulation' })
  await wizard.getByRole('group').first().waitFor()
  await longTasks(page)
  return wizard
}

/** Waits until the nets of the large board are shown. Returns the long tasks since the request was opened. */
async function untilRead(page: Page): Promise<number[]> {
  // Poll within the page once per frame, because role queries would add work to the measured page.
  await page.waitForFunction(
    () => [...document.querySelectorAll('[role=status]')].some((it) => /^20,\d{3} nets/.test(it.textContent)),
    undefined,
    { timeout: 120_000 },
  )
  await page.waitForTimeout(500)
  return longTasks(page)
}

/** Waits until the facts of the nets are shown. Returns the long tasks since the nets were shown. */
async function untilFacts(page: Page): Promise<number[]> {
  await page.waitForFunction(() => document.querySelector('dl.facts'), undefined, { timeout: 120_000 })
  await page.waitForTimeout(500)
  return longTasks(page)
}

/** Measures the time from each keystroke in the focused field to the frame that shows it. */
async function keystrokes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          // The message arrives after the frame has been rendered.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => seen.push(performance.now() - timeStamp)
          port2.postMessage(null)
        })
      },
      true,
    )
  })
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    await page.keyboard.press(stroke % 2 ? 'Backspace' : '7')
    await page.waitForFunction((count) => (window as unknown as { seen: number[] }).seen.length > count, stroke)
  }
  return page.evaluate(() => (window as unknown as { seen: number[] }).seen.slice(5))
}

/** Clicks like a user: moves the pointer, presses the button, and releases it some frames later. */
async function press(page: Page, field: Locator) {
  const box = await field.boundingBox()
  if (!box) throw new Error('The field is not visible.')
  await longTasks(page)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(100)
  await page.mouse.down()
  await page.waitForTimeout(80)
  await page.mouse.up()
}

/** A bare form: ten rows of five fields without event listeners. */
const bareForm = `<!doctype html><style>input { display: block; margin: 4px }</style><form>${'<fieldset>'
  .concat('<input>'.repeat(5), '</fieldset>')
  .repeat(10)}</form>`

/** Whether the footer shows the new total in the same frame in which a different interface is selected. */
const isTotalInFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const select = document.querySelector<HTMLSelectElement>('[name=interface]')
        const total = () =>
          document.querySelector('[role=dialog] footer strong, [role=dialog] p[aria-live] strong')?.textContent
        const before = total()
        requestAnimationFrame(() => {
          if (select) {
            select.value = 'PCIE-Gen5'
            select.dispatchEvent(new Event('change', { bubbles: true }))
          }
          queueMicrotask(() => resolve(total() !== before))
        })
      }),
  )

type Question = { worker: 'formats' | 'facts'; about: 'facts' | 'netFacts' }

/**
 * The median time that workers take to answer all questions about a board, one after the other. Starting a worker is
 * excluded.
 */
async function answerTime(browser: Browser, stack: TestStack, board: Buffer, questions: Question[]): Promise<number> {
  const files = await readdir(path.join(clientDir, 'assets'))
  const asked = questions.map(({ worker, about }) => {
    const script = files.find((name) => name.startsWith(`${worker}.worker-`) && name.endsWith('.js'))
    return { about, address: `/assets/${script}` }
  })
  const context = await browser.newContext({ baseURL: stack.config.publicUrl, bypassCSP: true })
  const page = await context.newPage()
  await page.addInitScript(naming)
  await page.route('**/bench-board', (route) => route.fulfill({ body: board }))
  await page.goto('/privacy')
  const times = await page.evaluate(async (all) => {
    const content = await (await fetch('/bench-board')).blob()
    const file = { name: 'board.kicad_pcb', content }
    const measured: number[] = []
    for (let run = 0; run < 5; run += 1) {
      let time = 0
      for (const { about, address } of all) {
        const worker = new Worker(address, { type: 'module' })
        const answered = () =>
          new Promise<void>((resolve) => {
            // Partial responses can precede the final one.
            worker.onmessage = ({ data }) => 'part' in data || resolve()
          })
        const ask = (id: number, it: typeof file) => worker.postMessage({ id, about, file: it, ...it })
        // Load the worker's code before the measurement starts.
        ask(1, { name: 'board.kicad_pcb', content: new Blob(['(kicad_pcb (net 0 ""))']) })
        await answered()
        const start = performance.now()
        ask(2, file)
        await answered()
        time += performance.now() - start
        worker.terminate()
      }
      measured.push(time)
    }
    return measured
  }, asked)
  await context.close()
  return median(times)
}

const nets: Question = { worker: 'formats', about: 'facts' }
const netFacts: Question = { worker: 'facts', about: 'netFacts' }

await ensureBrowser()
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const real = (process.env['SAMPLES_DIR'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'layout/ov5640-dual-camera-board.kicad_pcb'))
  .find((file) => existsSync(file))
const board = real ? await readFile(real) : Buffer.from(largeBoard({ nets: 300, megabytes: 1.4 }))
const stack = await startTestStack({ clientDir })
const browser = await chromium.launch(browserLaunch())
const largest = largeBoard({ nets: 20_000, megabytes: 50 })
const found = {
  ...{ bare: 0, speed: 0, nets: 0, inFrame: false, reading: 0, facts: 0, largeFacts: 0 },
  ...{ opened: [0], unslowed: [0], large: [0], arriving: [0], opening: [0], typing: [0] },
}
try {
  found.reading = await answerTime(browser, stack, board, [nets])
  found.facts = await answerTime(browser, stack, board, [nets, netFacts])
  found.largeFacts = await answerTime(browser, stack, Buffer.from(largest), [nets, netFacts])
  const context = await signedIn(browser, stack)

  const bare = await slowPage(context)
  await bare.goto(`data:text/html,${encodeURIComponent(bareForm)}`)
  await bare.locator('input').nth(26).click()
  found.bare = median(await keystrokes(bare))
  await bare.close()

  const address = await prepare(stack, context, 'A thousand rows', largest, rowCount)
  const quick = await slowPage(context, 1)
  await openRequest(quick, address)
  // The request is still being rendered.
  await quick.waitForTimeout(1000)
  found.opened = await longTasks(quick)
  found.unslowed = [...(await untilRead(quick)), ...(await untilFacts(quick))]
  await quick.close()

  const page = await slowPage(context)
  const wizard = await openRequest(page, address)
  found.large = await untilRead(page)
  found.arriving = await untilFacts(page)

  await wizard.getByRole('textbox', { name: 'Speed' }).nth(1).click()
  found.speed = median(await keystrokes(page))
  found.inFrame = await isTotalInFrame(page)

  await press(page, wizard.getByRole('combobox', { name: 'Ground nets' }).nth(1))
  await page.waitForFunction(() => document.querySelector('[role=option]'))
  await page.waitForTimeout(300)
  found.opening = await longTasks(page)
  found.nets = median(await keystrokes(page))
  await page.waitForTimeout(300)
  found.typing = await longTasks(page)
} finally {
  await browser.close()
  await stack.stop()
}

const ms = (value: number) => `${Math.round(value)} ms`
const tasks = (values: number[]) => (values.length === 0 ? 'none' : values.map(ms).join(', '))

const report = `# Performance of the simulation request

Generated by \`npm run bench:request\` against the started stack, at 4x CPU slowdown, 1440 by 900 pixels: ${rowCount.toLocaleString('en-US')} signal
integrity rows over a generated board of 50 MB with 20,000 nets. Medians of ${strokes} keystrokes. Compare ratios, since
machines differ. At the start, this one had a ${load}.

${table(
  ['keystroke to paint', 'median', 'against the bare form'],
  [
    ['bare form of ten rows', ms(found.bare), '1.00'],
    ['text field of a row', ms(found.speed), (found.speed / found.bare).toFixed(2)],
    ['net field of a row, with its list', ms(found.nets), (found.nets / found.bare).toFixed(2)],
  ],
)}

${goalTable([
  ['keystroke to paint, against a bare form of ten rows', '2.00', (found.speed / found.bare).toFixed(2)],
  ['total updated in the frame of the change', 'yes', found.inFrame ? 'yes' : 'no'],
  ['nets of a board of 1.4 MB in the worker, without slowdown', '150 ms', ms(found.reading)],
  ['the same with interfaces, rails and the facts of all nets', '300 ms', ms(found.facts)],
  ['the same for a board of 50 MB', '4000 ms', ms(found.largeFacts)],
  ['tasks above 50 ms without slowdown, in the second after the request is shown', '-', tasks(found.opened)],
  ['tasks above 50 ms without slowdown, while a board of 50 MB and its facts are read', 'none', tasks(found.unslowed)],
  ['tasks above 50 ms while a board of 50 MB is read', '-', tasks(found.large)],
  ['tasks above 50 ms while the facts of its nets arrive', '-', tasks(found.arriving)],
  ['tasks above 50 ms when opening a list of 20,000 nets', '-', tasks(found.opening)],
  ['tasks above 50 ms while searching for a net', '-', tasks(found.typing)],
])}
`
console.log(report)
await writeSection(report)
