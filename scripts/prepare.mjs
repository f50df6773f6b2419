// Prepares a clone for running: checks the Node version, installs the packages, and builds the sources.
// Uses only Node's own modules, since it runs before the packages are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const at = (...parts) => path.join(root, ...parts)

/** The inputs of each part of the build. A change in any of them requires a new build of that part. */
const sources = {
  site: [
    'index.html',
    'machines',
    'openapi',
    'package-lock.json',
    'public',
    'scripts/build.mjs',
    'scripts/machines',
    'scripts/pictures.mjs',
    'scripts/unsafe-news.mjs',
    'server/database/migrations',
    'src',
    'tsconfig.json',
    'vite.config.ts',
  ],
  server: ['machines', 'openapi', 'package-lock.json', 'scripts/build-server.mjs', 'scripts/operator', 'server'],
}
const stamps = { site: at('dist', '.site-sources'), server: at('dist', '.server-sources') }

/** Preparation failed. The message is one line for the user. */
export class PrepareError extends Error {}

/** Throws if the packages do not support this Node version. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major >= 24 || (major === 20 && minor >= 19)) return
  throw new PrepareError(
    `Node ${version} is not supported: install Node 24 or newer, or Node 20.19 or a newer 20.x version.`,
  )
}

/**
 * Installs the packages if they are missing or do not match the lock file. A built tree does not need the development
 * packages.
 */
export async function ensureInstalled() {
  if (await isInstalled((await isBuilt('site')) && (await isBuilt('server')))) return
  console.log('Installing the packages (npm ci) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund']
  const windows = process.platform === 'win32'
  const code = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args, { shell: windows })
  if (code !== 0)
    throw new PrepareError('The packages could not be installed: see what npm says above, then try again.')
}

/**
 * Whether the installed packages, which npm lists in node_modules, match the lock file. With `withoutDevelopment`,
 * development packages may be missing.
 */
async function isInstalled(withoutDevelopment) {
  const [wanted, installed] = await Promise.all([
    packagesOf(at('package-lock.json')),
    packagesOf(at('node_modules', '.package-lock.json')),
  ])
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(
    ([where, { version, optional, dev, devOptional }]) =>
      where === '' ||
      (installed[where]
        ? installed[where].version === version
        : optional === true || (withoutDevelopment && (dev === true || devOptional === true))),
  )
}

async function packagesOf(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages
  } catch {
    return null
  }
}

/** Builds the parts whose build in dist does not match the current sources. */
export async function ensureBuilt() {
  if (await isBuilt('site')) return ensureServerBuilt()
  console.log('Building the site …')
  await runBuild('build.mjs')
}

/** Builds the server if its build does not match the current sources. */
export async function ensureServerBuilt() {
  if (await isBuilt('server')) return
  // On stderr, so that this line does not mix with a command's output.
  console.error('Building the server …')
  await runBuild('build-server.mjs')
}

async function runBuild(script) {
  const code = await run(process.execPath, [at('scripts', script)])
  if (code !== 0) throw new PrepareError('The build failed: see the messages above.')
}

async function isBuilt(part) {
  return existsSync(stamps[part]) && (await readFile(stamps[part], 'utf8')) === (await sourceHash(part))
}

/** Records the hash of the sources that a part of the build was made from. */
export async function stampBuild(part) {
  await mkdir(at('dist'), { recursive: true })
  await writeFile(stamps[part], await sourceHash(part))
}

async function sourceHash(part) {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(sources[part].map(filesIn))).flat()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(at(file)))
  }
  return hash.digest('hex')
}

async function filesIn(name) {
  let entries
  try {
    entries = await readdir(at(name), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [name]
    if (error.code === 'ENOENT') return []
    throw error
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = entries.map((entry) => {
    const inside = `${name}/${entry.name}`
    return entry.isDirectory() ? filesIn(inside) : [inside]
  })
  return (await Promise.all(files)).flat()
}

function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
