/**
 * npm run bench:site: runs Lighthouse on the public pages, and compares the home page on a slow phone with a static
 * page with the same hero and with an empty page with all libraries. Prints the results and updates its part of
 * docs/performance.md.
 */
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'

import { browserLaunch, ensureBrowser } from '../support/browser'
import { freePorts } from '../../scripts/run/free-ports.mjs'
import { startTestStack } from '../support/stack'
import { makeComparison } from './pages'
import { median, table, writeSection } from './report'

const client = path.resolve('dist/client')
const runs = Number(process.argv[2] ?? 5)

type Visit = { fcp: number; lcp: number; cls: number; usable: number; shellAfterStatus: number }

const targets = {
  'home page': { path: '/', button: 'main a[href$="/workspace"]' },
  'static page, same hero': { path: '/privacy', button: 'main a[href$="/workspace"]' },
  'empty page, whole stack': { path: '/terms', button: 'a[href="/workspace"]' },
}
type Target = keyof typeof targets

async function scoreOwnStack() {
  const stack = await startTestStack({ clientDir: client })
  try {
    return await runLighthouse(stack.config.publicUrl)
  } finally {
    await stack.stop()
  }
}

async function runLighthouse(origin: string) {
  const port = await freePorts(1)
  const browser = await chromium.launch({
    ...browserLaunch(),
    args: [...browserLaunch().args, `--remote-debugging-port=${port}`],
  })
  const rows: string[][] = []
  // Lighthouse closes its page. Without another page the browser would exit.
  await browser.newPage()
  try {
    for (const address of ['/', '/privacy', '/terms']) {
      const scores: Record<string, number[]> = {}
      for (let run = 0; run < 3; run += 1) {
        const result = await lighthouse(`${origin}${address}`, { port, output: 'json', logLevel: 'error' })
        for (const { id, score } of Object.values(result?.lhr.categories ?? {})) {
          ;(scores[id] ??= []).push(Math.round((score ?? 0) * 100))
        }
        if (run > 0) continue
        for (const { id, score, title } of Object.values(result?.lhr.audits ?? {})) {
          if (score !== null && score < 0.9) console.log(`  ${address}: ${id} ${score} (${title})`)
        }
      }
      const at = (id: string) => String(median(scores[id] ?? []))
      rows.push([address, at('performance'), at('accessibility'), at('best-practices'), at('seo')])
    }
  } finally {
    await browser.close()
  }
  return rows
}

/**
 * Opens a page with a cold cache at 4x CPU slowdown and slow 4G. With `answerAfter` (ms), the provider's response
 * arrives after everything else.
 */
async function visit(browser: Browser, url: string, button: string, answerAfter = 0): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    // tsx adds calls to this helper in functions, but the page does not define it.
    await page.addInitScript('globalThis.__name = (it) => it')
    await page.addInitScript((selector) => {
      const results = { fcp: 0, lcp: 0, cls: 0, usable: 0, status: 0, shell: 0 }
      Object.assign(window, { results })
      const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
      watch('paint', ({ name, startTime }) => {
        if (name === 'first-contentful-paint') results.fcp = startTime
      })
      watch('largest-contentful-paint', ({ startTime }) => {
        results.lcp = startTime
      })
      watch('layout-shift', (entry) => {
        results.cls += (entry as PerformanceEntry & { value: number }).value
      })
      // The silent check frame sends the provider's response to the page with this message.
      window.addEventListener('message', () => {
        if (!results.status) results.status = performance.now()
      })
      const poll = () => {
        const found = document.querySelector(selector)
        const box = found?.getBoundingClientRect()
        const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        if (found && hit && found.contains(hit)) {
          results.usable = performance.now()
          return
        }
        requestAnimationFrame(poll)
      }
      requestAnimationFrame(poll)
    }, button)
    if (answerAfter > 0) {
      await page.route('**/silent-check-sso.js', async (route) => {
        await sleep(answerAfter)
        await route.continue()
      })
    }
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(
      () => {
        const { usable, fcp } = (window as unknown as { results: { usable: number; fcp: number } }).results
        return usable > 0 && fcp > 0
      },
      null,
      { timeout: 60_000 },
    )
    await page.waitForLoadState('networkidle')
    const results = await page.evaluate(
      () => (window as unknown as { results: Visit & { status: number; shell: number } }).results,
    )
    return { ...results, shellAfterStatus: results.status ? results.usable - results.status : 0 }
  } finally {
    await context.close()
  }
}

async function compare() {
  const { folder, remove } = await makeComparison(client)
  const stack = await startTestStack({ clientDir: folder })
  const browser = await chromium.launch(browserLaunch())
  const late: Visit[] = []
  const visits: Record<Target, Visit[]> = {
    'home page': [],
    'static page, same hero': [],
    'empty page, whole stack': [],
  }
  try {
    for (let run = 0; run <= runs; run += 1) {
      for (const [name, { path: address, button }] of Object.entries(targets) as [Target, (typeof targets)[Target]][]) {
        const results = await visit(browser, `${stack.config.publicUrl}${address}`, button)
        // The first round warms up the server.
        if (run > 0) visits[name].push(results)
      }
      const { path: address, button } = targets['home page']
      if (run > 0) late.push(await visit(browser, `${stack.config.publicUrl}${address}`, button, 2_000))
    }
  } finally {
    await browser.close()
    await stack.stop()
    await remove()
  }
  return { visits, late }
}

await ensureBrowser()

/** A load above the number of cores means that other processes affected the times below. */
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const scores = await scoreOwnStack()
const { visits, late } = await compare()

const of = (name: Target, what: keyof Visit) => median(visits[name].map((results) => results[what]))
const ms = (value: number) => `${Math.round(value)} ms`
const ratio = (what: keyof Visit, against: Target) => (of('home page', what) / of(against, what)).toFixed(2)

const report = `# Performance of the public site

Generated by \`npm run bench:site\` against the started stack, including its embedded provider. Times are medians of ${runs} cold visits at
4x CPU slowdown and slow 4G (1.6 Mbps, 150 ms). Compare ratios, since machines differ. At the start,
this one had a ${load}; if that exceeds the number of cores, Lighthouse's performance score mainly reflects
other processes. The size of what must load before a page is usable is limited in \`tests/e2e/bytes.test.ts\`.

## Lighthouse 12, mobile preset, median of 3

${table(['page', 'performance', 'accessibility', 'best practices', 'SEO'], scores)}

## The home page on a slow phone

${table(
  ['page', 'first paint', 'largest paint', 'button usable', 'CLS'],
  (Object.keys(targets) as Target[]).map((name) => [
    name,
    ms(of(name, 'fcp')),
    ms(of(name, 'lcp')),
    ms(of(name, 'usable')),
    of(name, 'cls').toFixed(3),
  ]),
)}

${table(
  ['goal', 'limit', 'measured'],
  [
    ['first paint, against the static page', '1.25', ratio('fcp', 'static page, same hero')],
    ['largest paint, against the static page', '1.25', ratio('lcp', 'static page, same hero')],
    ['button usable, against the empty page of the whole stack', '1.10', ratio('usable', 'empty page, whole stack')],
    ['layout shift', '0.01', of('home page', 'cls').toFixed(3)],
    [
      "shell usable after the provider's response, if that is the last to arrive",
      '50 ms',
      ms(median(late.map((results) => results.shellAfterStatus))),
    ],
  ],
)}
`
console.log(report)
await writeSection(report)
