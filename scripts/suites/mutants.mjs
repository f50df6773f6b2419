// npm run test:mutants: mutation tests for the machines. Reports which suite detects each mutant first: the path tests
// in tests/model, or the machine's model-based test against its view.
// `-- --machine session` mutates one machine only. Writes reports/mutants.json. Fails if less than 90% are detected.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../prepare.mjs'
import { endAllWithThis, run } from '../run/processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const selected = parseArgs({ options: { machine: { type: 'string' } } }).values.machine
const concurrency = 2
const minDetected = 0.9
/** The time limit for a suite. Only a mutant that causes an infinite loop exceeds it. */
const timeoutMs = 45_000

await ensureInstalled()
const { tsImport } = await import('tsx/esm/api')
const { catalogue } = await tsImport('../../machines/catalogue.ts', import.meta.url)
const { mutationsOf } = await tsImport('../../tests/mutants/mutations.ts', import.meta.url)
const { survivors } = await tsImport('../../tests/mutants/survivors.ts', import.meta.url)
const { fileNameOf } = await tsImport('../../tests/model-based/paths.ts', import.meta.url)
const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'))
endAllWithThis(() => rmSync(folder, { recursive: true, force: true }))

const machineFiles = await filesOf('machines')
const pathTests = await filesOf('tests/model')
const walks = await filesOf('tests/model-based/surfaces')
const mutants = []
for (const machine of Object.values(catalogue)) {
  if (selected && fileNameOf(machine) !== selected) continue
  const walk = walks.filter(({ file }) => path.basename(file) === `${fileNameOf(machine)}.test.tsx`)
  const suites = [await testsOf(machine.id), walk.map(({ file }) => file)]
  for (const [number, { what }] of mutationsOf(machine.config).entries()) {
    mutants.push({ id: machine.id, number, what: `${machine.id}: ${what}`, suites })
  }
}
console.log(`${mutants.length} mutants`)

const waiting = [...mutants]
const results = []
await Promise.all(Array.from({ length: concurrency }, work))

const survived = results.filter(({ detectedBy }) => detectedBy.length === 0)
const unexplained = survived.filter(({ what }) => !(what in survivors))
const stale = Object.keys(survivors).filter(
  (what) => mutants.some((mutant) => mutant.what === what) && !survived.some((mutant) => mutant.what === what),
)
mkdirSync(path.join(root, 'reports'), { recursive: true })
writeFileSync(path.join(root, 'reports/mutants.json'), JSON.stringify(results, null, 2))
for (const { what } of survived) console.log(`survived: ${what}${what in survivors ? ` (${survivors[what]})` : ''}`)
for (const what of stale) console.log(`detected, but listed as a survivor: ${what}`)
const killed = results.length - survived.length
const bySuite = (pattern) => results.filter(({ detectedBy }) => detectedBy.some((file) => pattern.test(file))).length
console.log(
  `detected first by tests/model: ${bySuite(/^tests\/model\//)}, by model-based tests: ${bySuite(/surfaces/)}`,
)
console.log(
  `${killed} of ${results.length} mutants detected (${((100 * killed) / results.length).toFixed(1)}%), ${unexplained.length} survivors without a reason`,
)
process.exit(killed / results.length >= minDetected && unexplained.length === 0 && stale.length === 0 ? 0 : 1)

async function work() {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    let detectedBy = []
    for (const suite of mutant.suites) {
      if (detectedBy.length === 0 && suite.length > 0) detectedBy = await failingTests(mutant, suite)
    }
    results.push({ what: mutant.what, detectedBy })
    if (results.length % 25 === 0) console.log(`${results.length} of ${mutants.length}`)
  }
}

/** Returns the test files that fail with a mutant. */
async function failingTests({ id, number }, suite) {
  const report = path.join(folder, `${id}-${number}.json`)
  const args = ['run', '--config', 'tests/mutants/vitest.config.ts', '--reporter=json', `--outputFile=${report}`]
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, '--bail', '1', ...suite], {
    cwd: root,
    env: { ...process.env, MUTANT: `${id}:${number}`, MODEL_FOLDER: folder },
    limit: timeoutMs,
  })
  const text = await readFile(report, 'utf8').catch(() => null)
  rmSync(report, { force: true })
  if (text === null) return ['(timed out or failed to start)']
  const { testResults } = JSON.parse(text)
  return testResults.filter(({ status }) => status !== 'passed').map(({ name }) => path.relative(root, name))
}

async function filesOf(place) {
  const names = await readdir(path.join(root, place), { recursive: true })
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => path.join(place, name))
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })))
}

/** Returns the path tests that import the machine's file. */
async function testsOf(id) {
  const own = machineFiles.find(({ file, text }) => file.endsWith('.machine.ts') && text.includes(`id: '${id}'`))
  const name = own ? path.basename(own.file, '.ts') : id
  return pathTests
    .filter(({ file, text }) => file.endsWith('.test.ts') && text.includes(`/${name}'`))
    .map(({ file }) => file)
}
