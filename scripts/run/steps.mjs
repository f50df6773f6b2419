// Runs named steps in parallel on two cores and reports their results.
import { performance } from 'node:perf_hooks'

/**
 * Runs the steps, prints their results, and returns the total counts. A step is `{ name, cost, needs?, after?, run }`.
 * `cost` is the number of cores that it uses (0 if it mostly waits). Steps in `needs` must have passed; steps in
 * `after` must only have finished. `run` returns `{ passed, failed, skipped, note?, output?, absent? }`; if it throws,
 * that counts as one failure. `absent` is the reason why a preparation is not possible on this machine. If a needed
 * step is absent, the step is skipped; if a needed step failed, the step is not run and counts as failed.
 */
export async function runSteps(steps, { cores = 2, print = console.log } = {}) {
  const results = new Map()
  const waiting = [...steps]
  const running = new Set()
  let usedCores = 0

  const isOver = (name) => results.has(name) || !steps.some((step) => step.name === name)
  const isReady = ({ needs = [], after = [] }) => [...needs, ...after].every(isOver)

  while (waiting.length > 0 || running.size > 0) {
    for (const step of waiting.filter(isReady)) {
      const blocked = needThatFailed(step, results)
      if (blocked) {
        settle(step, blocked, 0)
        continue
      }
      // Steps start in order, so that a step that needs both cores is not delayed indefinitely by smaller steps.
      if (usedCores > 0 && usedCores + step.cost > cores) break
      usedCores += step.cost
      waiting.splice(waiting.indexOf(step), 1)
      const work = perform(step).finally(() => {
        usedCores -= step.cost
        running.delete(work)
      })
      running.add(work)
    }
    if (running.size > 0) await Promise.race(running)
  }
  return total(results.values())

  async function perform(step) {
    const begin = performance.now()
    const result = await step.run().catch((error) => ({ ...oneFailure, output: error.stack ?? String(error) }))
    settle(step, result, performance.now() - begin)
  }

  function settle(step, result, milliseconds) {
    results.set(step.name, result)
    if (waiting.includes(step)) waiting.splice(waiting.indexOf(step), 1)
    print(line(step.name, result, milliseconds))
    if (result.failed > 0 && result.output) print(result.output.trimEnd())
  }
}

export const none = { passed: 0, failed: 0, skipped: 0 }
export const onePass = { ...none, passed: 1 }
export const oneFailure = { ...none, failed: 1 }

function needThatFailed({ needs = [] }, results) {
  for (const name of needs) {
    const need = results.get(name)
    if (need?.failed > 0) return { ...oneFailure, note: `not run: ${name} failed` }
    if (need?.absent) return { ...none, skipped: 1, note: `not run: ${need.absent}` }
  }
  return null
}

function line(name, { passed, failed, skipped, absent, note = absent }, milliseconds) {
  const status = failed > 0 ? 'FAILED' : absent ? 'absent' : passed === 0 && skipped > 0 ? 'skipped' : 'ok'
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`
  return `${status.padEnd(8)}${name.padEnd(14)}${seconds.padStart(8)}${note ? `   ${note}` : ''}`
}

function total(results) {
  const sum = { ...none }
  for (const result of results) for (const key of Object.keys(sum)) sum[key] += result[key]
  return sum
}
