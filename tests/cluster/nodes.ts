/** Runs nodes of the built server in separate processes, which a test can kill at any moment. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { PATH = '', HOME = '' } = process.env

export type Node = {
  /** Resolves when the node accepts requests; rejects with the node's output if it exits before that. */
  ready: Promise<void>
  /** Ends the node immediately (SIGKILL). */
  kill(): Promise<void>
}

export function startNode(env: Record<string, string>): Node {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { PATH, HOME, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let printed = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        printed = `${printed}${piece.toString()}`.slice(-20_000)
        if (printed.includes('Stop: Ctrl-C')) resolve()
      })
    }
    ended.then(() => reject(new Error(`The node has ended.\n${printed}`)), reject)
  })
  ready.catch(() => undefined)
  return {
    ready,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts a node as a supervisor would: tries several times, because a node may fail to start on a busy machine. */
export async function startSupervised(env: Record<string, string>): Promise<Node> {
  for (let attempt = 1; ; attempt++) {
    const node = startNode(env)
    try {
      await node.ready
      return node
    } catch (error) {
      if (attempt === STARTS) throw error
    }
  }
}

const STARTS = 5

/** Runs an operator's command of the built server, such as `verify`, and returns its exit code and what it prints. */
export const runCommand = (env: Record<string, string>, command: string, ...args: string[]) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const settings = { cwd: root, env: { PATH, HOME, ...env } }
    execFile(process.execPath, [`dist/server/${command}.js`, ...args], settings, (error, output, errors) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output, errors }),
    )
  })

/** Runs `npm run verify` with this environment, and returns its exit code and output. */
export async function verify(env: Record<string, string>, ...options: string[]) {
  const { code, output } = await runCommand(env, 'verify', ...options)
  return { code, output }
}
