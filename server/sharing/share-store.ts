/**
 * Stores share links. Only hashes of tokens and passwords are stored, so that read access to the database does not give
 * access to the files.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'

import { recordActivity } from '../activity/record'
import type { Db } from '../database/database'
import { findFile, type FileRow } from '../files/file-records'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { files as fileTable, fileShares, projects, users } from '../database/schema'
import { hashOfToken, newLinkToken } from './link-token'
import { type Caller, lockPerson } from './users'

/** Maximum number of links that have not expired. */
const MAX_LINKS = { file: 100, project: 1000 }
const SALT_BYTES = 16
const KEY_BYTES = 32

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

async function hashOfPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${salt.toString('hex')} ${(await derive(password, salt, KEY_BYTES)).toString('hex')}`
}

async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split(' ')
  const derived = await derive(password, Buffer.from(salt, 'hex'), KEY_BYTES)
  return timingSafeEqual(derived, Buffer.from(key, 'hex'))
}

/** A file or a project has reached its maximum number of links. */
export class TooManyLinks extends Error {
  override name = 'TooManyLinks'
  constructor(of: keyof typeof MAX_LINKS) {
    const limit = MAX_LINKS[of].toLocaleString('en-US')
    super(`A ${of} can have at most ${limit} links. Revoke one that is no longer needed, then try again.`)
  }
}

type NewShare = { fileId: string; caller: Caller; expiresAt: Date; password: string | undefined }

/**
 * Creates a link. Returns its id and its token, which is not stored, or null if the file no longer exists or its
 * project has become private. Throws TooManyLinks.
 */
export async function addShare(db: Db, { fileId, caller, expiresAt, password }: NewShare) {
  const token = newLinkToken()
  const passwordHash = password === undefined ? null : await hashOfPassword(password)
  return db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    // With this lock, the project can become private only before or after this transaction, so no link is left behind.
    const [open] = await tx
      .select({ projectId: projects.id, fileName: fileTable.name })
      .from(projects)
      .innerJoin(fileTable, eq(fileTable.projectId, projects.id))
      .where(
        and(
          eq(fileTable.id, fileId),
          isNull(fileTable.hiddenAt),
          isNull(projects.deletedAt),
          eq(projects.isPrivate, false),
        ),
      )
      .for('no key update', { of: projects })
    if (!open) return null
    const ofProject = inArray(fileShares.fileId, fileIdsOf(tx, open.projectId))
    await tx.delete(fileShares).where(and(ofProject, lte(fileShares.expiresAt, new Date())))
    if ((await tx.$count(fileShares, eq(fileShares.fileId, fileId))) >= MAX_LINKS.file) throw new TooManyLinks('file')
    if ((await tx.$count(fileShares, ofProject)) >= MAX_LINKS.project) throw new TooManyLinks('project')
    const [share] = await tx
      .insert(fileShares)
      .values({ fileId, tokenHash: hashOfToken(token), createdBy: by.id, expiresAt, passwordHash })
      .returning({ id: fileShares.id })
    if (!share) throw new Error('The link could not be saved.')
    await recordActivity(tx, open.projectId, by, [{ kind: 'link created', subject: open.fileName, fileId }])
    return { id: share.id, token }
  })
}

const fileIdsOf = (db: Db, projectId: string) =>
  db.select({ id: fileTable.id }).from(fileTable).where(eq(fileTable.projectId, projectId))

/** Ends all links to the files of a project. */
export async function endSharesOf(db: Db, projectId: string): Promise<void> {
  await db.delete(fileShares).where(inArray(fileShares.fileId, fileIdsOf(db, projectId)))
}

/** Returns a page of a file's links that have not expired, newest first. */
export async function listShares(db: Db, fileId: string, page: PageRequest) {
  const clauses = pageClauses('newest first', [fileShares.createdAt, fileShares.id], page)
  const found = await db
    .select({
      id: fileShares.id,
      createdAt: fileShares.createdAt,
      createdByName: users.fullname,
      expiresAt: fileShares.expiresAt,
      passwordHash: fileShares.passwordHash,
    })
    .from(fileShares)
    .innerJoin(users, eq(users.id, fileShares.createdBy))
    .where(clauses.where(and(eq(fileShares.fileId, fileId), gt(fileShares.expiresAt, new Date()))))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, ({ createdAt, id }) => ({ time: createdAt, id }))
  const shares = rows.map(({ id, createdAt, createdByName, expiresAt, passwordHash }) => ({
    id,
    created_at: createdAt.toISOString(),
    created_by_name: createdByName,
    expires_at: expiresAt.toISOString(),
    has_password: passwordHash !== null,
  }))
  return { shares, next }
}

/** Revokes a link. Returns false if the file has no such link. */
export const endShare = (db: Db, { id: fileId, name, projectId }: FileRow, shareId: string, caller: Caller) =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const ended = await tx
      .delete(fileShares)
      .where(and(eq(fileShares.id, shareId), eq(fileShares.fileId, fileId)))
      .returning({ id: fileShares.id })
    const entries = ended.map(() => ({ kind: 'link revoked', subject: name, fileId }) as const)
    await recordActivity(tx, projectId, by, entries)
    return ended.length > 0
  })

/** A valid link. Opening its file may require a password. */
export type OpenShare = { file: FileRow; expiresAt: Date; passwordHash: string | null }

/**
 * Finds the link for a token. Returns null if it has expired or been revoked, if its file was deleted, or while the
 * project is private.
 */
export async function findShare(db: Db, token: string): Promise<OpenShare | null> {
  const [share] = await db
    .select({
      fileId: fileShares.fileId,
      expiresAt: fileShares.expiresAt,
      passwordHash: fileShares.passwordHash,
      isPrivate: projects.isPrivate,
    })
    .from(fileShares)
    .innerJoin(fileTable, eq(fileTable.id, fileShares.fileId))
    .innerJoin(projects, eq(projects.id, fileTable.projectId))
    .where(and(eq(fileShares.tokenHash, hashOfToken(token)), gt(fileShares.expiresAt, new Date())))
  const file = share && !share.isPrivate ? await findFile(db, share.fileId) : null
  return share && file ? { file, expiresAt: share.expiresAt, passwordHash: share.passwordHash } : null
}

/** Whether the password opens the link. A link without a password always opens. */
export const opens = async ({ passwordHash }: OpenShare, password: string | undefined) =>
  passwordHash === null || (password !== undefined && (await isPassword(password, passwordHash)))
