/**
 * A complete installation for a test: the product's stack, an identity provider, and the fault proxy between browser
 * and provider. The provider is the embedded one, or a new realm in the Keycloak at KC_URL.
 */
import { execFile } from 'node:child_process'
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { type Account, demoAccounts } from '../../server/identity/accounts'
import { type MailServer, startMailServer } from '../support/services/mail-server'
import { startTestStack } from '../support/stack'
import { type FaultProxy, startFaultProxy } from './fault-proxy'
import { type Keycloak, keycloakAt } from './keycloak'

/**
 * `usual`: tokens are valid for 300 s. `brief`: 40 s, so that every refresh check triggers a refresh. `roleless`:
 * tokens have no realm_access claim. `strict`: the site is a development build. `shellOnly`: the host serves the app
 * itself at /silent-check-sso.html, as hosts with an SPA fallback do for missing files. `mailing`: the provider sends
 * e-mail, so that people can register and reset their passwords.
 */
export type Kind = 'usual' | 'brief' | 'roleless' | 'strict' | 'shellOnly' | 'mailing'

/** Whether browsers treat app and provider as the same site. Cross-site, they block the provider's cookie in frames. */
export type Relation = 'same-site' | 'cross-site'

export type World = {
  /** Origin of the site. */
  site: string
  /** Origin of the S2SPice demo tool. */
  tool: string
  proxy: FaultProxy
  provider: 'embedded' | 'keycloak'
  /** The mail server of the provider; null if it has none. */
  mail: MailServer | null
  accounts: Account[]
  /** The API's log output. */
  log: string[]
  /** Ends all sessions at the provider, as its administrator can. */
  endSessions: () => Promise<void>
  stop: () => Promise<void>
}

const briefLife = 40
const lifeOf = (kind: Kind) => (kind === 'brief' ? briefLife : 300)

/**
 * Starts a world. KC_URL, KC_ADMIN and KC_ADMIN_PASSWORD select a Keycloak; without KC_URL the embedded provider is
 * used.
 */
export async function startWorld(kind: Kind, relation: Relation): Promise<World> {
  const ownSite = (await makeSite[kind]?.()) ?? null
  const proxy = await startFaultProxy({ host: relation === 'cross-site' ? '127.0.0.1' : 'localhost' })
  const url = process.env['KC_URL']
  const keycloak = url
    ? await keycloakAt(url, process.env['KC_ADMIN'] ?? 'admin', process.env['KC_ADMIN_PASSWORD'] ?? 'admin')
    : null
  const mail = kind === 'mailing' ? await startMailServer() : null
  const start = keycloak ? startOnKeycloak(keycloak) : startEmbedded
  const world = await start(proxy, kind, ownSite ?? builtSite(), mail)
  return {
    ...world,
    stop: async () => {
      await world.stop()
      mail?.stop()
      if (ownSite) await rm(ownSite, { recursive: true, force: true })
    },
  }
}

const makeSite: Partial<Record<Kind, () => Promise<string>>> = {
  strict: buildForDevelopment,
  shellOnly: buildWithoutSilentCheck,
}

async function buildWithoutSilentCheck(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shell-site-'))
  await cp(builtSite(), folder, { recursive: true })
  await copyFile(path.join(folder, 'workspace.html'), path.join(folder, 'silent-check-sso.html'))
  for (const twin of ['.br', '.gz']) await rm(path.join(folder, `silent-check-sso.html${twin}`), { force: true })
  return folder
}

/**
 * Builds the site for development, because React repeats effects only in development builds. Pages are not prerendered.
 */
async function buildForDevelopment(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'development-site-'))
  const vite = path.resolve('node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--mode', 'development', '--outDir', folder, '--logLevel', 'error']
  // The test runner sets its own NODE_ENV, which would override the mode.
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'development' } })
  await copyFile(path.join(folder, 'index.html'), path.join(folder, 'workspace.html'))
  return folder
}

/** The built site. IDENTITY_CLIENT_DIR selects a different build. */
const builtSite = () => path.resolve(process.env['IDENTITY_CLIENT_DIR'] ?? 'dist/client')

/** Logs at debug level, because the tests check that no token is logged. */
const logging = () => {
  const log: string[] = []
  return { log, options: { env: { LOG_LEVEL: 'debug' }, log: { write: (line: string) => void log.push(line) } } }
}

async function startEmbedded(
  proxy: FaultProxy,
  kind: Kind,
  clientDir: string,
  mail: MailServer | null,
): Promise<World> {
  const { log, options } = logging()
  const mailing = mail && { SMTP_URL: mail.smtpUrl, CONTACT_EMAIL: 'desk@example.com' }
  const accounts =
    kind === 'roleless' ? demoAccounts.map((account) => ({ ...account, roles: null, clientRoles: {} })) : demoAccounts
  const stack = await startTestStack({
    ...options,
    env: { ...options.env, ...mailing },
    accounts,
    clientDir,
    issuer: `${proxy.origin}/realms/pcb`,
    lifespans: { accessToken: lifeOf(kind) },
  })
  const { config } = stack
  proxy.connect({ target: `http://${config.host}:${config.port + 1}`, site: config.publicUrl })
  return {
    site: config.publicUrl,
    tool: config.s2spice.apiUrl,
    proxy,
    provider: 'embedded',
    mail,
    accounts,
    log,
    endSessions: () => stack.identity.endSessions(),
    stop: async () => {
      await stack.stop()
      await proxy.close()
    },
  }
}

const startOnKeycloak =
  (keycloak: Keycloak) =>
  async (proxy: FaultProxy, kind: Kind, clientDir: string, mail: MailServer | null): Promise<World> => {
    const { log, options } = logging()
    const realm = `pcb-${crypto.randomUUID().slice(0, 8)}`
    const issuer = `${proxy.origin}/realms/${realm}`
    const stack = await startTestStack({
      ...options,
      clientDir,
      env: { ...options.env, OIDC_ISSUER: issuer },
    })
    const site = stack.config.publicUrl
    proxy.connect({ target: keycloak.url, site })
    await keycloak.importRealm({ realm, site, accessTokenLifespan: lifeOf(kind), mail })
    if (kind === 'roleless') await keycloak.takeRolesOut(realm)
    return {
      site,
      tool: stack.config.s2spice.apiUrl,
      proxy,
      provider: 'keycloak',
      mail,
      accounts: demoAccounts,
      log,
      endSessions: () => keycloak.endSessions(realm),
      stop: async () => {
        await stack.stop()
        await proxy.close()
        await keycloak.removeRealm(realm)
      },
    }
  }
