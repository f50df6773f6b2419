// npm run test:production: checks that a copy of the built tree starts, serves and stops with only the production
// packages, and that the same holds for a folder like the image's: with the packages that the Dockerfile installs, and
// only the files that it copies. That folder is read-only and owned by a different user than the one that runs the
// server, and the server can write only to DATA_DIR and the folder of temporary files. Needs a build (npm run build).
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../run/free-ports.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(path.join(tmpdir(), 'production-'))
const npm = (...words) => npmIn(copy, ...words)
const npmIn = (cwd, ...words) => execFileSync('npm', words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
/** If root runs this, the server runs as the user `nobody`, with its id on Debian and most other systems. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

try {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const name of tracked.filter((one) => one !== '' && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(copy, name)), { recursive: true })
    cpSync(path.join(root, name), path.join(copy, name))
  }
  cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true })
  npm('ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline')
  for (const name of ['tsx', 'vite']) {
    if (existsSync(path.join(copy, 'node_modules', name))) throw new Error(`${name} was installed for production.`)
  }
  await startAndAsk(await freePorts(4))
  // The operator's command must work, too. The server has stopped, so the database is not in use.
  npm('run', 'requests', '--', 'list')
  await startImage()
  console.log('1 passed, 0 failed')
} catch (error) {
  console.error(error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
} finally {
  setWritable(copy, true)
  rmSync(copy, { recursive: true, force: true })
}

/** Installs and copies what the Dockerfile does, and runs its command without permission to write to the copy. */
async function startImage() {
  const stages = readFileSync(path.join(root, 'Dockerfile'), 'utf8').split(/^FROM /m)
  const stage = stages.at(-1)
  const folders = { build: copy, packages: path.join(copy, 'packages') }
  mkdirSync(folders.packages)
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(path.join(copy, name), path.join(folders.packages, name))
  const installing = stages.find((one) => / AS packages$/m.test(one)) ?? ''
  const [, words] = /^RUN npm (ci .+)$/m.exec(installing) ?? []
  if (!words) throw new Error('The Dockerfile does not install the packages with npm ci.')
  npmIn(folders.packages, ...words.split(' '), '--prefer-offline')

  const image = path.join(copy, 'image')
  for (const [, from, sources, target] of stage.matchAll(/^COPY --from=(\w+) (.+) (\S+)$/gm)) {
    for (const source of sources.split(' ')) {
      const name = path.posix.relative('/app', source)
      cpSync(path.join(folders[from], name), path.join(image, target === './' ? name : target), { recursive: true })
    }
  }
  const dataDir = path.join(copy, 'image-data')
  mkdirSync(dataDir)
  chmodSync(copy, 0o755)
  if (isRoot) chownSync(dataDir, nobody, nobody)
  setWritable(image, false)
  const user = isRoot ? { uid: nobody, gid: nobody } : {}
  const canWrite = `require('node:fs').writeFileSync('package.json.new', '')`
  if (succeeds(process.execPath, ['-e', canWrite], { cwd: image, ...user }))
    throw new Error('The folder of the image is writable.')
  const [command, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(stage)[1])
  if (command !== 'node') throw new Error(`The image runs ${command}.`)
  await startAndAsk(await freePorts(4), { cwd: image, args, env: { DATA_DIR: dataDir, HOME: dataDir }, user })
}

/** Adds or removes the permission to write to a folder and everything in it. */
function setWritable(folder, isWritable) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue
    const mode = entry.isDirectory() ? 0o555 : 0o444
    chmodSync(path.join(entry.parentPath, entry.name), isWritable ? mode | 0o200 : mode)
  }
  chmodSync(folder, isWritable ? 0o755 : 0o555)
}

function succeeds(command, args, options) {
  try {
    execFileSync(command, args, { stdio: 'ignore', ...options })
    return true
  } catch {
    return false
  }
}

/** Runs the script behind npm start directly, because npm would not forward the signal that stops it. */
async function startAndAsk(port, { cwd = copy, args = ['scripts/start.mjs'], env = {}, user = {} } = {}) {
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
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  }
  if (child.exitCode !== 0) throw new Error(`The server exited with ${child.exitCode}.`)
}
