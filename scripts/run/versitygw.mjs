// Runs a temporary S3 server for the tests: versitygw serving a folder, on loopback only.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from './free-ports.mjs'
import { run, start } from './processes.mjs'

const MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'
const bin = fileURLToPath(new URL('../../.cache/versitygw-1.8.0/', import.meta.url))
const program = path.join(bin, process.platform === 'win32' ? 'versitygw.exe' : 'versitygw')
const INSTALL_LIMIT_MS = 15 * 60_000
const START_LIMIT_MS = 30_000

export const s3Credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' }

/**
 * Starts a server that stores its data in `folder`, which must exist, and listens on `port` or a free port. Installs
 * the program first if needed. Returns `{ url, pid, stop }`, or `{ missing }` with the reason if it cannot be
 * installed.
 */
export async function startVersitygw(folder, port) {
  const missing = await install()
  if (missing) return { missing }
  const address = `127.0.0.1:${port ?? (await freePorts(1))}`
  const [buckets, sidecar] = [path.join(folder, 'buckets'), path.join(folder, 'metadata')]
  for (const one of [buckets, sidecar]) await mkdir(one, { recursive: true })
  const { accessKeyId, secretAccessKey } = s3Credentials
  // The sidecar folder replaces extended attributes, which not every file system supports.
  const options = ['--port', address, '--access', accessKeyId, '--secret', secretAccessKey, '--quiet', '--keep-alive']
  const server = start(program, [...options, 'posix', '--sidecar', sidecar, buckets])
  server.child.stdout.resume()
  let log = ''
  server.child.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-4000)
  })
  let hasEnded = false
  void server.exited.then(() => {
    hasEnded = true
  })
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await isListening(address))) {
    if (hasEnded || Date.now() > deadline) throw new Error(`versitygw did not start.\n${log}`)
    await after(100)
  }
  return { url: `http://${address}`, pid: server.child.pid, stop: (signal = 'SIGTERM') => server.end(signal) }
}

/** Installs the program into the project's cache. Returns the reason if that is not possible; otherwise null. */
async function install() {
  if (existsSync(program)) return null
  await mkdir(bin, { recursive: true })
  const { code, output } = await run('go', ['install', MODULE], {
    env: { ...process.env, GOBIN: bin },
    limit: INSTALL_LIMIT_MS,
  })
  return code === 0
    ? null
    : `versitygw, the S3 server for tests, cannot be installed with Go: ${output.trim().split('\n').at(-1)}`
}

const isListening = (address) =>
  new Promise((resolve) => {
    const [host, port] = address.split(':')
    const socket = net.connect(Number(port), host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
