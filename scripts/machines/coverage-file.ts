/** What the model-based tests covered, as a file that the visualizer reads. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import type { Coverage } from '../../src/inspector/coverage-report'
import type { Walked } from '../../tests/model-based/paths'
import { unreachable } from '../../tests/model-based/unreachable'

/** The coverage of all machines that were tested, in one run or in several. */
export function coverageFrom(walked: Walked[]): Coverage {
  const coverage: Coverage = {}
  for (const [title, machine] of Object.entries(catalogue) as [string, AnyStateMachine][]) {
    const own = walked.filter((entry) => entry.title === title)
    if (own.length === 0) continue
    const at = (level: Walked['level']) => [
      ...new Set(own.flatMap((entry) => (entry.level === level ? entry.transitions : []))),
    ]
    const failed = own.flatMap(({ level, graphPaths }) =>
      graphPaths.flatMap(({ situation, steps, failure, replay }) => {
        const words = steps.map((step) => ('state' in step ? step.state : step.event))
        return failure === null ? [] : [{ level, situation, failure, steps: words, ...(replay && { replay }) }]
      }),
    )
    coverage[machine.id] = {
      view: at('view'),
      browser: at('browser'),
      failed,
      exceptions: unreachable[title] ?? {},
      at: own.map((entry) => entry.at).toSorted()[0] ?? '',
      outline: own.every(({ outline }) => outline === own[0]?.outline) ? (own[0]?.outline ?? '') : '',
    }
  }
  return coverage
}

/** Replaces the file in a single step, because the visualizer reads it as soon as it changes. */
export async function writeCoverage(file: string, coverage: Coverage) {
  await writeFile(`${file}.part`, JSON.stringify(coverage))
  await rename(`${file}.part`, file)
}

/** The coverage in a file; none if there is no such file, or if it is damaged. */
export async function readCoverage(file: string): Promise<Coverage> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text) as Coverage
  } catch {
    console.warn(`${file} is not valid JSON: the charts show no coverage. Run npm run test:model again.`)
    return {}
  }
}
