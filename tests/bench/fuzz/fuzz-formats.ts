/**
 * npm run fuzz: reads 100,000 mutated files with every reader in src/formats; `-- --files N --seed N` changes the
 * number and the seed. Fails if a reader crashes or takes longer than a second.
 */
import { parseArgs } from 'node:util'

import { fuzz } from '../../formats/fuzz'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '100000' }, seed: { type: 'string', default: '2' } },
})
const start = performance.now()
const { files, read, refused, crashes, slow } = fuzz(Number(values.files), Number(values.seed), (done) => {
  if (done % 10_000 === 0) console.log(`${done} files, ${Math.round((performance.now() - start) / 1000)} s`)
})
for (const line of [...crashes.slice(0, 20), ...slow.slice(0, 20)]) console.log(line)
console.log(
  `${files} files: ${read} times read, ${refused} times refused, ${crashes.length} crashed, ${slow.length} slow.`,
)
process.exitCode = crashes.length + slow.length > 0 ? 1 : 0
