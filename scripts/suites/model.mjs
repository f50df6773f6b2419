// npm run test:model: runs the model-based tests and writes their report, reports/model/index.html.
// `-- --machine simulation-request` runs and reports one machine only, `--level view` or `--level browser` one level,
// and `--headed` shows the browser.
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled } from '../prepare.mjs'
import { endAllWithThis, run } from '../run/processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { machine, level, headed } = options()
const isSelected = (name) => level === undefined || level === name

endAllWithThis()
await ensureInstalled()
const { tsImport } = await import('tsx/esm/api')
const { catalogue } = await tsImport('../../machines/catalogue.ts', import.meta.url)
const { fileNameOf, forgetWalked } = await tsImport('../../tests/model-based/paths.ts', import.meta.url)
checkNames(Object.values(catalogue).map(fileNameOf))
// The results of other machines and levels are kept, so that the visualizer still shows them.
forgetWalked({ machine, level })
if (!machine) rmSync(path.join(root, 'reports/model/failures'), { recursive: true, force: true })

const codes = []
const runStep = async (name, args, env = {}) => {
  const { code, output } = await run(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    limit: 20 * 60_000,
  })
  console.log(output)
  console.log(`${name}: ${code === 0 ? 'passed' : 'failed'}`)
  codes.push(code)
}

if (isSelected('view')) {
  const file = machine ? [`/${machine}.test.tsx`] : []
  await runStep('Machines against views', [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'model-based*',
    ...file,
  ])
}
if (isSelected('browser') && (!machine || namesIn('tests/model-based/browser', '.test.ts').includes(machine))) {
  await ensureBuilt()
  const { ensureBrowser } = await tsImport('../../tests/support/browser.ts', import.meta.url)
  const { executablePath } = await ensureBrowser(process.env)
  const file = machine ? [`/${machine}\\.test\\.ts`] : []
  await runStep(
    'Machines against the product',
    [
      ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/model-based/playwright.config.ts'],
      '--trace=retain-on-failure',
      ...[...file, ...(headed ? ['--headed', '--workers', '1'] : [])],
    ],
    { CHROMIUM_PATH: executablePath },
  )
}
await runStep('Report', ['--import', 'tsx', 'scripts/suites/model-report.ts', ...(machine ? [machine] : [])])
process.exit(codes.every((code) => code === 0) ? 0 : 1)

/** The names of the files in a folder that have this ending, without the ending. */
function namesIn(folder, ending) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.basename(file, ending))
}

/**
 * Ends the run if a machine is missing from the catalog, which would leave it without tests, or if the selected
 * machine is unknown.
 */
function checkNames(names) {
  const missing = namesIn('machines', '.machine.ts').filter((name) => !names.includes(name))
  if (missing.length > 0) {
    console.error(`Add these machines to machines/catalogue.ts: ${missing.join(', ')}`)
    process.exit(1)
  }
  if (machine !== undefined && !names.includes(machine)) {
    console.error(`There is no machine ${machine}. The machines are: ${names.toSorted().join(', ')}`)
    process.exit(2)
  }
}

function options() {
  try {
    const { values } = parseArgs({
      options: { machine: { type: 'string' }, level: { type: 'string' }, headed: { type: 'boolean' } },
    })
    if (values.level !== undefined && !['view', 'browser'].includes(values.level)) throw new Error('Unknown level.')
    return values
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run test:model -- [--machine NAME] [--level view|browser] [--headed]`)
    process.exit(2)
  }
}
