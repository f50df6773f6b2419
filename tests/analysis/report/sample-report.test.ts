import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { sampleChannel, sampleSupply } from '../../../server/sample/networks'
import { parseManifest } from '../../../src/analysis/report/delivery-manifest'
import { deliveryReport } from '../../../src/analysis/report/delivery-report'

const sample = (name: string) => new URL(`../../../server/sample/${name}`, import.meta.url)

/** The server cannot compute reports, so the report of the sample project is stored. UPDATE_SAMPLE=yes rewrites it. */
test('the report of the sample project matches its files and its manifest', async () => {
  const files = new Map([
    ['camera-link-channel.s4p', new TextEncoder().encode(sampleChannel())],
    ['camera-link-3v3.s2p', new TextEncoder().encode(sampleSupply())],
  ])
  const manifest = parseManifest(await readFile(sample('delivery.json'), 'utf8'))
  const report = deliveryReport(manifest, files, { si: 1, pi: 1 })
  if (process.env['UPDATE_SAMPLE']) await writeFile(sample('report.json'), JSON.stringify(report, null, 2))
  expect(JSON.parse(await readFile(sample('report.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(report)))

  expect(report.rows.map(({ verdict }) => verdict)).toEqual(['fail', 'marginal'])
  const failed = report.rows[0]!.checks.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ name, frequency }) => [name, frequency])).toEqual([['return loss', 11.4e9]])
})
