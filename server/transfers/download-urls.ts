/**
 * Signed URLs of single files, which browsers use to stream large downloads and media directly. A URL is valid for one
 * file and for 15 minutes. It needs no Authorization header, since it contains a signature.
 */
import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

import { Problem } from '../http/problem'
import { findKeptFile } from '../files/file-records'
import { storedSecret } from '../database/stored-secrets'
import type { Handlers, AppServices } from '../auth/route-context'
import { sendFile } from './downloads'

const VALID_S = 15 * 60
const ALGORITHM = 'HS256'
const AUDIENCE = 'file-address'

export const addressHandlers = ({ db, storage, config }: AppServices) => {
  const key = async () =>
    Buffer.from(await storedSecret(db, 'file-address-key', () => randomBytes(32).toString('base64')), 'base64')

  const isValidToken = async (token: string, fileId: string) => {
    try {
      await jwtVerify(token, await key(), { algorithms: [ALGORITHM], audience: AUDIENCE, subject: fileId })
      return true
    } catch (error) {
      if (error instanceof errors.JOSEError) return false
      throw error
    }
  }

  return {
    async createDownloadUrl({ file }) {
      const expiry = Math.floor(Date.now() / 1000) + VALID_S
      const token = await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(file.id)
        .setAudience(AUDIENCE)
        .setExpirationTime(expiry)
        .sign(await key())
      return {
        url: `${config.apiPublicUrl}/api/v1/files/${file.id}/content?token=${token}`,
        expires_at: new Date(expiry * 1000).toISOString(),
      }
    },

    async downloadAddressedFile({ request, reply, path, query }) {
      const file = (await isValidToken(query.token, path.id)) && (await findKeptFile(db, path.id))
      if (!file)
        throw new Problem(
          404,
          'This download link has expired, or the file was deleted. Download the file again from the workspace.',
        )
      return sendFile(request, reply, storage, file)
    },
  } satisfies Partial<Handlers>
}
