/** docs/performance.md, in which each benchmark owns the sections below its own titles of the first rank. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

const report = 'docs/performance.md'

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** The value below which this share of the numbers is. */
export const percentile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? NaN

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Puts a section, which begins with `# title`, in the place of its last version; the others stay. */
export async function writeSection(section: string) {
  const text = existsSync(report) ? await readFile(report, 'utf8') : ''
  const [title = ''] = section.split('\n')
  const sections = text.split(/^(?=# )/m).filter((one) => one.trim() !== '')
  const at = sections.findIndex((one) => one.startsWith(`${title}\n`))
  sections.splice(at === -1 ? sections.length : at, at === -1 ? 0 : 1, section)
  await writeFile(report, `${sections.map((one) => one.trim()).join('\n\n')}\n`)
}
