/** The results of the machines' mutation tests, which the visualizer shows. */
import { readFile } from 'node:fs/promises'
import type { AnyStateMachine } from 'xstate'

import type { MachineMutants } from '../../src/inspector/mutant-report'
import { configPathsOf } from '../../src/inspector/outline'
import { mutationsOf } from '../../tests/mutants/mutations'
import { sourceHash } from '../../tests/mutants/source-hash'
import { survivors } from '../../tests/mutants/survivors'

/** A result as scripts/suites/mutants/test-mutants.mjs stores it. */
export type MutantResult = { name: string; hash: string; verdict: 'detected' | 'survived' | 'invalid' }

/** The results in a file; none if there is no such file, or if it is damaged. */
export async function readMutants(file: string): Promise<MutantResult[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  const results = parsed(text)
  if (Array.isArray(results)) return results as MutantResult[]
  console.warn(`${file} contains no results: the charts show no mutants. Run npm run test:mutants again.`)
  return []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The results of a machine whose file has this content, by transition; undefined if there are none at all. */
export function mutantsOf(
  machine: AnyStateMachine,
  results: MutantResult[],
  source: string,
  reasons: Record<string, string> = survivors,
): MachineMutants | undefined {
  const own = results.filter(({ name, verdict }) => name.startsWith(`${machine.id}: `) && verdict !== 'invalid')
  if (own.length === 0) return undefined
  const current = own.filter(({ hash }) => hash === sourceHash(source))
  const paths = configPathsOf(machine)
  const { actions, delays } = machine.implementations
  const places = new Map(
    mutationsOf(machine.config, { actions, delays }).map(({ what, place }) => [`${machine.id}: ${what}`, place]),
  )
  // A fault that removes or doubles a delay affects the whole list of transitions after that delay.
  const arrowsOf = (name: string) => {
    const place = places.get(name)
    return place == null
      ? []
      : paths.flatMap((path, arrow) => (isWithin(place, path) || isWithin(path, place) ? arrow : []))
  }
  return {
    detected: current.filter(({ verdict }) => verdict === 'detected').length,
    survivors: current
      .filter(({ verdict }) => verdict === 'survived')
      .map(({ name }) => ({
        what: name.slice(machine.id.length + 2),
        arrows: arrowsOf(name),
        reason: reasons[name] ?? null,
      })),
    tested: [...new Set(current.flatMap(({ name }) => arrowsOf(name)))].toSorted((a, b) => a - b),
    isOutdated: current.length === 0,
  }
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)
