/** Stores drafts of simulation requests, so that people find them in any browser. */
import { and, desc, eq, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { projects, requestDrafts } from '../database/schema'

type Schemas = components['schemas']

/** The maximum number of drafts per person. */
export const MAX_DRAFTS = 200

type DraftOwner = { personId: string; projectId: string }

const isOf = ({ personId, projectId }: DraftOwner) =>
  and(eq(requestDrafts.personId, personId), eq(requestDrafts.projectId, projectId))

/** Returns a person's draft for a project; null if there is none. */
export async function findDraft(db: Db, owner: DraftOwner): Promise<Schemas['RequestDraft'] | null> {
  const [found] = await db.select().from(requestDrafts).where(isOf(owner))
  return found ? { stamp: found.stamp, saved: found.savedAt.toISOString(), content: found.content } : null
}

/** Returns the id of the visible project whose draft the person saved last; null if there is none. */
export async function latestDraftIn(db: Db, personId: string, visible: SQL): Promise<string | null> {
  const [latest] = await db
    .select({ projectId: requestDrafts.projectId })
    .from(requestDrafts)
    .innerJoin(projects, eq(projects.id, requestDrafts.projectId))
    .where(and(eq(requestDrafts.personId, personId), visible))
    .orderBy(desc(requestDrafts.savedAt), desc(requestDrafts.projectId))
    .limit(1)
  return latest?.projectId ?? null
}

/**
 * The result of saving. `limit`: the person has too many drafts. `current`: the stored draft, which has a different
 * version than expected; null if there is none.
 */
type Saved = 'saved' | 'limit' | { current: Schemas['RequestDraft'] | null }

/**
 * Saves a version that replaces the one with the stamp `seen`, or the first version if `seen` is null. If the draft has
 * a different version, nothing changes. Call it in a transaction that has locked the project.
 */
export async function saveDraft(
  tx: Db,
  owner: DraftOwner,
  version: Schemas['RequestDraftVersion'],
  seen: string | null,
): Promise<Saved> {
  const { stamp, sent_as: sentAs, content } = version
  const current = await findDraft(tx, owner)
  // The same version was sent again, because the response was lost or because another tab has already sent it.
  if (current?.stamp === stamp) return 'saved'
  if ((current?.stamp ?? null) !== seen) return { current }
  const values = { stamp, sentAs, content, savedAt: new Date() }
  if (current) await tx.update(requestDrafts).set(values).where(isOf(owner))
  else {
    if ((await tx.$count(requestDrafts, eq(requestDrafts.personId, owner.personId))) >= MAX_DRAFTS) return 'limit'
    await tx.insert(requestDrafts).values({ ...owner, ...values })
  }
  return 'saved'
}

/**
 * Deletes a draft; if `seen` is given, only the version with that stamp. Returns the draft that remains; null if none
 * does.
 */
export async function deleteDraft(
  tx: Db,
  owner: DraftOwner,
  seen: string | null,
): Promise<Schemas['RequestDraft'] | null> {
  await tx.delete(requestDrafts).where(and(isOf(owner), seen === null ? undefined : eq(requestDrafts.stamp, seen)))
  return findDraft(tx, owner)
}
