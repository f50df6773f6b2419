// npm run test:production: checks that a copy of the built tree starts, serves and stops with only the production
// packages, and that the same holds for a folder with only the files that the Dockerfile copies into the image.
// Needs a build (npm run build).
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../run/free-ports.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(path.join(tmpdir(), 'production-'))
const npm = (...words) => execFileSync('npm', words, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })

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
  rmSync(copy, { recursive: true, force: true })
}

/** Copies the files that the last stage of the Dockerfile copies, and runs its command. */
async function startImage() {
  const stage = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)
  const image = path.join(copy, 'image')
  for (const [, sources, target] of stage.matchAll(/^COPY --from=\w+ (.+) (\S+)$/gm)) {
    for (const source of sources.split(' ')) {
      const name = path.posix.relative('/app', source)
      cpSync(path.join(copy, name), path.join(image, target === './' ? name : target), { recursive: true })
    }
  }
  const [command, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(stage)[1])
  if (command !== 'node') throw new Error(`The image runs ${command}.`)
  await startAndAsk(await freePorts(4), { cwd: image, args, env: { DATA_DIR: path.join(copy, 'image-data') } })
}

/** Runs the script behind npm start directly, because npm would not forward the signal that stops it. */
async function startAndAsk(port, { cwd = copy, args = ['scripts/start.mjs'], env = {} } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: '', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
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
