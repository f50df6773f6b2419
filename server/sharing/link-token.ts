/** Tokens of links. Only their hashes are stored, so that reading the database gives no access. */
import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export const newLinkToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')
