/** Issues the tokens that sign users in to tools, and serves the public keys with which tools verify them. */
import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'

import { storedSecret } from '../database/stored-secrets'
import type { Handlers, AppServices } from '../auth/route-context'

const ALGORITHM = 'ES256'
const VALID_S = 24 * 3600

type KeyPair = { privateKey: JWK; publicKey: JWK }

async function makeKeys(): Promise<KeyPair> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const publicKey = await exportJWK(pair.publicKey)
  const named = { kid: await calculateJwkThumbprint(publicKey), alg: ALGORITHM, use: 'sig' }
  return { privateKey: { ...(await exportJWK(pair.privateKey)), ...named }, publicKey: { ...publicKey, ...named } }
}

export const toolHandlers = ({ db, config }: AppServices) => {
  const keys = () => storedSecret(db, 'tool-token-keys', makeKeys)

  return {
    getToolKeys: async () => ({ keys: [{ ...(await keys()).publicKey }] }),

    async issueToolToken({ identity, path }) {
      const { privateKey } = await keys()
      const now = Math.floor(Date.now() / 1000)
      const { id, email, username, firstName, lastName, roles } = identity
      const token = await new SignJWT({ id, email, username, firstName, lastName, roles })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', ...(privateKey.kid && { kid: privateKey.kid }) })
        .setIssuer(config.publicUrl)
        .setAudience(path.tool)
        .setSubject(id)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + VALID_S)
        .sign(await importJWK(privateKey, ALGORITHM))
      return { token, expires_at: new Date((now + VALID_S) * 1000).toISOString() }
    },
  } satisfies Partial<Handlers>
}
