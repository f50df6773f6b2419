/**
 * Runs tests with one faulty file after another in a single Vitest instance, which starts only once and transforms the
 * other files only once. The parent process sends the faults, and ends this process if a fault causes an infinite loop.
 */
import path from 'node:path'
import { createVitest } from 'vitest/node'

import { current, type FaultyFile } from './current-mutant'

interface Task {
  mutant: FaultyFile | null
  tests: string[]
}

type Message = { type: 'ready' } | { type: 'progress' } | { type: 'done'; failed: string[] }

const root = path.resolve(import.meta.dirname, '../..')
const send = (message: Message) => process.send?.(message)
const progress = () => void send({ type: 'progress' })

const config = path.join(import.meta.dirname, 'vitest.config.ts')
const reporters = [{ onTestCaseResult: progress, onTestModuleEnd: progress }]
const vitest = await createVitest('test', { config, root, watch: false, reporters })
const known = new Map((await vitest.globTestSpecifications()).map((one) => [path.relative(root, one.moduleId), one]))

process.on('message', ({ mutant, tests }: Task) => void runTests(mutant, tests))
process.on('disconnect', () => process.exit())
send({ type: 'ready' })

async function runTests(mutant: FaultyFile | null, tests: string[]) {
  current.mutant = mutant
  if (mutant) vitest.invalidateFile(path.join(root, mutant.file))
  // Earlier failures would end this run at once, because a run stops at its first failure.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  vitest.state.clearErrors()
  const specifications = tests.flatMap((name) => known.get(name) ?? [])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = testModules.filter((one) => !one.ok()).map((one) => path.relative(root, one.moduleId))
  if (failed.length === 0 && unhandledErrors.length > 0)
    failed.push(`(outside of a test: ${textOf(unhandledErrors[0])})`)
  if (mutant) vitest.invalidateFile(path.join(root, mutant.file))
  current.mutant = null
  send({ type: 'done', failed })
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error)).slice(0, 200)
