// npm run test:cluster: customers work on three nodes while nodes, the database and the storage fail.
// `-- --repeat N` runs the suite N times, up to the first failure. CLUSTER_UPLOAD_MB sets the size of each upload.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureInstalled, ensureServerBuilt } from '../prepare.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { repeat } = parseArgs({ options: { repeat: { type: 'string', default: '1' } } }).values
const runs = Number(repeat)
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Usage: npm run test:cluster -- --repeat N')
  process.exit(2)
}

await ensureInstalled()
await ensureServerBuilt()
for (let run = 1; run <= runs; run++) {
  if (runs > 1) console.log(`Run ${run} of ${runs}`)
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'cluster', 'tests/cluster/cluster.test.ts'],
    { cwd: root, stdio: 'inherit' },
  )
  const [code] = await once(vitest, 'exit')
  if (code !== 0) process.exit(1)
}
