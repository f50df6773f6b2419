/**
 * Resumable uploads that are not complete. Their rows are in the database and their bytes in the storage, so that any
 * node can continue them. They survive interruptions and restarts until they are complete, canceled, or deleted after a
 * day without new bytes.
 */
import { createHash, type Hash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { and, asc, count, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'

import { MAX_UNFINISHED, REPLACEABLE_AFTER_MS, UNFINISHED_MS } from '../../machines/transfers/upload-limits'
import type { Db } from '../database/database'
import { uploads } from '../database/schema'
import { discardPartial } from '../files/discarded-content'
import { type JobHandler, recurringJob } from '../jobs/job'
import { lockProject } from '../projects/store'
import { type Caller, lockPersonAlone } from '../sharing/users'
import { HEAD_BYTES, type Received } from '../storage/received-content'
import { chunksOf, readBytes, type Storage } from '../storage/storage'
import { packedContent } from '../storage/packed-content'
import type { Hold } from './upload-lock-on-node'

export type Unfinished = typeof uploads.$inferSelect

/** The metadata of an upload, given when it was started or continued. */
export type Announced = Pick<
  Unfinished,
  'id' | 'projectId' | 'uploadedBy' | 'name' | 'size' | 'type' | 'modifiedAt' | 'replaces' | 'metadataHeader'
>

/** More bytes were received than announced. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

/** The maximum number of unfinished uploads has been reached for this user, for the project, or for all users. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
  constructor(readonly whose: 'own' | 'project' | 'all') {
    super('Too many uploads are waiting to be resumed.')
  }
}

/** Running hashes of the uploads most recently received by this node, and the number of hashed bytes. */
type RunningHashes = Map<string, { hash: Hash; length: number }>

/**
 * The maximum number of running hashes. Older ones are dropped, and computed again from the storage if they are needed.
 */
const MAX_HASHES = 500

const SWEEP_EVERY_MS = 60 * 60 * 1000

const isHeld = gt(uploads.heldUntil, sql`now()`)
const isFree = or(isNull(uploads.heldUntil), lt(uploads.heldUntil, sql`now()`))

export type UnfinishedUploads = ReturnType<typeof createUnfinishedUploads>

export function createUnfinishedUploads({ db, storage }: { db: Db; storage: Storage }) {
  const hashes: RunningHashes = new Map()
  const remember = (id: string, hash: Hash, length: number) => {
    hashes.delete(id)
    hashes.set(id, { hash, length })
    for (const oldest of hashes.keys()) {
      if (hashes.size <= MAX_HASHES) break
      hashes.delete(oldest)
    }
  }

  /** Returns the hash of the whole content. Reads it from the storage if this node has not received all of it. */
  async function hashOf({ id, size }: Announced): Promise<Hash> {
    const known = hashes.get(id)
    if (known?.length === size) return known.hash
    const hash = createHash('sha256')
    for await (const chunk of chunksOf(storage, id)) hash.update(chunk)
    remember(id, hash, size)
    return hash
  }

  return {
    async find(id: string): Promise<Unfinished | null> {
      const [found] = await db.select().from(uploads).where(eq(uploads.id, id))
      return found ?? null
    },

    lengthOf: (upload: Unfinished) => storage.partial.lengthOf(upload),

    /** Returns the number of bytes on the disk that waiting uploads still need. */
    waitingBytes: () => (storage.space.isLimited ? waitingBytes(db) : Promise.resolve(0)),

    /**
     * Starts an upload. Throws TooManyWaiting or DiskFull without storing anything. Returns null if the project does
     * not exist. If the user has too many uploads, their oldest upload is deleted if it is old enough; uploads of other
     * users are never deleted.
     */
    begin: (announced: Announced, caller: Caller): Promise<Unfinished | null> =>
      db.transaction(async (tx) => {
        const { uploadedBy, projectId, size } = announced
        // Concurrent calls run one after the other, so that each counts the earlier uploads.
        await lockPersonAlone(tx, caller)
        if (!(await lockProject(tx, projectId))) return null
        if ((await tx.$count(uploads, eq(uploads.uploadedBy, uploadedBy))) >= MAX_UNFINISHED.own) {
          const [oldest] = await tx
            .select({ id: uploads.id, touchedAt: uploads.touchedAt })
            .from(uploads)
            .where(and(eq(uploads.uploadedBy, uploadedBy), isFree))
            .orderBy(asc(uploads.touchedAt))
            .limit(1)
          const mayReplace = oldest && Date.now() - oldest.touchedAt.getTime() > REPLACEABLE_AFTER_MS
          if (!mayReplace) throw new TooManyWaiting('own')
          await dropUploads(tx, eq(uploads.id, oldest.id))
        }
        if ((await tx.$count(uploads, eq(uploads.projectId, projectId))) >= MAX_UNFINISHED.project)
          throw new TooManyWaiting('project')
        if ((await tx.$count(uploads)) >= MAX_UNFINISHED.all) throw new TooManyWaiting('all')
        if (storage.space.isLimited) storage.space.assertFree(size, await waitingBytes(tx))
        const [begun] = await tx.insert(uploads).values(announced).returning()
        return begun ?? null
      }),

    /** Changes the metadata of an upload, such as its name. Its id, size, project and user must stay the same. */
    async amend({ id, ...changes }: Announced) {
      await db.update(uploads).set(changes).where(eq(uploads.id, id))
    },

    /**
     * Appends content at `offset`, which must be the current length. Returns the new length. Throws TooManyBytes if the
     * content would exceed the announced size, and DiskFull if other data has filled the disk.
     */
    async append(upload: Unfinished, content: Readable, offset: number, { report }: Hold): Promise<number> {
      const { id, size } = upload
      storage.space.assertAvailable(size - offset)
      const known = hashes.get(id)
      const hash = offset === 0 ? createHash('sha256') : known?.length === offset ? known.hash : null
      let length = offset
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          if (length + chunk.length > size) {
            done(new TooManyBytes())
            return
          }
          hash?.update(chunk)
          length += chunk.length
          report(length)
          done(null, chunk)
        },
      })
      // A failure of either stream destroys the other. `append` reports the error.
      pipeline(content, meter, () => undefined)
      const onMultipart = async (multipartId: string) => {
        await db.update(uploads).set({ multipartId }).where(eq(uploads.id, id))
        upload.multipartId = multipartId
      }
      // Delete the hash first: if the append below fails, the hash may cover bytes that never reached the storage.
      hashes.delete(id)
      await storage.partial.append(upload, meter, offset, onMultipart)
      if (hash) remember(id, hash, length)
      await db.update(uploads).set({ received: length, touchedAt: new Date() }).where(eq(uploads.id, id))
      return length
    },

    /** Makes the content of a completely received file readable, and returns its size, hash and type information. */
    async finish(upload: Unfinished): Promise<Received> {
      const { id, size } = upload
      await storage.partial.finish(upload)
      const hash = await hashOf(upload)
      const head = await readBytes(storage, id, 0, Math.min(HEAD_BYTES, size))
      const packed = await packedContent((start, length) => readBytes(storage, id, start, length), { size, head })
      return { id, size, sha256: hash.copy().digest('hex'), head, ...packed }
    },

    /** Deletes an upload that has become a file, in the transaction that stores the file. */
    async complete(tx: Db, id: string) {
      await tx.delete(uploads).where(eq(uploads.id, id))
    },

    /** Deletes an upload with its bytes. */
    async remove(id: string) {
      hashes.delete(id)
      await db.transaction((tx) => dropUploads(tx, eq(uploads.id, id)))
    },

    /**
     * Deletes a user's interrupted uploads to a project, oldest first, until the rest fit into this many bytes, so that
     * abandoned uploads do not prevent new uploads.
     */
    async makeRoom(userId: string, projectId: string, bytes: number) {
      const interrupted = await db
        .select({ id: uploads.id, size: uploads.size })
        .from(uploads)
        .where(and(eq(uploads.uploadedBy, userId), eq(uploads.projectId, projectId), isFree))
        .orderBy(asc(uploads.touchedAt))
      let total = interrupted.reduce((sum, { size }) => sum + size, 0)
      const dropped: string[] = []
      for (const { id, size } of interrupted) {
        if (total <= bytes) break
        dropped.push(id)
        total -= size
      }
      if (dropped.length > 0) await db.transaction((tx) => dropUploads(tx, and(inArray(uploads.id, dropped), isFree)))
    },

    /** Counts the upload against the project's quota until the current call ends. */
    async reserve(id: string) {
      await db.update(uploads).set({ reservedAt: sql`now()` }).where(eq(uploads.id, id))
    },
  }
}

/** Deletes the rows of uploads, and adds the job that deletes their bytes. */
export async function dropUploads(tx: Db, where: SQL | undefined): Promise<void> {
  const dropped = await tx
    .delete(uploads)
    .where(where)
    .returning({ id: uploads.id, size: uploads.size, multipartId: uploads.multipartId })
  await discardPartial(tx, dropped)
}

/** Deletes all unfinished uploads to a project. */
export const dropUploadsOf = (tx: Db, projectId: string) => dropUploads(tx, eq(uploads.projectId, projectId))

/**
 * Returns the number of bytes that uploads in progress reserve in a project. With `before`, only uploads that made
 * their reservation before that upload count: if several uploads do not all fit, the first succeeds.
 */
export async function reservedBytes(db: Db, projectId: string, before: string | null): Promise<number> {
  const own = db.select({ reservedAt: uploads.reservedAt, id: uploads.id }).from(uploads)
  const isEarlier =
    before === null ? undefined : sql`(${uploads.reservedAt}, ${uploads.id}) < (${own.where(eq(uploads.id, before))})`
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploads.size}), 0)`.mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.projectId, projectId), isHeld, gt(uploads.reservedAt, new Date(0)), isEarlier))
  return row?.bytes ?? 0
}

async function waitingBytes(db: Db): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploads.size} - ${uploads.received}), 0)`.mapWith(Number), n: count() })
    .from(uploads)
  return row?.bytes ?? 0
}

/** Deletes uploads that have received nothing for a day. */
export const expiredUploads = ({ db }: { db: Db }): JobHandler =>
  recurringJob('expired uploads', SWEEP_EVERY_MS, () =>
    db.transaction((tx) => dropUploads(tx, and(lt(uploads.touchedAt, new Date(Date.now() - UNFINISHED_MS)), isFree))),
  )
