// npm run test:by-hand: introduces the faults of tests/mutants/by-hand one after the other, and fails if the tests miss
// any of them. `-- --only TEXT` tries only those whose description contains the text.
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../prepare.mjs'
import { run } from '../run/processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values
/** The time limit for the tests of a fault. Only a fault that causes an infinite loop exceeds it. */
const limit = 10 * 60_000

await ensureInstalled()
const { tsImport } = await import('tsx/esm/api')
const { allFaults } = await tsImport('../../tests/mutants/by-hand/all-faults.ts', import.meta.url)
const tried = allFaults.filter(({ what }) => what.includes(only))
const survived = []
for (const { what, tests } of tried) {
  const args = ['run', '--config', 'tests/mutants/by-hand/vitest.config.ts', '--bail', '1', ...tests]
  const { code, output } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FAULT: what },
    limit,
  })
  const noticing = /^ ?FAIL +(.*)$/m.exec(output)?.[1]
  // A run that fails without a failed test says nothing about the fault. For example, the code that the fault replaces
  // may no longer be in the file.
  if (code !== 0 && noticing === undefined) throw new Error(`${what}: the tests did not run.\n${output}`)
  if (code === 0) survived.push(what)
  console.log(code === 0 ? `not noticed: ${what}` : `noticed: ${what}\n  by ${noticing}`)
}
console.log(`${tried.length - survived.length} of ${tried.length} faults noticed`)
process.exit(survived.length === 0 ? 0 : 1)
