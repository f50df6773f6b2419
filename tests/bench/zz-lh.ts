import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { browserLaunch } from '../support/browser'
import { freePorts } from '../../scripts/run/free-ports.mjs'
import { startTestStack } from '../support/stack'
const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
const port = await freePorts(1)
const browser = await chromium.launch({
  ...browserLaunch(),
  args: [...browserLaunch().args, `--remote-debugging-port=${port}`],
})
await browser.newPage()
for (const address of (process.argv[2] ?? '/').split(','))
  for (let run = 0; run < Number(process.argv[3] ?? 3); run++) {
    const r = await lighthouse(`${stack.config.publicUrl}${address}`, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance'],
      throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: 8 },
    })
    const a = r!.lhr.audits
    const v = (id: string) => Math.round(a[id]!.numericValue!)
    console.log(
      address,
      Math.round(r!.lhr.categories.performance!.score! * 100),
      'FCP',
      v('first-contentful-paint'),
      'LCP',
      v('largest-contentful-paint'),
      'SI',
      v('speed-index'),
      'TBT',
      v('total-blocking-time'),
      'CLS',
      a['cumulative-layout-shift']!.numericValue,
      JSON.stringify(
        (a['long-tasks']!.details as any).items.map((i: any) => [
          i.url?.slice(-22),
          Math.round(i.duration),
          Math.round(i.startTime),
        ]),
      ),
    )
  }
await browser.close()
await stack.stop()
