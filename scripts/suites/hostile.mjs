// npm run test:hostile: abuse tests against a running stack, limited in number and time, on loopback only.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { failedInVitest } from '../run/failed-tests.mjs'
import { startPostgres } from '../run/postgres.mjs'
import { ensureInstalled } from '../prepare.mjs'
import { endAllWithThis, run } from '../run/processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const LIMIT_MS = 15 * 60_000
const folder = mkdtempSync(path.join(tmpdir(), 'hostile-'))

endAllWithThis(() => rmSync(folder, { recursive: true, force: true }))

await ensureInstalled()
const home = path.join(folder, 'postgres')
mkdirSync(home)
// PostgreSQL runs as another user, which needs to traverse this folder.
chmodSync(folder, 0o711)
const database = await startPostgres(home)
if (database.missing) console.log(`SKIPPED the frozen database: ${database.missing}.`)
const { tsImport } = await import('tsx/esm/api')
const { smallDiskRefusal } = await tsImport('../../tests/support/small-disk.ts', import.meta.url)
const noDisk = smallDiskRefusal()
if (noDisk !== null) console.log(`SKIPPED the full disk: ${noDisk}`)

const report = path.join(folder, 'report.json')
const files = database.missing ? ['tests/hostile/requests.test.ts', 'tests/hostile/full-disk.test.ts'] : []
const { output } = await run(
  process.execPath,
  [
    ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'hostile', ...files],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ],
  {
    cwd: root,
    limit: LIMIT_MS,
    env: {
      ...process.env,
      ...(!database.missing && { TEST_DATABASE_URL: database.url, HOSTILE_POSTGRES_PID: String(database.pid) }),
    },
  },
)
await database.stop?.()
const results = await readFile(report, 'utf8').then(JSON.parse, () => null)
const failed = results === null ? 1 : results.numFailedTests
if (results === null || failed > 0) console.log([...(results ? failedInVitest(results) : []), output].join('\n'))
const skipped = (results?.numPendingTests ?? 0) + (database.missing ? 1 : 0)
console.log(`${results?.numPassedTests ?? 0} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 || !results?.numPassedTests ? 1 : 0)
