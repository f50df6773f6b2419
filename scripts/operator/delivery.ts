/** The files of a delivery: reads the manifest among them, computes the report, and describes it in text. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { engineeringText } from '../../machines/previews/engineering-number'
import { checkText, reportNames, verdictNames } from '../../machines/requests/report-texts'
import type { ComputedReport } from '../../server/requests/delivery'
import type { RequestRow } from '../../server/requests/store'
import { parseManifest } from '../../src/analysis/report/delivery-manifest'
import { deliveryReport } from '../../src/analysis/report/delivery-report'
import { Refused } from './command-failure'

/**
 * The name of the manifest, which maps the other files to the rows of the request. The manifest itself is not
 * delivered.
 */
export const manifestName = 'delivery.json'

type Delivery = { files: string[]; report: ComputedReport | null }

/** Reads the files of a delivery. Without a manifest, there is no report. */
export async function readDelivery({ si, pi }: Pick<RequestRow, 'si' | 'pi'>, paths: string[]): Promise<Delivery> {
  const manifest = paths.find((one) => path.basename(one) === manifestName)
  const files = paths.filter((one) => one !== manifest)
  if (manifest === undefined) return { files, report: null }
  const parsed = parseManifest(await textOf(manifest))
  const needed = new Set(parsed.rows.flatMap((row) => ('network' in row ? [row.network] : [])))
  const contents = await contentsOf(files.filter((file) => needed.has(path.basename(file))))
  return { files, report: deliveryReport(parsed, contents, { si: si.length, pi: pi.length }) }
}

/** The contents of files by their names, which have to be unique. */
export async function contentsOf(files: string[]): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  for (const file of files) {
    const name = path.basename(file)
    if (contents.has(name)) throw new Refused(`Two files are named ${name}.`)
    contents.set(name, await bytesOf(file))
  }
  return contents
}

const bytesOf = (file: string) =>
  readFile(file).catch(() => {
    throw new Refused(`${file} cannot be read.`)
  })
const textOf = async (file: string) => (await bytesOf(file)).toString('utf8')

/** The verdict of a report and of each of its rows, with the values, limits and margins. */
export function reportText({ verdict, assumptions, rows }: ComputedReport): string {
  const lines = rows.flatMap((row) => [
    `${row.kind.toUpperCase()} ${row.number}: ${verdictNames[row.verdict]}${row.network ? ` (${row.network})` : ''}`,
    ...row.checks.flatMap((check) => [
      `  ${verdictNames[check.verdict].padEnd(8)}  ${reportNames[check.name]}: ${checkText(check)}`,
      ...check.violations.map(
        ({ from, to }) => `            violated from ${engineeringText(from, 'Hz')} to ${engineeringText(to, 'Hz')}`,
      ),
    ]),
  ])
  return [`Verdict: ${verdictNames[verdict]}`, ...lines, ...assumptions.map((one) => `Assumption: ${one}`)].join('\n')
}
