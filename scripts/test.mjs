// npm test: runs the checks and the tests that need only git and Node, even on a fresh clone. The last line contains
// the counts: `N passed, N failed` (and `, N skipped`); each check and each test counts as one. `-- --only lint,types`
// runs only these steps.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { failedInPlaywright, failedInVitest } from './run/failed-tests.mjs'
import { startPostgres } from './run/postgres.mjs'
import { startVersitygw } from './run/versitygw.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { endAllWithThis, run } from './run/processes.mjs'
import { none, oneFailure, onePass, runSteps } from './run/steps.mjs'

const begin = performance.now()
const root = fileURLToPath(new URL('../', import.meta.url))
const minutes = 60_000

/** The environment that earlier steps prepare for later steps. Tests use PostgreSQL only if a step has set its URL. */
const environment = { ...process.env }
const givenDatabase = environment.TEST_DATABASE_URL
delete environment.TEST_DATABASE_URL

/**
 * The time limit of a step, for steps that hang. The browser tests take ten minutes on a fast machine, and three times
 * as long on a slow one.
 */
const limit = 60 * minutes

const command = (args, { env = {} } = {}) =>
  run(process.execPath, args, { cwd: root, env: { ...environment, ...env }, limit })

const npmRun = (script, env = {}) => {
  const npm = process.env.npm_execpath
  const args = ['run', '--silent', script]
  const options = { cwd: root, env: { ...environment, ...env }, limit }
  return npm ? run(process.execPath, [npm, ...args], options) : run('npm', args, { ...options, shell: isWindows })
}
const isWindows = process.platform === 'win32'

const gate = (name, check, more = {}) => ({
  name,
  cost: 1,
  ...more,
  run: async () => {
    const { code, output } = await check()
    return code === 0 ? onePass : { ...oneFailure, output }
  },
})

/** Counts tests from the runner's report. If the runner fails without a failed test, that counts as one failure. */
const counted = async ({ code, output: whole }, report, failedIn, count) => {
  const text = await readFile(report, 'utf8').catch(() => null)
  const read = text === null ? null : JSON.parse(text)
  const counts = read === null ? { ...none } : count(read)
  // Failed tests are printed first, before the full output.
  const output = [...(read === null ? [] : failedIn(read)), whole].join('\n')
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  if (code === 0 && counts.passed === 0) return { ...counts, failed: 1, output: `${output}\nNo test ran.` }
  const { passed, failed, skipped } = counts
  const parts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
  return { ...counts, output, note: parts.filter(Boolean).join(', ') }
}

const vitest = (name, projects, more = {}) => ({
  name,
  cost: 2,
  after: ['build'],
  ...more,
  run: async () => {
    const report = path.join(folder, `${name}.json`)
    const runner = ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((project) => ['--project', project])]
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const workers = `--maxWorkers=${more.cost ?? 2}`
    const done = await command([...runner, ...reporters, workers, ...(more.files?.() ?? [])], { env: more.env?.() })
    return counted(done, report, failedInVitest, (said) => ({
      passed: said.numPassedTests,
      failed: said.numFailedTests,
      skipped: said.numPendingTests + said.numTodoTests,
    }))
  },
})

const playwright = (name, { config = 'tests/playwright.config.ts', ...more }) => ({
  name,
  cost: 2,
  ...more,
  run: async () => {
    if (!chosen.includes('build')) await ensureBuilt()
    const report = path.join(folder, `${name}.json`)
    const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', config]
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...more.env?.() }
    const done = await command([...args, '--reporter=dot,json'], { env })
    return counted(done, report, failedInPlaywright, ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }))
  },
})

/** Creates a step that prepares others. It is included in the counts only if it fails. */
const preparation = (name, prepare) => ({
  name,
  cost: 0,
  run: async () => ({ ...none, ...(await prepare()) }),
})

let database
const prepareDatabase = async () => {
  if (givenDatabase) {
    database = { url: givenDatabase, stop: async () => {} }
    return { note: 'the one in TEST_DATABASE_URL' }
  }
  const home = path.join(folder, 'postgres')
  mkdirSync(home)
  // PostgreSQL runs as another user, which needs to traverse this folder.
  chmodSync(folder, 0o711)
  const started = await startPostgres(home)
  if (started.missing) return { absent: `${started.missing}; set TEST_DATABASE_URL to use another` }
  database = started
  return { note: 'a temporary cluster' }
}

let bucketServer
const prepareS3 = async () => {
  const home = path.join(folder, 's3')
  mkdirSync(home)
  const started = await startVersitygw(home)
  if (started.missing) return { absent: started.missing }
  bucketServer = started
  return { note: 'a temporary versitygw' }
}

const prepareBrowser = async () => {
  const { tsImport } = await import('tsx/esm/api')
  const { ensureBrowser } = await tsImport('../tests/support/browser.ts', import.meta.url)
  const { executablePath, origin } = await ensureBrowser(environment, { preferShell: true })
  environment.CHROMIUM_PATH = executablePath
  return { note: `${executablePath} (${origin})` }
}

/** Writes the report on the paths of the model-based tests. The report is empty if these tests were not run. */
const writeReport = async () => {
  const { code, output } = await command(['--import', 'tsx', 'scripts/suites/model-report.ts'])
  return code === 0 ? { note: 'reports/model/index.html' } : { ...oneFailure, output }
}

/**
 * The API tests that depend most on how a database behaves: its locks, transactions, times and large results. Only
 * these also run on the embedded database if PostgreSQL is available.
 */
const databaseTests = [
  'database',
  'journey',
  'pages',
  'files/revisions',
  'files/undo',
  'projects/projects',
  'requests/checkout',
  'requests/hidden-files',
  'requests/request-drafts',
  'requests/request-list',
  'requests/request-numbers',
  'requests/requests',
  'sharing/members',
  'staff/accounting',
  'staff/refunds',
  'transfers/uploads',
].map((name) => `tests/api/${name}`)

/** The tests that depend on the storage. They also run on an S3 server if one is available. */
const storageTests = [
  'api/transfers',
  'api/files/verification',
  'api/requests/paid-work',
  'api/broken-requests',
  'server/storage/storage',
].map((name) => `tests/${name}`)

const steps = [
  preparation('postgres', prepareDatabase),
  preparation('s3', prepareS3),
  preparation('browser', prepareBrowser),
  gate('format', () => npmRun('format:check')),
  // The linter's type checker, written in Go, needs half the CPU time on one core and with fewer garbage collections.
  gate('lint', () => npmRun('lint', { GOMAXPROCS: '1', GOGC: '400' })),
  gate('types', () => npmRun('types')),
  gate('contract', () => command(['scripts/contract.mjs', '--check'])),
  gate('machines', () => command(['--import', 'tsx', 'scripts/machines/docs.ts', '--check'])),
  gate('unused', () => npmRun('unused')),
  gate('build', () => npmRun('build')),
  gate('production', () => command(['scripts/suites/production.mjs']), { needs: ['build'] }),
  // Single-core suites come first because they use the core that the linter leaves free.
  vitest('api', ['api'], { cost: 1, after: ['build', 'postgres'], files: () => (database ? databaseTests : []) }),
  vitest('api-postgres', ['api'], {
    cost: 1,
    needs: ['postgres'],
    env: () => ({ TEST_DATABASE_URL: database.url }),
  }),
  vitest('api-s3', ['api', 'server'], {
    cost: 1,
    needs: ['postgres', 's3'],
    env: () => ({ TEST_DATABASE_URL: database.url, TEST_S3_URL: bucketServer.url }),
    files: () => storageTests,
  }),
  vitest('tests', ['unit', 'views*', 'server']),
  // These tests would spend a tenth of their CPU time in the embedded database, which model-browser and the identity
  // tests use.
  playwright('e2e', {
    needs: ['build', 'browser'],
    after: ['postgres'],
    env: () => (database ? { TEST_DATABASE_URL: database.url } : {}),
  }),
  vitest('model-views', ['model-based*']),
  playwright('model-browser', { config: 'tests/model-based/playwright.config.ts', needs: ['build', 'browser'] }),
  { ...preparation('model-report', writeReport), after: ['model-views', 'model-browser'] },
]

const names = steps.map(({ name }) => name)
const chosen = choose(process.argv.slice(2))
const folder = mkdtempSync(path.join(tmpdir(), 'npm-test-'))

endAllWithThis(() => rmSync(folder, { recursive: true, force: true }))

await ensureInstalled()
rmSync(path.join(root, 'reports/model'), { recursive: true, force: true })
const { passed, failed, skipped } = await runSteps(steps.filter(({ name }) => chosen.includes(name)))
await database?.stop()
await bucketServer?.stop()
console.log(`\nTotal ${((performance.now() - begin) / 1000).toFixed(1)} s`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/**
 * Returns the selected steps and the preparations they need, but no other steps that they depend on. Exits if the
 * selection is wrong.
 */
function choose([flag, list]) {
  if (flag === undefined) return names
  const wanted = flag === '--only' ? (list ?? '').split(',') : []
  const unknown = wanted.filter((name) => !names.includes(name))
  if (wanted.length === 0 || unknown.length > 0) {
    console.error(`Usage: npm test -- --only ${names.join(',')}`)
    process.exit(2)
  }
  const prepared = ['postgres', 's3', 'browser']
  const needed = steps.filter(({ name }) => wanted.includes(name)).flatMap(({ needs = [] }) => needs)
  return [...wanted, ...needed.filter((name) => prepared.includes(name))]
}
