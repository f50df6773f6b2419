// npm run test:mutants: breaks machines on purpose, one fault at a time, and shows which suite is the first to notice:
// the path tests of tests/model, or the machine's walk against its view.
// `-- --machine session` breaks one machine only. Writes reports/mutants.json; fails below 90 % noticed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../prepare.mjs'
import { endAllWithThis, run } from '../run/processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const wanted = parseArgs({ options: { machine: { type: 'string' } } }).values.machine
const atOnce = 2
const least = 0.9
/** Far longer than a suite takes. A mutant that goes in circles for ever never ends by itself. */
const patience = 45_000

await ensureInstalled()
const { tsImport } = await import('tsx/esm/api')
const { catalogue } = await tsImport('../../machines/catalogue.ts', import.meta.url)
const { mutationsOf } = await tsImport('../../tests/mutants/mutations.ts', import.meta.url)
const { survivors } = await tsImport('../../tests/mutants/survivors.ts', import.meta.url)
const { slugOf } = await tsImport('../../tests/model-based/paths.ts', import.meta.url)
const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'))
endAllWithThis(() => rmSync(folder, { recursive: true, force: true }))

const machineFiles = await filesOf('machines')
const pathTests = await filesOf('tests/model')
const walks = await filesOf('tests/model-based/surfaces')
const mutants = []
for (const [title, machine] of Object.entries(catalogue)) {
  if (wanted && slugOf(title) !== wanted) continue
  const walk = walks.filter(({ file }) => path.basename(file) === `${slugOf(title)}.test.tsx`)
  const suites = [await testsOf(machine.id), walk.map(({ file }) => file)]
  for (const [number, { what }] of mutationsOf(machine.config).entries()) {
    mutants.push({ id: machine.id, number, what: `${machine.id}: ${what}`, suites })
  }
}
console.log(`${mutants.length} mutants`)

const waiting = [...mutants]
const results = []
await Promise.all(Array.from({ length: atOnce }, work))

const survived = results.filter(({ noticedBy }) => noticedBy.length === 0)
const unexplained = survived.filter(({ what }) => !(what in survivors))
const stale = Object.keys(survivors).filter(
  (what) => mutants.some((one) => one.what === what) && !survived.some((one) => one.what === what),
)
mkdirSync(path.join(root, 'reports'), { recursive: true })
writeFileSync(path.join(root, 'reports/mutants.json'), JSON.stringify(results, null, 2))
for (const { what } of survived) console.log(`survived: ${what}${what in survivors ? ` (${survivors[what]})` : ''}`)
for (const what of stale) console.log(`noticed after all: ${what}`)
const killed = results.length - survived.length
const bySuite = (pattern) => results.filter(({ noticedBy }) => noticedBy.some((file) => pattern.test(file))).length
console.log(
  `first noticed by tests/model: ${bySuite(/^tests\/model\//)}, by the walks against views: ${bySuite(/surfaces/)}`,
)
console.log(
  `${killed} of ${results.length} mutants noticed (${((100 * killed) / results.length).toFixed(1)} %), ${unexplained.length} survivors without a reason`,
)
process.exit(killed / results.length >= least && unexplained.length === 0 && stale.length === 0 ? 0 : 1)

async function work() {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    let noticedBy = []
    for (const suite of mutant.suites) {
      if (noticedBy.length === 0 && suite.length > 0) noticedBy = await noticing(mutant, suite)
    }
    results.push({ what: mutant.what, noticedBy })
    if (results.length % 25 === 0) console.log(`${results.length} of ${mutants.length}`)
  }
}

/** The test files that fail on a mutant. */
async function noticing({ id, number }, suite) {
  const report = path.join(folder, `${id}-${number}.json`)
  const args = ['run', '--config', 'tests/mutants/vitest.config.ts', '--reporter=json', `--outputFile=${report}`]
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, '--bail', '1', ...suite], {
    cwd: root,
    env: { ...process.env, MUTANT: `${id}:${number}`, MODEL_FOLDER: folder },
    limit: patience,
  })
  const text = await readFile(report, 'utf8').catch(() => null)
  rmSync(report, { force: true })
  if (text === null) return ['(it did not end, or could not begin)']
  const { testResults } = JSON.parse(text)
  return testResults.filter(({ status }) => status !== 'passed').map(({ name }) => path.relative(root, name))
}

async function filesOf(place) {
  const names = await readdir(path.join(root, place), { recursive: true })
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => path.join(place, name))
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })))
}

/** The path tests that import the machine's file. */
async function testsOf(id) {
  const own = machineFiles.find(({ file, text }) => file.endsWith('.machine.ts') && text.includes(`id: '${id}'`))
  const name = own ? path.basename(own.file, '.ts') : id
  return pathTests
    .filter(({ file, text }) => file.endsWith('.test.ts') && text.includes(`/${name}'`))
    .map(({ file }) => file)
}
