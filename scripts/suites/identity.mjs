// npm run test:identity: session tests, as a table of numbered rows, on the embedded provider and a real Keycloak.
// npm run test:keycloak (`--only keycloak`): the same, on Keycloak only. If it is not available, prints SKIPPED with
// the reason.
// `--repeat 10` runs the suite ten times on each provider, prints the counts of each run, and shows each row's worst
// result. Other arguments, such as `--repeat-each 5`, are passed to the test runner.
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startKeycloak } from '../run/keycloak.mjs'
import { ensureBuilt, ensureInstalled } from '../prepare.mjs'
import { endAllWithThis, run } from '../run/processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const minutes = 60_000
// Rows 45 and 46 do not need a provider; tests/e2e covers them.
const rows = Array.from({ length: 50 }, (_, n) => String(n + 1).padStart(2, '0')).filter(
  (row) => !['45', '46'].includes(row),
)
// The test runner's projects, each with the rows that it may leave out because the other project tests them.
const relations = { 'same-site': ['04'], 'cross-site': rows }
const token = /eyJ[\w-]{10,}\.[\w-]{10,}/

const { only, times, passedOn } = choose(process.argv.slice(2))
const folder = mkdtempSync(path.join(tmpdir(), 'identity-'))

endAllWithThis(() => rmSync(folder, { recursive: true, force: true }))

await ensureInstalled()
if (!process.env.IDENTITY_CLIENT_DIR) await ensureBuilt()
const browser = await prepareBrowser()
const columns = []
if (only !== 'keycloak') columns.push(...columnsOf('embedded', await runSuites('embedded', {})))
if (only !== 'embedded') columns.push(...columnsOf('Keycloak', await onKeycloak()))

printTable()
const outcomes = columns
  .flatMap((column) => (column.results ? rows.map((row) => outcomeOf(column, row)) : []))
  .filter(Boolean)
const passed = outcomes.filter((outcome) => outcome === 'pass').length
const skipped = outcomes.filter((outcome) => outcome === 'not possible').length
const failed = outcomes.length - passed - skipped + columns.filter(({ fault }) => fault).length
for (const { name, fault } of columns) if (fault) console.log(`\n${name}: ${fault}`)
for (const { name, missing } of columns) if (missing) console.log(`\nSKIPPED ${name}: ${missing}.`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

/** Returns a column for each relation between app and provider. The first also contains the faults of the whole run. */
function columnsOf(provider, { results, ...runInfo }) {
  return Object.entries(relations).map(([relation, left], n) => ({
    name: `${provider}, ${relation}`,
    left,
    ...(n === 0 && runInfo),
    ...(results && { results: results.get(relation) ?? new Map() }),
  }))
}

/**
 * Returns the result of a row. Without one, returns an empty string if only the other relation tests the row, or else
 * "missing".
 */
function outcomeOf({ results, left }, row) {
  return results.get(row)?.outcome ?? (left.includes(row) ? '' : 'missing')
}

async function onKeycloak() {
  const keycloak = await startKeycloak().catch((error) => ({ fault: error.message }))
  if (keycloak.missing || keycloak.fault) return keycloak
  console.log(`Keycloak at ${keycloak.url} (${keycloak.origin})`)
  try {
    const { url: KC_URL, username: KC_ADMIN, password: KC_ADMIN_PASSWORD } = keycloak
    const suite = await runSuites('keycloak', { KC_URL, KC_ADMIN, KC_ADMIN_PASSWORD })
    return token.test(keycloak.output()) ? { ...suite, fault: 'Its log contains a token.' } : suite
  } finally {
    await keycloak.stop()
  }
}

/** Runs the suite the requested number of times. Returns the worst result of each row, and all faults. */
async function runSuites(name, env) {
  const worst = { results: new Map() }
  for (let n = 1; n <= times; n++) {
    const started = Date.now()
    const { results = new Map(), fault } = await runSuite(name, env)
    const cells = [...results].flatMap(([relation, its]) =>
      [...its].map(([row, result]) => ({ relation, row, result })),
    )
    for (const { relation, row, result } of cells) {
      const known = worst.results.get(relation) ?? new Map()
      worst.results.set(relation, known.set(row, worse(known.get(row), result)))
    }
    if (fault) worst.fault = [worst.fault, fault].filter(Boolean).join('\n')
    if (times === 1) continue
    const failing = cells.filter(({ result }) => result.outcome === 'fail')
    const which = failing.map(({ relation, row }) => ` ${relation} ${row}`).join(',')
    const taken = `${((Date.now() - started) / minutes).toFixed(1)} min`
    console.log(
      `${name}, ${n} of ${times}: ${cells.length - failing.length} passed, ${failing.length} failed${which} (${taken})`,
    )
    for (const { result } of failing) console.log(`${result.title}\n${result.detail}`)
  }
  return worst
}

/**
 * Runs the suite once. Returns `{ results, fault? }`: the result of each row, `{ outcome, title, detail? }`, by
 * relation and row number, and what went wrong in the run as a whole.
 */
async function runSuite(name, env) {
  const report = path.join(folder, `${name}.json`)
  // A run that ends without a report must not be counted with the report of the previous run.
  rmSync(report, { force: true })
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
  const config = 'tests/identity/playwright.config.ts'
  const args = [cli, 'test', '--config', config, '--reporter=json', ...passedOn]
  const { output } = await run(process.execPath, args, {
    cwd: root,
    env: { ...process.env, CHROMIUM_PATH: browser, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    limit: 60 * minutes,
  })
  const text = await readFile(report, 'utf8').catch(() => null)
  if (text === null) return { fault: `The test runner did not write a report.\n${output}` }
  const { suites, errors } = JSON.parse(text)
  const results = new Map()
  for (const { title, tests } of specsOf(suites)) {
    const row = title.slice(0, 2)
    for (const relation of Object.keys(relations)) {
      const its = tests.filter(({ projectName }) => projectName === relation)
      if (its.length === 0) continue
      const known = results.get(relation) ?? new Map()
      results.set(relation, known.set(row, worse(known.get(row), resultOf(title, its))))
    }
  }
  return { results, ...(errors.length > 0 && { fault: errors.map(({ message }) => message).join('\n') }) }
}

function specsOf(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsOf(inner)])
}

function resultOf(title, tests) {
  const skip = tests.flatMap(({ annotations }) => annotations).find(({ type }) => type === 'skip')
  if (skip) return { outcome: 'not possible', title, detail: skip.description ?? 'no reason given' }
  const failing = tests.filter(({ status }) => status !== 'expected')
  if (failing.length === 0) return { outcome: 'pass', title }
  const messages = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
  return {
    outcome: 'fail',
    title,
    detail: `${tests.length > 1 ? `${failing.length} of ${tests.length}: ` : ''}${messages.join('\n') || 'no reason given'}`,
  }
}

/** Returns the worse of two results, for rows that occur more than once. */
function worse(one, other) {
  return !one || other.outcome === 'fail' ? other : one
}

function printTable() {
  const withResults = columns.filter(({ results }) => results)
  const titles = new Map(withResults.flatMap(({ results }) => [...results].map(([row, { title }]) => [row, title])))
  const cell = (text) => text.padEnd(22)
  console.log(`\n${cell('')}${columns.map(({ name }) => cell(name)).join('')}`)
  for (const row of rows) {
    const cells = columns.map((column) => cell(column.results ? outcomeOf(column, row) : 'not run'))
    console.log(`${cell(row)}${cells.join('')}${(titles.get(row) ?? '').slice(3)}`)
  }
  for (const { name, results } of withResults) {
    for (const [row, { outcome, detail }] of results) {
      if (detail) console.log(`\n${name} ${row} ${outcome}: ${detail}`)
    }
  }
}

async function prepareBrowser() {
  const { tsImport } = await import('tsx/esm/api')
  const { ensureBrowser } = await tsImport('../../tests/support/browser.ts', import.meta.url)
  return (await ensureBrowser()).executablePath
}

function choose(args) {
  const passedOn = [...args]
  const take = (flag, otherwise) => {
    const at = passedOn.indexOf(flag)
    return at === -1 ? otherwise : (passedOn.splice(at, 2)[1] ?? '')
  }
  const only = take('--only', null)
  const times = Number(take('--repeat', 1))
  if ((only === null || ['embedded', 'keycloak'].includes(only)) && Number.isInteger(times) && times > 0) {
    return { only, times, passedOn }
  }
  console.error(
    'Usage: npm run test:identity -- [--only embedded|keycloak] [--repeat TIMES] [arguments of the test runner]',
  )
  process.exit(2)
}
