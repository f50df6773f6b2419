/** Browser performance with many files and with one long file. */
import { Buffer } from 'node:buffer'

import type { components } from '../../../openapi/generated/product'
import { MB, openFiles, type World } from '../files-world'
import { median } from '../report'

const queued = 1000
const rounds = 3

/**
 * Selects a thousand small files at once at 4x CPU slowdown and measures the longest task while they appear and move.
 * The task in which the browser itself creates a thousand File objects is excluded, except for the page's change
 * handler.
 */
export async function queueOfFiles(world: World) {
  const seen: Awaited<ReturnType<typeof queueOnce>>[] = []
  for (let round = 1; round <= rounds + 2; round++)
    seen.push(await queueOnce(world, `A thousand files, round ${round}`))
  const of = (part: keyof (typeof seen)[number]) => median(seen.map((one) => one[part]))
  return { longest: of('longest'), long: of('long'), rows: of('rows'), done: of('done') }
}

async function queueOnce(world: World, name: string) {
  const { page, cdp } = await world.page()
  const project = await world.api.makeProject(name)
  const files: string[] = []
  for (let n = 0; n < queued; n++) {
    const number = String(n + 1).padStart(4, '0')
    files.push(await world.file(`net-${number}.s2p`, Buffer.from(`! net ${number}\n# GHz S MA R 50\n`)))
  }
  const dialog = await openFiles(page, project.name)
  await dialog.getByText(/^No inputs yet/).waitFor()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], changedAt: 0 }
    Object.assign(window, { seen })
    addEventListener('change', () => (seen.changedAt = performance.now()), true)
    addEventListener('change', () => seen.tasks.push(performance.now() - seen.changedAt))
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) if (startTime > seen.changedAt) seen.tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  await dialog.getByLabel('Files to upload').setInputFiles(files)
  await dialog.getByText(/\d+ of \d+ uploaded/).waitFor()
  await page.waitForTimeout(10_000)
  const list = dialog.getByRole('list', { name: 'Uploads' })
  const rows = await list.getByRole('listitem').count()
  const done = Number(/^\d+/.exec(await dialog.getByText(/\d+ of \d+ uploaded/).innerText())?.[0])
  const { tasks } = await page.evaluate(() => (window as unknown as { seen: { tasks: number[] } }).seen)
  await page.context().close()
  const long = tasks.filter((duration) => duration > 50)
  return { longest: Math.max(0, ...long), long: long.length, rows, done }
}

const lines = (size: number) => {
  const line = (n: number) => `iteration ${String(n).padStart(9, '0')} residual ${(1 / (n + 1)).toExponential(6)}\n`
  const block = Buffer.from(Array.from({ length: 20_000 }, (_, n) => line(n)).join(''))
  return Buffer.concat(Array.from({ length: Math.ceil(size / block.length) }, () => block)).subarray(0, size)
}

type Line = { name: string; download: number; latency: number }
const slowLine: Line = { name: 'slow 4G', download: (1.6 * 1024 * 1024) / 8, latency: 150 }

/**
 * Measures the time from the click to the first text of a 200 MB log, compared with a bare request for its first 256
 * KB.
 */
export async function firstText(world: World) {
  const { page, cdp } = await world.page()
  const project = await world.api.makeProject('A long log')
  const kept = await world.keep(project.id, await world.file('solver.log', lines(200 * MB)))
  const { body } = await world.api.call<components['schemas']['FileAddress']>('POST', `/v1/files/${kept.id}/address`)
  const dialog = await openFiles(page, project.name)
  const preview = page.getByRole('dialog', { name: 'solver.log' })
  let fetched = 0
  const counted = new Set<string>()
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.endsWith(`/files/${kept.id}/download`)) counted.add(requestId)
  })
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (counted.has(requestId)) fetched += dataLength
  })

  const openOnce = async () => {
    await page.evaluate(() => {
      Object.assign(window, {
        shown: new Promise<number>((resolve) => {
          addEventListener(
            'click',
            () => {
              const from = performance.now()
              const poll = () =>
                document
                  .querySelector('[role=dialog] [aria-label=Text] pre:not(.lines)')
                  ?.textContent.startsWith('iter')
                  ? resolve(performance.now() - from)
                  : requestAnimationFrame(poll)
              requestAnimationFrame(poll)
            },
            { once: true, capture: true },
          )
        }),
      })
    })
    fetched = 0
    await dialog.getByRole('button', { name: 'solver.log', exact: true }).click()
    const ms = await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown)
    const bytes = fetched
    await preview.getByRole('button', { name: 'Close' }).click()
    await preview.waitFor({ state: 'hidden' })
    return { ms, bytes }
  }
  const bareOnce = () =>
    page.evaluate(async (url) => {
      const from = performance.now()
      const answer = await fetch(url, { headers: { range: 'bytes=0-262143' }, cache: 'no-store' })
      await answer.arrayBuffer()
      return performance.now() - from
    }, body.url)

  const measure = async () => {
    const [text, bare, bytes] = [[] as number[], [] as number[], [] as number[]]
    for (let round = 0; round < rounds; round++) {
      const opened = await openOnce()
      text.push(opened.ms)
      bytes.push(opened.bytes)
      bare.push(await bareOnce())
    }
    return { text: median(text), bare: median(bare), kilobytes: Math.max(...bytes) / 1024 }
  }
  // Opening the first preview loads its code, so do that before measuring.
  await openOnce()
  const here = await measure()
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowLine.latency,
    downloadThroughput: slowLine.download,
    uploadThroughput: -1,
  })
  const slow = await measure()
  await page.context().close()
  return { here, slow }
}
