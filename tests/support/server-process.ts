/** Runs the server from its sources, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

type ServerProcess = {
  child: ChildProcess
  /** Resolves when the server reports that it is ready. */
  ready: Promise<void>
  /** Resolves with the exit code and the complete output. */
  ended: Promise<{ code: number | null; out: string; err: string }>
}

/** Starts server/main.ts with these settings. The process is killed if it still runs when the test ends. */
export function runServer(env: Record<string, string>): ServerProcess {
  const server = spawnServer(env)
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

/** Starts server/main.ts with these settings. The caller ends the process. */
export function spawnServer(env: Record<string, string>): ServerProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value)), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      if (out.includes('Stop: Ctrl-C')) resolve()
    })
    child.once('exit', () => reject(new Error(`It ended before it was ready: ${err}`)))
  })
  ready.catch(() => undefined)
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
  return { child, ready, ended }
}
