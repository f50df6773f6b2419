/**
 * The embedded OpenID provider, used if no other provider is configured. It emulates a Keycloak realm and uses the same
 * URLs, but has its own sign-in pages. Its accounts are a few fixed ones and those that people create. It listens on
 * the port after the site's.
 */
import cors from '@fastify/cors'
import type { JWK } from 'oidc-provider'

import type { ServerConfig } from '../config'
import { close, createListener } from '../http/listener'
import { failureLog } from '../http/log'
import { registerPageParts } from '../http/page'
import { problemOf } from '../http/problem'
import type { Db } from '../database/database'
import type { Account } from './accounts'
import { errorPage, REALM } from './pages'
import { createAccounts } from './registered-accounts'
import { registerRegistration } from './registration-routes'
import { endSessions, sweepRecords } from './provider-adapter'
import { registerOwnRoutes, registerProtocol } from './routes'
import { cookieKeyOf, type Lifespans, passwordKeyOf, providerSettings, signingKey, defaultLifespans } from './settings'

export type Identity = {
  /** Signs all users out immediately, as a realm administrator can. */
  endSessions(): Promise<void>
  close(): Promise<void>
}

const SWEEP_MS = 600_000
const BODY_LIMIT = 65_536

/** Starts the provider. Sessions, keys and tokens are stored in the database, so that they survive a restart. */
export async function startIdentity(o: {
  config: ServerConfig
  db: Db
  accounts: Account[]
  lifespans?: Partial<Lifespans>
}): Promise<Identity> {
  const { config, db } = o
  await sweepRecords(db)
  const key = await signingKey(db)
  const lifespans = { ...defaultLifespans, ...o.lifespans }
  const cookieKey = await cookieKeyOf(db)
  const accounts = createAccounts({ db, fixed: o.accounts, key: await passwordKeyOf(db) })
  const settings = providerSettings({ config, db, accounts, lifespans, key, cookieKey })
  const { default: OidcProvider } = await withoutWarnings(() => import('oidc-provider'))
  const provider = new OidcProvider(config.oidc.issuer, settings)
  const { kty, n, e, kid, alg, use } = key
  const parts = { config, db, provider, accounts, cookieKey, publicKey: { kty, n, e, kid, alg, use } as JWK }

  const app = createListener({
    publicUrl: config.oidc.issuer,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    ...failureLog(config.logLevel),
    failurePage: ({ message }) =>
      errorPage({
        title: 'Something went wrong',
        text: message,
        siteUrl: config.publicUrl,
        isTrial: config.isTrial,
        again: true,
      }),
  })
  provider.on('server_error', (ctx, error) => {
    const problem = problemOf(error)
    ctx.status = problem.status
    ctx.set(problem.headers)
    app.log.error({ err: error }, problem.message)
  })
  await app.register(cors, { origin: new URL(config.publicUrl).origin, methods: ['GET', 'POST'], maxAge: 600 })
  registerPageParts(app, REALM)
  await app.register((scope) => registerOwnRoutes(scope, parts))
  await app.register((scope) => registerRegistration(scope, parts))
  await app.register((scope) => registerProtocol(scope, provider))

  const sweeping = setInterval(() => {
    sweepRecords(db).catch((error: unknown) =>
      app.log.error({ err: error }, 'Records of old sign-ins could not be removed. The next cleanup will try again.'),
    )
  }, SWEEP_MS).unref()
  await app.listen({ host: config.host, port: config.port + 1 })
  return {
    endSessions: () => endSessions(db),
    async close() {
      clearInterval(sweeping)
      await close(app)
    },
  }
}

// oidc-provider logs a warning at import on Node 20, which this product supports. The warning is suppressed, because
// its tests and ours pass on Node 20.
async function withoutWarnings<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
