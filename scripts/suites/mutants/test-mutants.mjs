import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import { startChild } from './child.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const minDetected = 0.95
/** If no test ends for this long, one is in an infinite loop: the longest limit of a test or hook is five minutes. */
const silenceMs = 6 * 60_000
/** The positions at which the first two batches of test files end. Most mutants are detected by the first batch. */
const batches = [4, 20]

/** Tests some mutants of a directory. Returns whether enough were detected and exactly the survivors have a reason. */
export async function testMutants({ name: directory, env }, candidates, options) {
  const { survivors: reasons } = await tsImport('../../../tests/mutants/survivors.ts', import.meta.url)
  const { parses } = await tsImport('../../../tests/mutants/operators.ts', import.meta.url)
  const { count, nearest, concurrency } = options
  const kept = keptResults(directory)
  const waiting = shuffled(candidates, options.seed)
  console.log(`${directory}: ${candidates.length} possible mutants, seed ${options.seed}`)

  const results = []
  const compiler = startChild('tests/mutants/compiles.ts')
  const codeIfValid = async ({ file, mayNotCompile, codeOf }) => {
    const code = codeOf()
    return !mayNotCompile || (parses(file, code) && (await compiler.ask({ file, code }))?.compiles) ? code : null
  }

  let taken = 0
  async function findNext() {
    while (taken < count) {
      const candidate = waiting.shift()
      if (!candidate) return null
      const { name, hash, operator } = candidate
      const earlier = kept.find(candidate)
      if (earlier && !(options.again && earlier.verdict === 'survived')) {
        if (earlier.verdict !== 'invalid') taken += 1
        results.push(earlier)
        continue
      }
      const code = await codeIfValid(candidate)
      if (code !== null) {
        taken += 1
        return { ...candidate, code }
      }
      keep({ name, hash, operator, verdict: 'invalid' })
    }
    return null
  }

  function keep(result) {
    results.push(result)
    kept.add(result)
  }

  // Mutants are checked one at a time, while tests run with mutants that were checked earlier.
  let checking = Promise.resolve()
  const takeNext = () => {
    const next = checking.then(findNext)
    checking = next.catch(() => {})
    return next
  }

  const passing = new Map()
  async function work() {
    let runner = startChild('tests/mutants/runner.ts', env)
    const failedTests = async (mutant, tests) => {
      const answer = await runner.ask({ mutant, tests }, silenceMs)
      if (answer) return answer.failed
      await runner.end()
      runner = startChild('tests/mutants/runner.ts', env)
      return ['(infinite loop)']
    }
    /** Whether a test passes without a fault. If it does not, its failure does not detect the fault. */
    const isPassing = async (test) => {
      if (!test.startsWith('tests/')) return true
      if (!passing.has(test)) passing.set(test, (await failedTests(null, [test])).length === 0)
      if (!passing.get(test)) console.log(`fails without a fault: ${test}`)
      return passing.get(test)
    }
    const detect = async (mutant, tests) => {
      for (const [at, end] of [[0, batches[0]], batches, [batches[1]]]) {
        let left = tests.slice(at, end)
        while (left.length > 0) {
          const [failed] = await failedTests(mutant, left)
          if (failed === undefined) break
          if (await isPassing(failed)) return failed
          left = left.filter((test) => test !== failed)
        }
      }
      return null
    }
    for (let next = await takeNext(); next; next = await takeNext()) {
      const { name, file, hash, operator, code, testsOf } = next
      const before = Date.now()
      const tests = testsOf().slice(0, nearest)
      const detectedBy = await detect({ file, code }, tests)
      const verdict = detectedBy === null ? 'survived' : 'detected'
      const seconds = Math.round((Date.now() - before) / 1000)
      keep({ name, hash, operator, verdict, detectedBy, tests: tests.length, seconds })
      console.log(`${verdict} (${seconds} s): ${name}`)
    }
    await runner.end()
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await compiler.end()
  return summary(directory, results, reasons)
}

function summary(directory, results, reasons) {
  const tested = results.filter(({ verdict }) => verdict !== 'invalid')
  const survived = tested.filter(({ verdict }) => verdict === 'survived')
  const unexplained = survived.filter(({ name }) => !(name in reasons))
  const stale = tested.filter(({ verdict, name }) => verdict === 'detected' && name in reasons)
  for (const { name } of survived) console.log(`survived: ${name}${name in reasons ? ` (${reasons[name]})` : ''}`)
  for (const { name } of stale) console.log(`detected, but listed as a survivor: ${name}`)
  const killed = tested.length - survived.length
  const share = tested.length === 0 ? 1 : killed / tested.length
  console.log(
    `${directory}: ${killed} of ${tested.length} mutants detected (${(100 * share).toFixed(1)}%), ` +
      `${unexplained.length} ${unexplained.length === 1 ? 'survivor' : 'survivors'} without a reason, ${results.length - tested.length} did not compile`,
  )
  return share >= minDetected && unexplained.length === 0 && stale.length === 0
}

/** The results of earlier runs. New results are written immediately, so that an interrupted run can be continued. */
function keptResults(directory) {
  const file = path.join(root, 'reports/mutants', `${directory.replaceAll('/', '-')}.json`)
  const keyOf = ({ name, hash }) => `${hash} ${name}`
  const all = new Map(read(file).map((result) => [keyOf(result), result]))
  return {
    find: (candidate) => all.get(keyOf(candidate)),
    add(result) {
      all.set(keyOf(result), result)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify([...all.values()], null, 1))
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Puts the candidates in an order that the seed determines. A mutant keeps its position among the others when code is
 * added elsewhere.
 */
function shuffled(candidates, seed) {
  const placed = candidates.map((candidate) => ({
    candidate,
    place: createHash('sha256').update(`${seed} ${candidate.name}`).digest('hex'),
  }))
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ candidate }) => candidate)
}
