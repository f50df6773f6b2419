import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

import { parseManifest } from '../../../src/analysis/report/delivery-manifest'
import { deliveryReport } from '../../../src/analysis/report/delivery-report'
import { supplyCapacitors } from '../../../src/analysis/supply-capacitors'
import content from '../../../src/content/sample-report.json' with { type: 'json' }

/** The capacitors of the supply by id, and the number of each. */
const counts: Record<string, number> = { '330u': 1, '47u': 3, '4u7': 8, '470n': 14 }
const mounting = 0.5e-9
const regulator = { ohms: 1e-3, henries: 20e-9 }

/** The impedance of the supply: regulator and capacitors in parallel. */
function supply(): string {
  const rows = Array.from({ length: 201 }, (_, at) => {
    const frequency = Number((1e3 * 10 ** (at / 40)).toPrecision(7))
    const w = 2 * Math.PI * frequency
    const branch = (ohms: number, reactance: number, count = 1) => {
      const size = ohms ** 2 + reactance ** 2
      return [(count * ohms) / size, (-count * reactance) / size] as const
    }
    const branches = [
      branch(regulator.ohms, w * regulator.henries),
      ...supplyCapacitors.flatMap(({ id, farads, ohms, henries }) =>
        counts[id] ? [branch(ohms, w * (henries + mounting) - 1 / (w * farads), counts[id])] : [],
      ),
    ]
    const [re, im] = [0, 1].map((part) => branches.reduce((sum, one) => sum + one[part]!, 0)) as [number, number]
    const size = re ** 2 + im ** 2
    return `${frequency} ${(re / size).toExponential(9)} ${(-im / size).toExponential(9)}`
  })
  return `! Supply of 1 V, from published values of capacitors\n# Hz Z RI R 1\n${rows.join('\n')}\n`
}

const manifest = readFileSync(path.join(import.meta.dirname, 'public-sample/delivery.json'), 'utf8')
const folders = (process.env['SAMPLES_DIR'] ?? '').split(path.delimiter)
const channel = folders.map((one) => path.join(one, 'touchstone/diff_2xthru.s4p')).find((file) => existsSync(file))

/**
 * The public report is stored, because the site computes nothing. Its channel is a public file that is not part of this
 * repository. UPDATE_SAMPLE=yes rewrites the report.
 */
test.skipIf(!channel)('the public report matches its files and its manifest', async () => {
  const files = new Map([
    ['diff_2xthru.s4p', new Uint8Array(readFileSync(channel!))],
    ['vccint.s1p', new TextEncoder().encode(supply())],
  ])
  const report = {
    ...deliveryReport(parseManifest(manifest), files, { si: 1, pi: 1 }),
    files: [...files].map(([name, bytes]) => ({
      id: name,
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
  }
  if (process.env['UPDATE_SAMPLE']) await writeFile('src/content/sample-report.json', `${JSON.stringify(report)}\n`)
  else expect(content).toEqual(JSON.parse(JSON.stringify(report)))
})

test('the supply of the public report matches its manifest', () => {
  const parsed = parseManifest(manifest)
  const own = { ...parsed, rows: parsed.rows.filter(({ row }) => row === 'PI 1') }
  const files = new Map([['vccint.s1p', new TextEncoder().encode(supply())]])
  const [row] = deliveryReport(own, files, { si: 1, pi: 1 }).rows
  expect(content.rows.find(({ kind }) => kind === 'pi')).toEqual(JSON.parse(JSON.stringify(row)))
})
