// Runs child processes in their own process groups, so that exactly these processes and their descendants can be
// stopped.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const running = new Set()

/** Starts a process. `end` signals its process group, and kills it if it is still running after five seconds. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true })
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, error }))
    child.once('exit', (code, signal) => resolve({ code: code ?? 1, signal }))
  })
  const started = { child, exited, end: (signal = 'SIGTERM') => end(child, exited, signal) }
  running.add(started)
  exited.then(() => {
    // Descendants that outlive the process would keep ports and pipes open.
    signalGroup(child, 'SIGKILL')
    running.delete(started)
  })
  return started
}

/** Runs a process to completion. Returns its exit code and the combined output of both streams. */
export async function run(command, args, { limit, ...options } = {}) {
  const { child, exited, end: stop } = start(command, args, options)
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve))

  let isTimedOut = false
  const timer =
    limit &&
    setTimeout(() => {
      isTimedOut = true
      void stop()
    }, limit)
  const { code, error } = await exited
  clearTimeout(timer)
  await closed
  const output = Buffer.concat(chunks).toString()
  if (error) return { code: 1, output: `${output}${error.message}\n` }
  return isTimedOut
    ? { code: 1, output: `${output}Stopped: did not finish within ${limit / 1000} s.\n` }
    : { code, output }
}

/** Stops all started processes when this process exits or receives a signal to end, and then calls `cleanUp`. */
export function endAllWithThis(cleanUp = () => {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await Promise.all([...running].map((started) => started.end()))
      process.exit(128 + constants.signals[signal])
    })
  }
  process.on('exit', () => {
    // An exit handler cannot wait, so remaining processes are killed.
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
    // ESRCH and EPERM mean that the group has already ended.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}
