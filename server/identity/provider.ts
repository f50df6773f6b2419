/**
 * The OpenID provider that runs along when no other is configured: a stand-in for a Keycloak realm, with the same
 * addresses, its own sign-in pages and a few fixed accounts. Listens on the port after the site's.
 */
import cors from '@fastify/cors'
import type { JWK } from 'oidc-provider'

import type { ServerConfig } from '../config'
import { close, createListener, open } from '../http/listener'
import { failureLog } from '../http/log'
import { registerPageStyle } from '../http/page'
import { problemOf } from '../http/problem'
import type { Db } from '../database/database'
import type { Account } from './accounts'
import { errorPage, REALM } from './pages'
import { endSessions, sweepRecords } from './records'
import { registerOwnRoutes, registerProtocol } from './routes'
import { cookieKeyOf, type Lifespans, providerSettings, signingKey, defaultLifespans } from './settings'

export type Identity = {
  /** Signs everybody out at once, as an administrator of a realm can. */
  endSessions(): Promise<void>
  close(): Promise<void>
}

const SWEEP_MS = 600_000
const BODY_LIMIT = 65_536

/** Starts it. Sessions, keys and tokens stand in the database, so that a restart changes nothing for anybody. */
export async function startIdentity(o: {
  config: ServerConfig
  db: Db
  accounts: Account[]
  lifespans?: Partial<Lifespans>
}): Promise<Identity> {
  const { config, db, accounts } = o
  await sweepRecords(db)
  const key = await signingKey(db)
  const lifespans = { ...defaultLifespans, ...o.lifespans }
  const cookieKey = await cookieKeyOf(db)
  const settings = providerSettings({ config, db, accounts, lifespans, key, cookieKey })
  const { default: OidcProvider } = await quietly(() => import('oidc-provider'))
  const provider = new OidcProvider(config.oidc.issuer, settings)
  const { kty, n, e, kid, alg, use } = key
  const parts = { config, provider, accounts, cookieKey, publicKey: { kty, n, e, kid, alg, use } as JWK }

  const app = createListener({
    publicUrl: config.oidc.issuer,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    ...failureLog(config.logLevel),
    failurePage: ({ message }) =>
      errorPage({ title: 'Something went wrong', text: message, siteUrl: config.publicUrl, again: true }),
  })
  provider.on('server_error', (ctx, error) => {
    const problem = problemOf(error)
    ctx.status = problem.status
    ctx.set(problem.headers)
    app.log.error({ err: error }, problem.message)
  })
  await app.register(cors, { origin: new URL(config.publicUrl).origin, methods: ['GET', 'POST'], maxAge: 600 })
  registerPageStyle(app, REALM)
  await app.register((scope) => registerOwnRoutes(scope, parts))
  await app.register((scope) => registerProtocol(scope, provider))

  const sweeping = setInterval(() => {
    sweepRecords(db).catch((error: unknown) =>
      app.log.error({ err: error }, 'Records of old sign-ins could not be removed. The next clean-up tries again.'),
    )
  }, SWEEP_MS).unref()
  await open(app, config.host, config.port + 1)
  return {
    endSessions: () => endSessions(db),
    async close() {
      clearInterval(sweeping)
      await close(app)
    },
  }
}

// On Node 20, which this product supports, oidc-provider warns at import; its tests and ours pass there.
async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
