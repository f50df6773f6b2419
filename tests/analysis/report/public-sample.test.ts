import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

import { sampleBoard } from '../../../server/sample/board'
import { sampleChannel, sampleSupply } from '../../../server/sample/networks'
import { parseManifest } from '../../../src/analysis/report/delivery-manifest'
import { deliveryReport } from '../../../src/analysis/report/delivery-report'
import { publicReport, publicRequest } from '../../../src/workspace/requests/report/public-sample'
// Written by measure-sample-with-scikit-rf.py.
import measured from './scikit-rf-sample.json' with { type: 'json' }

const networks = { 'camera-link-channel.s4p': sampleChannel(), 'camera-link-3v3.s2p': sampleSupply() }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The server cannot compute reports, and the page has to be complete without JavaScript, so the report and its networks
 * are stored in files. UPDATE_SAMPLE=yes rewrites them.
 */
test('the public report is computed from the networks of the site, which are those of the sample project', async () => {
  const manifest = parseManifest(await readFile('server/sample/delivery.json', 'utf8'))
  const contents = Object.entries(networks).map(([name, text]) => [name, new TextEncoder().encode(text)] as const)
  const report = {
    ...deliveryReport(manifest, new Map(contents), { si: 1, pi: 1 }),
    files: Object.entries(networks).map(([name, text]) => ({
      id: name,
      name,
      size: text.length,
      sha256: sha256(text),
    })),
  }
  for (const [name, text] of Object.entries(networks)) {
    if (process.env['UPDATE_SAMPLE']) await writeFile(`public/${name}`, text)
    expect(await readFile(`public/${name}`, 'utf8')).toBe(text)
  }
  if (process.env['UPDATE_SAMPLE']) await writeFile('src/content/sample-report.json', `${JSON.stringify(report)}\n`)
  else expect(publicReport).toEqual(JSON.parse(JSON.stringify(report)))
})

test('the layout of the public report is the sample board', () => {
  const board = sampleBoard()
  expect(publicRequest.layout).toMatchObject({ size: Buffer.byteLength(board), sha256: sha256(board) })
  for (const { signal_nets } of publicRequest.si) for (const net of signal_nets) expect(board).toContain(`"${net}"`)
})

describe('the public report matches scikit-rf', () => {
  const [channel, supply] = publicReport.rows
  const checkOf = (name: string) => [channel, supply].flatMap((row) => row?.checks ?? []).find((it) => it.name === name)
  const curveOf = (name: string) => [channel, supply].flatMap((row) => row?.curves ?? []).find((it) => it.name === name)

  test.each(measured.checks)('$name: value, limit, margin and frequency', ({ name, ...wanted }) => {
    const found = checkOf(name)
    expect(found?.frequency).toBe(wanted.frequency)
    for (const key of ['value', 'limit', 'margin'] as const)
      expect(Math.abs((found?.[key] ?? Number.NaN) / wanted[key] - 1), key).toBeLessThan(1e-5)
    expect(found?.violations.length).toBe(wanted.violations.length)
    wanted.violations.forEach(([from = 0, to = 0], at) => {
      expect((found?.violations[at]?.from ?? 0) / from).toBeCloseTo(1, 5)
      expect((found?.violations[at]?.to ?? 0) / to).toBeCloseTo(1, 5)
    })
  })

  test.each(measured.curves)('$name over frequency', ({ name, frequencies, values }) => {
    const drawn = curveOf(name)
    const at = new Map(drawn?.frequencies.map((frequency, index) => [frequency, drawn.values[index]]))
    const both = frequencies.flatMap((frequency, index) => {
      const value = at.get(frequency)
      return value === undefined ? [] : [{ value, wanted: values[index] ?? Number.NaN }]
    })
    expect(both.length).toBe(drawn?.frequencies.length)
    for (const { value, wanted } of both) expect(Math.abs(value / wanted - 1)).toBeLessThan(1e-5)
  })

  test.each(measured.quality)('$row: $name', ({ row, name, metric }) => {
    const found = publicReport.rows.find(({ kind }) => kind === row)?.checks.find((it) => it.name === name)
    expect(found?.value).toBeCloseTo(metric, 3)
    expect(found?.verdict).toBe('pass')
  })
})
