/** A browser that has signed in before: a cookie says to which account, in a way that nobody else can write. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

import type { ServerConfig } from '../config'
import { REALM } from './pages'

const YEAR_S = 365 * 24 * 3600

export function createKnownBrowsers(config: ServerConfig, key: string) {
  const name = `pcb_known_${config.port + 1}`
  const markOf = (sub: string) => createHmac('sha256', key).update(sub).digest('base64url')
  const attributes = [
    ...[`Path=${REALM}`, `Max-Age=${YEAR_S}`, 'HttpOnly', 'SameSite=Lax'],
    ...(config.oidc.issuer.startsWith('https://') ? ['Secure'] : []),
  ]

  return {
    isKnown({ headers }: FastifyRequest, sub: string): boolean {
      const given = new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]
      const [mark, own] = [Buffer.from(given ?? ''), Buffer.from(markOf(sub))]
      return mark.length === own.length && timingSafeEqual(mark, own)
    },
    /** The Set-Cookie header of a browser that has just signed in. */
    cookieFor: (sub: string) => [`${name}=${markOf(sub)}`, ...attributes].join('; '),
  }
}
