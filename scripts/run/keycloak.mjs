// Provides a Keycloak server for the identity tests: at KC_URL, installed in KC_HOME, or downloaded with Maven.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from './free-ports.mjs'
import { run, start } from './processes.mjs'

const version = '26.7.3'
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
const minutes = 60_000

/**
 * Starts Keycloak, or uses the one at KC_URL. Returns `{ url, username, password, origin, output, stop }`, where
 * `output()` returns the log so far. Returns `{ missing }` with the reason if Keycloak is not available and cannot be
 * downloaded. Throws if Keycloak does not start.
 */
export async function startKeycloak(env = process.env) {
  if (env.KC_URL) {
    const { KC_ADMIN: username = 'admin', KC_ADMIN_PASSWORD: password = 'admin' } = env
    return { url: trimmed(env.KC_URL), username, password, origin: 'KC_URL', output: () => '', stop: async () => {} }
  }
  if (env.KC_HOME) {
    if (!existsSync(path.join(env.KC_HOME, 'bin', 'kc.sh')))
      throw new Error(`KC_HOME does not contain Keycloak: ${env.KC_HOME}`)
    return startIn(env.KC_HOME, `KC_HOME ${env.KC_HOME}`)
  }
  const fetched = await fetchHome()
  return fetched.missing ? fetched : startIn(fetched.home, `Keycloak ${version}`)
}

async function fetchHome() {
  const home = path.join(cache, 'keycloak', `keycloak-${version}`)
  if (process.platform === 'win32')
    return { missing: 'on Windows it is not started automatically; set KC_URL to a running Keycloak' }
  const java = await javaVersion()
  if (java < 17) return { missing: `no Java 17 or newer on the PATH${java ? ` (it is ${java})` : ''}` }
  if (existsSync(home)) return { home }
  if ((await run('mvn', ['--version'])).code !== 0)
    return { missing: 'Maven (mvn), which downloads Keycloak, is not on the PATH' }

  await mkdir(path.dirname(home), { recursive: true })
  const folder = await mkdtemp(`${home}-`)
  try {
    const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`
    const settings = [`-Dmaven.repo.local=${path.join(cache, 'maven')}`, `-DoutputDirectory=${folder}`]
    const args = ['-B', '-q', ...settings, `-Dartifact=${artifact}`, 'dependency:copy']
    const { code, output } = await run('mvn', args, { limit: 15 * minutes, cwd: folder })
    if (code !== 0) return { missing: `Maven could not download Keycloak ${version}: ${lastLine(output)}` }
    const archive = path.join(folder, `keycloak-quarkus-dist-${version}.tar.gz`)
    const unpacked = await run('tar', ['xzf', archive, '-C', folder])
    if (unpacked.code !== 0)
      return { missing: `Keycloak ${version} could not be unpacked: ${lastLine(unpacked.output)}` }
    // The rename is the last step, so that an interrupted download leaves no partial installation behind.
    await rename(path.join(folder, `keycloak-${version}`), home)
    return { home }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function javaVersion() {
  const { code, output } = await run('java', ['-version'])
  return code === 0 ? Number(/version "(\d+)/.exec(output)?.[1] ?? 0) : 0
}

async function startIn(home, origin) {
  const port = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const [username, password] = ['admin', randomBytes(18).toString('base64url')]
  const args = ['start-dev', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${port}`]
  const server = start(path.join(home, 'bin', 'kc.sh'), args, {
    env: { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: username, KC_BOOTSTRAP_ADMIN_PASSWORD: password },
  })
  let log = ''
  for (const stream of [server.child.stdout, server.child.stderr]) stream.on('data', (chunk) => (log += String(chunk)))
  try {
    await isReady(url, server)
  } catch (error) {
    await server.end()
    throw new Error(`${error.message}\n${log.slice(-4000)}`, { cause: error })
  }
  return { url, username, password, origin, output: () => log, stop: () => server.end() }
}

/** Waits until the server is ready. The first start includes a build step, which takes a minute on a slow machine. */
async function isReady(url, { exited }) {
  let over = false
  void exited.then(() => (over = true))
  const end = Date.now() + 10 * minutes
  while (Date.now() < end) {
    if (over) throw new Error('Keycloak did not start.')
    const answer = await fetch(`${url}/realms/master`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('Keycloak was not ready after ten minutes.')
}

const trimmed = (url) => url.replace(/\/+$/, '')
const lastLine = (text) => text.trim().split('\n').at(-1) ?? ''
