/** Creates a sample project, so that the workspace is not empty on the first visit. */
import { eq } from 'drizzle-orm'

import type { Db } from '../database/database'
import type { Storage } from '../storage/storage'
import { lockPerson, storePerson } from '../sharing/users'
import { projectMembers, serverKeys } from '../database/schema'
import { addSampleProject, receiveSampleFiles, sampleName } from './sample-project'

/** `id` is the account's `sub` claim. */
export type SamplePerson = { id: string; username: string; fullname: string; email: string }

const MARKER = 'sample-project'

/**
 * Creates the sample project for its owner and adds the other members. This happens once per installation, so a deleted
 * sample is not created again. Returns whether the project was created by this call.
 */
export async function seedSampleProject(
  db: Db,
  storage: Storage,
  owner: SamplePerson,
  members: SamplePerson[] = [],
): Promise<boolean> {
  const [marker] = await db.select().from(serverKeys).where(eq(serverKeys.name, MARKER))
  if (marker) return false

  for (const person of [owner, ...members]) await storePerson(db, person)
  const received = await receiveSampleFiles(storage)
  const isNew = await db.transaction(async (tx) => {
    const marked = await tx
      .insert(serverKeys)
      .values({ name: MARKER, value: { made: true } })
      .onConflictDoNothing()
      .returning()
    if (marked.length === 0) return false
    const by = await lockPerson(tx, { ...owner, signedInAt: new Date() })
    const projectId = await addSampleProject(tx, { owner: by, name: sampleName, idempotencyKey: null, files: received })
    if (members.length > 0)
      await tx
        .insert(projectMembers)
        .values(members.map((member) => ({ projectId, userId: member.id, role: 'user' as const })))
    return true
  })
  if (!isNew) await storage.remove(received.map(({ id }) => id))
  return isNew
}
