/** Updates docs/performance.md. Each benchmark owns the sections below its own top-level headings. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

const report = 'docs/performance.md'

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** Returns the value that the fraction `share` of the numbers does not exceed. */
export const percentile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? NaN

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/**
 * Returns the table of goals, as [goal, limit, measured] in the same unit, and makes the benchmark fail if a value is
 * above its limit. A limit of '-' means no limit. `more` names further columns.
 */
export function goalTable(rows: string[][], more: string[] = []): string {
  for (const [goal, limit = '', measured = ''] of rows) {
    if (isWithin(limit, measured)) continue
    console.error(`Above the limit: ${goal}: ${measured}, limit ${limit}`)
    process.exitCode = 1
  }
  return table(['goal', 'limit', 'measured', ...more], rows)
}

/** Whether a value is within a limit such as '50 ms' or '1.10', or equal to a limit that is a word. */
function isWithin(limit: string, measured: string): boolean {
  const most = Number.parseFloat(limit)
  if (Number.isNaN(most)) return limit === '-' || measured === limit
  // A value that could not be measured is not within the limit.
  return Number.parseFloat(measured) <= most
}

/** Replaces the section with the same `# title`. Other sections are unchanged. */
export async function writeSection(section: string) {
  const text = existsSync(report) ? await readFile(report, 'utf8') : ''
  const [title = ''] = section.split('\n')
  const sections = text.split(/^(?=# )/m).filter((one) => one.trim() !== '')
  const at = sections.findIndex((one) => one.startsWith(`${title}\n`))
  sections.splice(at === -1 ? sections.length : at, at === -1 ? 0 : 1, section)
  await writeFile(report, `${sections.map((one) => one.trim()).join('\n\n')}\n`)
}
