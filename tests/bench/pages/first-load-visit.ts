/** Visits a page at 4x CPU slowdown and slow 4G, and measures the cost until the page is usable. */
import type { BrowserContext } from '@playwright/test'

/** The page is usable when the element matching `ready` is visible and would receive a click at its center. */
export type Target = { url: string; ready: string }

export type Visit = {
  firstPaint: number
  largestPaint: number
  usable: number
  /** Time from the message of the silent check to `usable`; 0 if there was no message. */
  usableAfterCheck: number
  shift: number
  /** Sum of the time beyond 50 ms of each task after the first paint. */
  blocking: number
  /** CPU time that the main thread spends on scripts until the page is usable, and until the end of the visit. */
  script: number
  scriptInAll: number
  /**
   * Requests of the page and its frames, and compressed bytes of scripts, until the page is usable; `bytesInAll` until
   * the end of the visit.
   */
  requests: number
  bytes: number
  bytesInAll: number
}

const slow4g = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }

type Probe = Pick<Visit, 'firstPaint' | 'largestPaint' | 'usable' | 'shift'> & {
  message: number
  tasks: { startTime: number; duration: number }[]
}

/** Runs in the page before its scripts. */
function probe(selector: string) {
  const seen: Probe = { firstPaint: 0, largestPaint: 0, usable: 0, shift: 0, message: 0, tasks: [] }
  Object.assign(window, { seen })
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime
  })
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }))
  addEventListener('message', () => {
    seen.message ||= performance.now()
  })
  const takesClick = (element: Element) => {
    const box = element.getBoundingClientRect()
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return hit !== null && element.contains(hit)
  }
  const poll = () => {
    const found = document.querySelector(selector)
    if (found && takesClick(found)) seen.usable = performance.now()
    else requestAnimationFrame(poll)
  }
  requestAnimationFrame(poll)
}

/** Opens a new page and leaves it untouched for `untouched` milliseconds after it becomes usable. */
export async function visit(context: BrowserContext, target: Target, untouched: number): Promise<Visit> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const counts = { requests: 0, bytes: 0 }
    const scripts = new Set<string>()
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!/^https?:/.test(request.url)) return
      counts.requests += 1
      if (type === 'Script') scripts.add(requestId)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) counts.bytes += encodedDataLength
    })
    const scriptTime = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
    }
    // tsx inserts calls to `__name` into functions, but the page does not define it.
    await page.addInitScript('globalThis.__name = (it) => it')
    await page.addInitScript(probe, target.ready)
    await devtools.send('Network.emulateNetworkConditions', slow4g)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })

    await page.goto(target.url, { waitUntil: 'commit' })
    const isUsable = () => (window as unknown as { seen: Probe }).seen.usable > 0
    await page.waitForFunction(isUsable, null, { timeout: 60_000 }).catch(async (cause: unknown) => {
      throw new Error(`${target.url} does not become usable:\n${await page.locator('body').innerText()}`, { cause })
    })
    const { requests, bytes } = counts
    const script = await scriptTime()
    await page.waitForTimeout(untouched)
    const scriptInAll = await scriptTime()
    const { message, tasks, ...seen } = await page.evaluate(() => (window as unknown as { seen: Probe }).seen)
    const late = tasks.filter(({ startTime, duration }) => startTime + duration > seen.firstPaint)
    return {
      ...seen,
      usableAfterCheck: message ? seen.usable - message : 0,
      blocking: late.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      script,
      scriptInAll,
      requests,
      bytes,
      bytesInAll: counts.bytes,
    }
  } finally {
    await page.close()
  }
}
