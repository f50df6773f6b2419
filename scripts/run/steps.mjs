// Runs named steps side by side on two cores and says what became of each.
import { performance } from 'node:perf_hooks'

/**
 * A step: `{ name, cost, needs?, after?, run }`. `cost` is how many of the two cores it takes (0: it mostly waits);
 * `needs` must have passed, `after` must only be over. `run` answers `{ passed, failed, skipped, note?, output? }`,
 * or throws, which counts as one failure; `absent` says why the machine lacks what the step would have prepared. A step
 * whose need is absent is skipped; one whose need failed was not run, and counts as failed.
 */
export async function runSteps(steps, { cores = 2, print = console.log } = {}) {
  const results = new Map()
  const waiting = [...steps]
  const underway = new Set()
  let taken = 0

  const isOver = (name) => results.has(name) || !steps.some((step) => step.name === name)
  const isReady = ({ needs = [], after = [] }) => [...needs, ...after].every(isOver)

  while (waiting.length > 0 || underway.size > 0) {
    for (const step of waiting.filter(isReady)) {
      const blocked = needThatFailed(step, results)
      if (blocked) {
        settle(step, blocked, 0)
        continue
      }
      // In order: a big step that waits for both cores is not passed by small ones for ever.
      if (taken > 0 && taken + step.cost > cores) break
      taken += step.cost
      waiting.splice(waiting.indexOf(step), 1)
      const work = perform(step).finally(() => {
        taken -= step.cost
        underway.delete(work)
      })
      underway.add(work)
    }
    if (underway.size > 0) await Promise.race(underway)
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
  const word = failed > 0 ? 'FAILED' : absent ? 'absent' : passed === 0 && skipped > 0 ? 'skipped' : 'ok'
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`
  return `${word.padEnd(8)}${name.padEnd(14)}${seconds.padStart(8)}${note ? `   ${note}` : ''}`
}

function total(results) {
  const sum = { ...none }
  for (const result of results) for (const key of Object.keys(sum)) sum[key] += result[key]
  return sum
}
