/** Handlers that store and return the thumbnails of boards. */
import { eq, sql } from 'drizzle-orm'

import type { AppServices, Handlers } from '../auth/route-context'
import { thumbnails } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { lockPerson } from '../sharing/users'
import { decodePng, encodePng, UnreadablePicture } from './png'

const MAX_BYTES = 20 * 1024
const LIMITS = { width: 320, height: 240 }

export const thumbnailHandlers = ({ db }: AppServices) =>
  ({
    async getThumbnail({ file, reply }) {
      const [found] = await db.select().from(thumbnails).where(eq(thumbnails.fileId, file.id))
      if (!found) throw new Problem(404, 'This file has no thumbnail.')
      // The content of a file never changes, so its thumbnail can be cached.
      reply.header('cache-control', 'private, max-age=86400')
      return { png: found.png }
    },

    async storeThumbnail({ identity, file, body }) {
      const png = reencoded(Buffer.from(body.png, 'base64')).toString('base64')
      await db.transaction(async (tx) => {
        await lockPerson(tx, identity)
        await tx
          .insert(thumbnails)
          .values({ fileId: file.id, projectId: file.projectId, png })
          .onConflictDoUpdate({ target: thumbnails.fileId, set: { png, drawnAt: sql`now()` } })
      })
      return undefined
    },
  }) satisfies Partial<Handlers>

/**
 * Decodes a picture and encodes its pixels again, so that nothing else that a picture can contain reaches other users.
 */
function reencoded(png: Buffer): Buffer {
  if (png.length > MAX_BYTES) throw tooLarge()
  try {
    const encoded = encodePng(decodePng(png, LIMITS))
    if (encoded.length <= MAX_BYTES) return encoded
  } catch (error) {
    if (error instanceof UnreadablePicture) throw wrongField('png', `The picture cannot be used. ${error.message}`)
    throw error
  }
  throw tooLarge()
}

const tooLarge = () => wrongField('png', 'The picture must not be larger than 20 KB.')
