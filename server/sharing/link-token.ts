/**
 * Tokens for links. Only their hashes are stored, so that read access to the database does not give access to the
 * links.
 */
import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export const newLinkToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')
