/** Links to single files. Only the hash of a link's token is kept, so that the database opens no file to its reader. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'

import { Problem } from '../problem'
import { findFile } from '../store/file-records'
import { files as fileTable, fileShares, projects } from '../store/schema'
import type { Handlers, Surroundings } from './call'
import { sendFile } from './downloads'

const DAY_MS = 86_400_000
const TOKEN_BYTES = 32

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const noSuchLink = () => new Problem(404, 'This link has ended, or there never was one. Ask its sender for a new one.')

export const shareHandlers = ({ db, files, config }: Surroundings) =>
  ({
    async shareFile({ file, identity, body }) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const expiresAt = new Date(Date.now() + body.expires_in_days * DAY_MS)
      const [share] = await db
        .insert(fileShares)
        .values({ fileId: file.id, tokenHash: hashOf(token), createdBy: identity.id, expiresAt })
        .returning({ id: fileShares.id })
      if (!share) throw new Error('The link was not written.')
      const url = `${config.publicUrl}/api/v1/shares/${token}/download`
      return { id: share.id, url, expires_at: expiresAt.toISOString() }
    },

    async revokeShare({ file, path }) {
      const ended = await db
        .delete(fileShares)
        .where(and(eq(fileShares.id, path.shareId), eq(fileShares.fileId, file.id)))
        .returning({ id: fileShares.id })
      if (ended.length === 0) throw new Problem(404, 'The file has no such link. It may have ended already.')
      return undefined
    },

    async downloadSharedFile({ request, reply, path }) {
      const [share] = await db
        .select({ fileId: fileShares.fileId, isPrivate: projects.isPrivate })
        .from(fileShares)
        .innerJoin(fileTable, eq(fileTable.id, fileShares.fileId))
        .innerJoin(projects, eq(projects.id, fileTable.projectId))
        .where(and(eq(fileShares.tokenHash, hashOf(path.shareToken)), gt(fileShares.expiresAt, new Date())))
      const file = share && (await findFile(db, share.fileId))
      if (!file || share.isPrivate) throw noSuchLink()
      return sendFile(request, reply, files, file)
    },
  }) satisfies Partial<Handlers>
