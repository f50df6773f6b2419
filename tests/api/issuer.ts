/** A fake OpenID provider that implements only what the API uses: discovery and keys. It signs any claims. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

export type Issuer = {
  url: string
  /** Signs a token for `claims`, by default valid for one hour. `alg` selects the key. */
  token(claims: JWTPayload, alg?: 'ES256' | 'RS256' | 'PS256' | 'ES384'): Promise<string>
  /** The discovery document. Tests of invalid documents modify it. */
  discovery: Record<string, unknown>
  /** The number of times the provider's keys were fetched. */
  keyFetches(): number
  stop(): Promise<void>
}

export const AUDIENCE = 'pcb-api'

const algorithms = ['ES256', 'RS256', 'PS256', 'ES384'] as const
type Pair = Awaited<ReturnType<typeof generateKeyPair>>
/** The providers of a process share RSA keys, because generating one takes a tenth of a second. */
const rsaPairs = new Map<string, Promise<Pair>>()

function keyPair(alg: (typeof algorithms)[number]): Promise<Pair> {
  const pair = rsaPairs.get(alg) ?? generateKeyPair(alg, { extractable: true })
  if (!alg.startsWith('ES')) rsaPairs.set(alg, pair)
  return pair
}

/**
 * Starts a provider that signs tokens. `path` is the path of its URL, such as /realms/pcb for a server that also serves
 * the site.
 */
export async function startIssuer(path = ''): Promise<Issuer> {
  const pairs = await Promise.all(algorithms.map(async (alg) => ({ alg, ...(await keyPair(alg)) })))
  const keys = await Promise.all(
    pairs.map(async ({ alg, publicKey }) => ({ ...(await exportJWK(publicKey)), alg, kid: alg, use: 'sig' })),
  )
  let fetched = 0
  const discovery: Record<string, unknown> = {}
  const server = http.createServer((request, response) => {
    const isKeys = request.url === `${path}/keys`
    if (isKeys) fetched++
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isKeys ? { keys } : discovery))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}${path}`
  Object.assign(discovery, { issuer: url, jwks_uri: `${url}/keys` })

  return {
    url,
    discovery,
    keyFetches: () => fetched,
    async token(claims, alg = 'ES256') {
      const pair = pairs.find((candidate) => candidate.alg === alg)
      if (!pair) throw new Error(`There is no key for ${alg}.`)
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ iss: url, aud: AUDIENCE, iat: now, exp: now + 3600, ...claims })
        .setProtectedHeader({ alg, kid: alg })
        .sign(pair.privateKey)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
