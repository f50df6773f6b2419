import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/**
 * Finds the browser for tests: CHROMIUM_PATH, else the system's Chrome or Chromium, else Playwright's own, else the one
 * that `ensureBrowser` unpacks from a package into the project. Nothing is installed on the system.
 */

/** Arguments that allow the browser to start as root, in a container or on an isolated network. */
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
  /** Locations of the fonts, and of the libraries of the bundled browser. */
  env: Record<string, string>
  /** Where the browser was found, for console output. */
  origin: string
}

type Environment = Record<string, string | undefined>

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = path.join(root, '.cache', 'chromium')
/** Lines break at the same words on every machine: the same font stands in for Arial. Only used on Linux. */
const fonts = { FONTCONFIG_FILE: path.join(root, 'tests', 'support', 'fonts.conf') }
const bundled: TestBrowser = {
  executablePath: path.join(cache, 'chromium'),
  env: { ...fonts, LD_LIBRARY_PATH: path.join(cache, 'al2023', 'lib') },
  origin: '@sparticuz/chromium',
}

/** Chromium's headless shell. It needs three quarters of the CPU time of the full browser for the same tests. */
const shellNames = ['chromium-headless-shell']
const systemNames = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome.exe']
const systemPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Whether the bundled browser, which is also a headless shell, can be unpacked and used. */
const canUnpack = (env: Environment) =>
  process.platform === 'linux' && process.arch === 'x64' && env['CHROMIUM_PATH'] === undefined

function* candidates(env: Environment, preferShell = false): Generator<TestBrowser> {
  if (env.CHROMIUM_PATH) {
    if (!existsSync(env.CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names no file: ${env.CHROMIUM_PATH}`)
    const isBundled = env.CHROMIUM_PATH === bundled.executablePath
    yield { executablePath: env.CHROMIUM_PATH, env: isBundled ? bundled.env : fonts, origin: 'CHROMIUM_PATH' }
    return
  }
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const onPath = (names: string[]) => names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const inSystem = function* (paths: string[]): Generator<TestBrowser> {
    for (const executablePath of paths.filter((file) => existsSync(file)))
      yield { executablePath, env: fonts, origin: 'the system' }
  }
  if (preferShell) {
    yield* inSystem(onPath(shellNames))
    if (canUnpack(env)) yield bundled
  }
  yield* inSystem([...onPath(systemNames), ...systemPaths])
  const own = chromium.executablePath()
  if (existsSync(own)) yield { executablePath: own, env: fonts, origin: 'Playwright' }
  if (existsSync(bundled.executablePath)) yield bundled
}

/**
 * Playwright's launch options for the first available browser. If there is none, Playwright chooses and reports the
 * error. Throws if CHROMIUM_PATH does not point to a file.
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
 * Returns the first browser that starts, unpacking the bundled one if necessary. With `preferShell`, headless shells
 * are tried before full browsers; they suffice for tests that do not depend on the full browser's cookie policy or
 * back/forward cache. Throws with a list of all browsers that were tried.
 */
export async function ensureBrowser(
  env: Environment = process.env,
  { preferShell = false } = {},
): Promise<TestBrowser> {
  const tried: string[] = []
  const last = canUnpack(env) ? [bundled] : []
  for (const candidate of [...candidates(env, preferShell), ...last]) {
    if (candidate === bundled && !existsSync(bundled.executablePath))
      await unpackBundled().catch((error: unknown) =>
        tried.push(`${bundled.origin} cannot be unpacked: ${String(error)}`),
      )
    if (await starts(candidate)) return candidate
    tried.push(`${candidate.executablePath} does not start`)
  }
  throw new Error(
    ['No browser for the tests. Install Chrome or Chromium, or name one in CHROMIUM_PATH.', ...tried].join('\n  '),
  )
}

async function unpackBundled() {
  await mkdir(path.dirname(cache), { recursive: true })
  const unpacked = await mkdtemp(`${cache}-`)
  // The package unpacks into TMPDIR, and unpacks its libraries only if it detects the Lambda runtime, so run it
  // in a child process with both variables. Renaming at the end ensures that an interrupted run leaves no partial
  // browser.
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
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(output.trim().split('\n').at(-1) ?? `${command} ended with ${String(code)}`))
    })
  })
}
