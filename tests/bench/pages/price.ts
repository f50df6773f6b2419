/**
 * npm run bench:price: drops a real board on the public pages and measures the time until its prices are shown;
 * `-- 5` is the number of rounds. Needs the OV5640 board in a folder of SAMPLES_DIR. Prints the results, updates its
 * part of docs/performance.md, and fails above the limit.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'

import { browserLaunch, ensureBrowser } from '../../support/browser'
import { startTestStack } from '../../support/stack'
import { median, table, writeSection } from '../report'

const rounds = Number(process.argv[2] ?? 5)
/** The main thread is slowed down by this factor, and the times of the worker are multiplied by it. */
const slowdown = 4
const limitMs = 1500
/** The time limit from opening the home page to the price of a board, excluding the time that the visitor takes. */
const walkLimitMs = 60_000

const boardFile = (process.env['SAMPLES_DIR'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'layout/ov5640-dual-camera-board.kicad_pcb'))
  .find((file) => existsSync(file))
if (!boardFile) throw new Error('No folder in SAMPLES_DIR contains layout/ov5640-dual-camera-board.kicad_pcb.')

type Times = {
  /** From the drop to the frame that shows the prices. */
  shown: number
  /** How long the page waited for the worker: until its code was loaded, and until it had read the board. */
  worker: number
  /** How much later a slowed-down worker would have responded. */
  delay: number
}

type Measured = Times & { processor: number }

/** How long a visitor drags the file over the page before the drop. */
const dragMs = 500

/**
 * What the page does with its first worker, in the page's time. `measureStart` starts another one and returns how long
 * that takes.
 */
type Workers = { created: number; asked: number; answered: number; measureStart: () => Promise<number> }

/** Runs in the page before its code: records when the first worker is created, asked and answers. */
function recordWorkers() {
  const Native = Worker
  window.Worker = class extends Native {
    constructor(...settings: ConstructorParameters<typeof Worker>) {
      const created = performance.now()
      super(...settings)
      if ('workers' in window) return
      const workers: Workers = {
        created,
        asked: Infinity,
        answered: Infinity,
        measureStart: () =>
          new Promise((resolve) => {
            const start = performance.now()
            const other = new Native(...settings)
            other.addEventListener('message', () => resolve(performance.now() - start))
            other.postMessage({ id: 1, about: 'kind', file: { name: 'empty.txt', content: new Blob() } })
          }),
      }
      Object.assign(window, { workers })
      this.addEventListener('message', () => (workers.answered = performance.now()), { once: true })
      const post = this.postMessage.bind(this)
      this.postMessage = (...message: [unknown]) => {
        workers.asked = Math.min(workers.asked, performance.now())
        post(...message)
      }
    }
  }
}

type Drop = { content: string; drag: number; zone: string; shown: string; rate: number }

/**
 * Runs in the page: drags and drops the board, and resolves once a frame contains an element that matches the selector.
 */
async function dropBoard({ content, drag, zone, shown, rate }: Drop): Promise<Times> {
  const transfer = new DataTransfer()
  transfer.items.add(new File([content], 'ov5640.kicad_pcb'))
  const tell = (type: string) =>
    document
      .querySelector(zone)
      ?.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
  tell('dragenter')
  tell('dragover')
  await new Promise((resolve) => setTimeout(resolve, drag))
  performance.mark('dropped')
  const start = performance.now()
  tell('drop')
  await new Promise<void>((resolve) => {
    const look = () => {
      if (!document.querySelector(shown)) {
        requestAnimationFrame(look)
        return
      }
      const { port1, port2 } = new MessageChannel()
      // The message arrives after the frame has been rendered.
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
  performance.mark('shown')
  const end = performance.now()
  const { created, asked, answered, measureStart } = (window as unknown as { workers: Workers }).workers
  const started = await measureStart()
  const begun = Math.max(asked, created + started)
  const slowAnswer = Math.max(asked, created + rate * started) + rate * Math.max(0, answered - begun)
  return { shown: end - start, worker: answered - asked, delay: Math.max(0, slowAnswer - answered) }
}

/** A page without libraries: its worker only decodes the board. This is the least that a drop costs on this machine. */
const barePage = `<!doctype html><title>Bare</title><div data-zone></div><script>
  document.querySelector('[data-zone]').addEventListener('drop', ({ dataTransfer }) => {
    const code =
      'onmessage = async ({ data: { file } }) => postMessage(new TextDecoder().decode(await file.content.arrayBuffer()).length)'
    const worker = new Worker(URL.createObjectURL(new Blob([code])))
    worker.onmessage = ({ data }) => document.body.insertAdjacentHTML('beforeend', '<p data-shown>' + data + '</p>')
    worker.postMessage({ file: { content: dataTransfer.files[0] } })
  })
</script>`

type Place = { name: string; address: string; zone: string; shown: string }

const offer = 'section[aria-label="Found on your board"] input[type=checkbox]'
const zone = '[data-board-zone]'
const places: Place[] = [
  { name: 'price page', address: '/price', zone, shown: offer },
  { name: 'home page', address: '/', zone, shown: offer },
]
const bare: Place = { name: 'bare page', address: '/bare', zone: '[data-zone]', shown: '[data-shown]' }

/** Opens a page in a new browser context, and waits until it is idle. */
async function openIdle(browser: Browser, origin: string, { address }: Place, rate: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.route('**/bare', (route) => route.fulfill({ body: barePage, contentType: 'text/html' }))
  // tsx inserts calls to __name into functions.
  await page.addInitScript('globalThis.__name = (it) => it')
  await page.addInitScript(recordWorkers)
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return page
}

const dropOf = ({ zone, shown }: Place): Drop => ({ content, drag: dragMs, zone, shown, rate: slowdown })

async function slowDrop(browser: Browser, origin: string, place: Place): Promise<Times> {
  const page = await openIdle(browser, origin, place, slowdown)
  const times = await page.evaluate(dropBoard, dropOf(place))
  await page.context().close()
  return times
}

/** Walks from the home page, which is not open yet, to the price of a board. Returns the time that this takes. */
async function slowWalk(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const start = performance.now()
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'See prices' }).first().click()
  // The home page also has a file field, and may still be shown when the address has changed.
  await page.locator('h1', { hasText: 'The simulation price for your board' }).waitFor()
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'ov5640.kicad_pcb',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  })
  await page.locator(offer).first().waitFor()
  const walked = performance.now() - start
  await context.close()
  return walked
}

type Traced = { name: string; pid: number; tid: number; ts: number; tdur?: number; args: { name?: string } }

/**
 * The processor time of the page's main thread and its workers from the drop to the prices, without slowdown. Unlike
 * the elapsed time, it hardly depends on what else the machine is doing.
 */
async function processorTime(browser: Browser, origin: string, place: Place): Promise<number> {
  const page = await openIdle(browser, origin, place, 1)
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] })
  await page.evaluate(dropBoard, dropOf(place))
  const { traceEvents: all } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: Traced[] }
  await page.context().close()
  const at = (mark: string) => all.find(({ name }) => name === mark)
  const [from, to] = [at('dropped'), at('shown')]
  if (!from || !to) throw new Error('The trace does not contain the drop.')
  const threads = all
    .filter(({ name, args }) => name === 'thread_name' && /RendererMain|DedicatedWorker/.test(args.name ?? ''))
    .flatMap(({ pid, tid }) => (pid === from.pid ? [tid] : []))
  return all
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === from.pid && threads.includes(tid))
    .filter(({ ts }) => ts >= from.ts && ts <= to.ts)
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0)
}

await ensureBrowser()
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const content = await readFile(boardFile, 'utf8')
const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
const browser = await chromium.launch(browserLaunch())
const times = new Map<Place, Measured[]>([...places, bare].map((place) => [place, []]))
const walks: number[] = []
try {
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, measured] of times) {
      const { publicUrl } = stack.config
      const slow = await slowDrop(browser, publicUrl, place)
      const one = { ...slow, processor: await processorTime(browser, publicUrl, place) }
      // The first round warms up the server.
      if (round > 0) measured.push(one)
    }
    const walked = await slowWalk(browser, stack.config.publicUrl)
    if (round > 0) walks.push(walked)
  }
} finally {
  await browser.close()
  await stack.stop()
}

const counted = ({ shown, delay }: Measured) => shown + delay
const processor = ({ processor: time }: Measured) => slowdown * time
const of = (place: Place, part: (times: Measured) => number) => median((times.get(place) ?? []).map(part))
const ms = (value: number) => `${Math.round(value)} ms`
const floor = of(bare, counted)

const report = `# Performance of the price of a board

Generated by \`npm run bench:price\` against the started stack, at ${slowdown}x CPU slowdown, 1440 by 900 pixels. A real board of
${(content.length / 1e6).toFixed(1)} MB is dragged over a page that is open and idle, with a cold cache, and dropped after ${dragMs} ms; this page was not used
before. The browser does not slow down workers, so the time that a worker needs to start and to read the board is counted
${slowdown} times. Medians of ${rounds} rounds. Compare ratios, since machines differ: the worker of the bare page only decodes the file. The last column is
${slowdown} times the processor time of main thread and worker without slowdown, which hardly depends on other processes. At the
start, this machine had a ${load}.

${table(
  [
    'from the drop to the prices',
    'limit',
    'counted',
    'against the bare page',
    'measured',
    'of which worker',
    'processor',
  ],
  [...places, bare].map((place) => [
    place.name,
    place === bare ? '-' : ms(limitMs),
    ms(of(place, counted)),
    (of(place, counted) / floor).toFixed(2),
    ms(of(place, ({ shown }) => shown)),
    ms(of(place, ({ worker }) => worker)),
    ms(of(place, processor)),
  ]),
)}

A visitor who opens the home page and immediately chooses "See prices" and a file sees the prices after:

${table(['from opening the home page to the prices', 'limit', 'measured'], [['all clicks', ms(walkLimitMs), ms(median(walks))]])}
`
console.log(report)
for (const [{ name }, measured] of times) console.log(name, measured.map(counted).map(ms).join(', '))
await writeSection(report)
if (!(median(walks) <= walkLimitMs)) throw new Error(`Above the limit of ${walkLimitMs} ms: the walk to the prices.`)
const slow = places.filter((place) => !(of(place, counted) <= limitMs))
if (slow.length > 0) throw new Error(`Above the limit of ${limitMs} ms: ${slow.map(({ name }) => name).join(', ')}.`)
