// Child processes in groups of their own, so that what we started, with all it started, can be ended, and nothing else.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const running = new Set()

/** Starts a process; `end` asks its whole group to stop and uses force after five seconds. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true })
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, error }))
    child.once('exit', (code, signal) => resolve({ code: code ?? 1, signal }))
  })
  const started = { child, exited, end: (signal = 'SIGTERM') => end(child, exited, signal) }
  running.add(started)
  exited.then(() => {
    // What outlives its parent would keep ports and pipes.
    signalGroup(child, 'SIGKILL')
    running.delete(started)
  })
  return started
}

/** Runs to the end. Answers the exit code and all that was said on both streams, in the order it was said. */
export async function run(command, args, { limit, ...options } = {}) {
  const { child, exited, end: stop } = start(command, args, options)
  const said = []
  child.stdout?.on('data', (chunk) => said.push(chunk))
  child.stderr?.on('data', (chunk) => said.push(chunk))
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve))

  let late = false
  const alarm =
    limit &&
    setTimeout(() => {
      late = true
      void stop()
    }, limit)
  const { code, error } = await exited
  clearTimeout(alarm)
  await closed
  const output = Buffer.concat(said).toString()
  if (error) return { code: 1, output: `${output}${error.message}\n` }
  return late ? { code: 1, output: `${output}Stopped: not done after ${limit / 1000} s.\n` } : { code, output }
}

/** Makes everything that was started end with this process, however that ends; `cleanUp` comes last. */
export function endAllWithThis(cleanUp = () => {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await Promise.all([...running].map((started) => started.end()))
      process.exit(128 + constants.signals[signal])
    })
  }
  process.on('exit', () => {
    // An exit cannot wait: whatever still runs is ended by force.
    for (const { child } of running) signalGroup(child, 'SIGKILL')
    cleanUp()
  })
}

async function end(child, exited, signal) {
  signalGroup(child, signal)
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), 5000)
  await exited
  clearTimeout(force)
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    // The group is gone already, which is what was wanted.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}
