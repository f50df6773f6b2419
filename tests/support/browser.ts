import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/**
 * The browser of the tests: CHROMIUM_PATH, else the system's Chrome or Chromium, else Playwright's own, else the one that
 * `ensureBrowser` unpacks from a package into the project. Nothing is installed on the system.
 */

/** What a browser of tests needs to start as root, in a container, on a closed network. */
const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type TestBrowser = {
  executablePath: string
  /** Where it finds the libraries and fonts that it brought along to a machine without them. */
  env: Record<string, string>
  /** Where it came from, for the line that a person reads. */
  origin: string
}

type Environment = Record<string, string | undefined>

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = path.join(root, '.cache', 'chromium')
const bundled: TestBrowser = {
  executablePath: path.join(cache, 'chromium'),
  env: {
    LD_LIBRARY_PATH: path.join(cache, 'al2023', 'lib'),
    ...(existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: path.join(cache, 'fonts') }),
  },
  origin: '@sparticuz/chromium',
}

/** A Chromium without windows: on the same tests it takes three quarters of the processor time of the full one. */
const shellNames = ['chromium-headless-shell']
const systemNames = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome.exe']
const systemPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

function* candidates(env: Environment, names = systemNames): Generator<TestBrowser> {
  if (env.CHROMIUM_PATH) {
    if (!existsSync(env.CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names no file: ${env.CHROMIUM_PATH}`)
    const isBundled = env.CHROMIUM_PATH === bundled.executablePath
    yield { executablePath: env.CHROMIUM_PATH, env: isBundled ? bundled.env : {}, origin: 'CHROMIUM_PATH' }
    return
  }
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  for (const executablePath of [...onPath, ...systemPaths]) {
    if (existsSync(executablePath)) yield { executablePath, env: {}, origin: 'the system' }
  }
  const own = chromium.executablePath()
  if (existsSync(own)) yield { executablePath: own, env: {}, origin: 'Playwright' }
  if (existsSync(bundled.executablePath)) yield bundled
}

/**
 * Playwright's launch options for the first browser that is there; where there is none, the choice and the error are
 * Playwright's. Throws on a CHROMIUM_PATH that names no file.
 */
export function browserLaunch(env: Environment = process.env) {
  const found = candidates(env).next()
  if (found.done) return { args: browserArgs }
  const { executablePath, env: brought } = found.value
  return { args: browserArgs, executablePath, env: { ...defined(env), ...brought } }
}

const defined = (env: Environment) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/**
 * The first browser that starts, unpacked if need be. `preferShell` takes a headless shell before a full browser: enough
 * for tests that need no full browser's cookie policy or page cache. Throws with every one that was tried.
 */
export async function ensureBrowser(
  env: Environment = process.env,
  { preferShell = false } = {},
): Promise<TestBrowser> {
  const names = preferShell ? [...shellNames, ...systemNames] : systemNames
  const tried: string[] = []
  for (const candidate of candidates(env, names)) {
    if (await starts(candidate)) return candidate
    tried.push(`${candidate.executablePath} does not start`)
  }
  if (process.platform === 'linux' && process.arch === 'x64' && !env['CHROMIUM_PATH']) {
    await unpackBundled()
    if (await starts(bundled)) return bundled
    tried.push(`${bundled.origin} does not start`)
  }
  throw new Error(
    ['No browser for the tests. Install Chrome or Chromium, or name one in CHROMIUM_PATH.', ...tried].join('\n  '),
  )
}

async function unpackBundled() {
  await mkdir(path.dirname(cache), { recursive: true })
  const unpacked = await mkdtemp(`${cache}-`)
  // It unpacks into TMPDIR, and its libraries only where it believes to be in that runtime. A child process gets
  // both; a rename at the end, so that an interrupted one leaves no half browser behind.
  const code = "await (await import('@sparticuz/chromium')).default.executablePath()"
  const runtime = { TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
  try {
    await run(process.execPath, ['--input-type=module', '-e', code], runtime)
    await rm(cache, { recursive: true, force: true })
    await rename(unpacked, cache)
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}

const starts = ({ executablePath, env }: TestBrowser) =>
  run(executablePath, ['--version', ...browserArgs], env, 20_000).then(
    () => true,
    () => false,
  )

function run(command: string, args: string[], env: Environment, timeout = 240_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, timeout, stdio: 'pipe' })
    let said = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(said.trim().split('\n').at(-1) ?? `${command} ended with ${String(code)}`))
    })
  })
}
