/**
 * Starts a copy of the product in a folder, and checks that it serves and stops. Used by the suites production and
 * image.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { freePorts } from './free-ports.mjs'
import { buildImage, textOf, variablesOf } from './image.mjs'

/** The id of the user `nobody` on Debian and most other systems. If root runs this, the server runs as that user. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/**
 * Builds the image in `into`, where some stages may already exist, and runs its command and its health check. The
 * folder is read-only, so that the server can write only to the image's volume. If root runs this, root owns the
 * folder.
 */
export async function tryImage(dockerfile, { into, context }) {
  const stage = buildImage(dockerfile, { into, context, owner: isRoot ? nobody : undefined })
  const root = path.join(into, stage.name)
  const folder = path.join(root, textOf(stage, 'WORKDIR'))
  const { PORT: imagePort, DATA_DIR: volume } = variablesOf(textOf(stage, 'ENV'))
  if (textOf(stage, 'VOLUME') !== volume) throw new Error('VOLUME is not the folder in DATA_DIR.')
  const dataDir = path.join(root, volume)
  chmodSync(into, 0o755)
  chmodSync(root, 0o755)
  setWritable(folder, false)
  const user = isRoot ? { uid: nobody, gid: nobody } : {}
  const canWrite = `require('node:fs').writeFileSync('package.json.new', '')`
  if (codeOf(process.execPath, ['-e', canWrite], { cwd: folder, ...user }) === 0)
    throw new Error('The folder of the image is writable.')

  const args = nodeArguments(textOf(stage, 'CMD'))
  const port = await freePorts(4)
  const check = nodeArguments(/ CMD (\[.+\])$/.exec(textOf(stage, 'HEALTHCHECK'))?.[1]).map((one) =>
    one.replace(`:${imagePort}/`, `:${port}/`),
  )
  const isHealthy = () => codeOf(process.execPath, check, { cwd: folder, ...user }) === 0
  if (isHealthy()) throw new Error('The health check succeeds without a server.')
  await startAndAsk(port, {
    cwd: folder,
    args,
    env: { DATA_DIR: dataDir, HOME: dataDir },
    user,
    whileServing() {
      if (!isHealthy()) throw new Error('The health check fails although the server is ready.')
    },
  })
  if (isHealthy()) throw new Error('The health check succeeds although the server has stopped.')
}

/** The arguments of a command that is written as a list and runs Node. */
function nodeArguments(list = '[]') {
  const [command, ...args] = JSON.parse(list)
  if (command !== 'node') throw new Error(`The image runs ${command}.`)
  return args
}

/** Adds or removes the permission to write to a folder and everything in it. */
export function setWritable(folder, isWritable) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue
    const mode = entry.isDirectory() ? 0o555 : 0o444
    chmodSync(path.join(entry.parentPath, entry.name), isWritable ? mode | 0o200 : mode)
  }
  chmodSync(folder, isWritable ? 0o755 : 0o555)
}

/** Runs a command, and returns its exit code. */
function codeOf(command, args, options) {
  try {
    execFileSync(command, args, { stdio: 'ignore', ...options })
    return 0
  } catch (error) {
    return error.status
  }
}

/**
 * Starts the server, checks its responses, and stops it. Node runs the script directly, because npm would not forward
 * the signal that stops it.
 */
export async function startAndAsk(port, { cwd, args, env = {}, user = {}, whileServing = () => {} }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: '', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  let said = ''
  try {
    await new Promise((resolve, reject) => {
      child.stdout.on('data', (piece) => {
        said += piece
        if (said.includes('Stop: Ctrl-C')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`The server exited with ${code} before it was ready.\n${said}`)))
    })
    if (/Building|Installing/.test(said)) throw new Error(`The tree was already built, but was built again.\n${said}`)
    for (const address of ['/', '/workspace', '/config.json', '/api/v1/health']) {
      const { status } = await fetch(`http://localhost:${port}${address}`)
      if (status !== 200) throw new Error(`${address} responded with ${status}.`)
    }
    whileServing()
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  }
  if (child.exitCode !== 0) throw new Error(`The server exited with ${child.exitCode}.`)
}
