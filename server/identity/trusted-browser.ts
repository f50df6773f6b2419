/**
 * Recognizes browsers that have signed in to an account before, using a cookie whose value is a signature of the key by
 * which sign-in-limits.ts identifies the account.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

import type { ServerConfig } from '../config'
import { REALM } from './pages'

const YEAR_S = 365 * 24 * 3600

export function createKnownBrowsers(config: ServerConfig, key: string) {
  const name = `pcb_known_${config.port + 1}`
  const signatureOf = (account: string) => createHmac('sha256', key).update(account).digest('base64url')
  const attributes = [
    `Path=${REALM}`,
    `Max-Age=${YEAR_S}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(config.oidc.issuer.startsWith('https://') ? ['Secure'] : []),
  ]

  return {
    isKnown({ headers }: FastifyRequest, account: string): boolean {
      const given = new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]
      const [signature, expected] = [Buffer.from(given ?? ''), Buffer.from(signatureOf(account))]
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    },
    /** Returns the Set-Cookie header for a browser that has just signed in. */
    cookieFor: (account: string) => [`${name}=${signatureOf(account)}`, ...attributes].join('; '),
  }
}
