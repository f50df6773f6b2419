// npm run test:mutants: mutation tests of the machines and of ordinary code. Introduces faults one at a time, and runs
// the tests that load the faulty file, starting with those that most likely cover it, until one fails. Fails if less
// than 95% of the mutants of a directory are detected, if a survivor has no reason in tests/mutants/survivors.ts, or if
// a mutant that is listed there is detected.
// Options:
//   --directory server    only this folder; `machines` for the machines
//   --machine session     only this machine
//   --seed 1              determines which mutants are tested
//   --count 200           how many mutants per directory
//   --all                 all mutants
//   --again               tests earlier survivors again
//   --nearest 20          at most this many test files per mutant
//   --concurrency 2       how many mutants at a time
// Results are stored in reports/mutants: a mutant is not tested again while its file stays the same.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from '../prepare.mjs'
import { endAllWithThis } from '../run/processes.mjs'

const text = (value) => ({ type: 'string', default: value })
const { values } = parseArgs({
  options: {
    directory: { type: 'string' },
    machine: { type: 'string' },
    seed: text('1'),
    count: text('200'),
    nearest: text('1000'),
    concurrency: text('2'),
    all: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})
await ensureInstalled()
endAllWithThis()
const { directories, mutantsOfDirectory, mutantsOfMachines } = await import('./mutants/candidates.mjs')
const { testMutants } = await import('./mutants/test-mutants.mjs')

const machines = { name: 'machines', env: { MUTATED: 'machines' } }
const selected = values.machine ? 'machines' : values.directory && path.normalize(values.directory).replace(/\/$/, '')
let isPassed = true
for (const directory of selected ? [selected] : [machines.name, ...directories]) {
  const isPassing = await testMutants(
    directory === machines.name ? machines : { name: directory, env: {} },
    directory === machines.name ? await mutantsOfMachines(values.machine) : await mutantsOfDirectory(directory),
    {
      seed: values.seed,
      count: values.all || values.machine ? Number.POSITIVE_INFINITY : Number(values.count),
      nearest: Number(values.nearest),
      concurrency: Number(values.concurrency),
      again: values.again,
    },
  )
  isPassed &&= isPassing
}
process.exit(isPassed ? 0 : 1)
