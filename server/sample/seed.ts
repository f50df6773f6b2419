/** Creates a sample project, so that the workspace is not empty on the first visit. */
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'

import { fileNameKey } from '../../machines/files/file-names'
import { recordActivity } from '../activity/record'
import type { Db } from '../database/database'
import { listFileTypes } from '../files/file-records'
import { proposeFileType } from '../files/file-type'
import { receiveContent, type Received } from '../storage/received-content'
import type { Storage } from '../storage/storage'
import { storePerson } from '../sharing/users'
import { nameKeyOf } from '../projects/store'
import { sampleBoard } from './board'
import { sampleStackup } from './stackup'
import { files as fileTable, projectMembers, projects, serverKeys } from '../database/schema'

/** `id` is the account's `sub` claim. */
export type SamplePerson = { id: string; username: string; fullname: string; email: string }

const MARKER = 'sample-project'
const sampleName = 'Camera link sample'
const unlimited = { take: () => undefined }

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
  const received: (Received & { name: string })[] = []
  for (const [name, text] of [
    ['camera-link.kicad_pcb', sampleBoard()],
    ['camera-link-stackup.csv', sampleStackup],
  ] as const) {
    received.push({ name, ...(await receiveContent(storage, Readable.from([Buffer.from(text)]), unlimited)) })
  }
  const types = new Map((await listFileTypes(db)).map(({ name, id }) => [name, id]))

  const isNew = await db.transaction(async (tx) => {
    const marked = await tx
      .insert(serverKeys)
      .values({ name: MARKER, value: { made: true } })
      .onConflictDoNothing()
      .returning()
    if (marked.length === 0) return false
    const [project] = await tx
      .insert(projects)
      .values({
        name: sampleName,
        nameKey: nameKeyOf(sampleName),
        notes: 'Four layers, two data pairs and a clock pair from a camera connector to its receiver.',
        createdBy: owner.id,
        createdByName: owner.fullname,
      })
      .returning({ id: projects.id })
    if (!project) throw new Error('The sample project could not be saved.')
    await tx
      .insert(projectMembers)
      .values([
        { projectId: project.id, userId: owner.id, role: 'project_manager' },
        ...members.map((member) => ({ projectId: project.id, userId: member.id, role: 'user' as const })),
      ])
    await tx.insert(fileTable).values(
      received.map(({ id, name, size, sha256, ...content }) => {
        const proposedType = proposeFileType(name, content)
        const typeId = types.get(proposedType)
        if (typeId === undefined) throw new Error(`There is no file type ${proposedType}.`)
        const origin = {
          projectId: project.id,
          folder: 'inputs' as const,
          uploadedBy: owner.id,
          modifiedAt: new Date(),
        }
        return { id, name, nameKey: fileNameKey(name), size, sha256, typeId, proposedType, ...origin }
      }),
    )
    await recordActivity(tx, project.id, owner, [
      { kind: 'project created', subject: sampleName },
      ...received.map(({ id, name }) => ({ kind: 'file uploaded', subject: name, fileId: id }) as const),
    ])
    return true
  })
  if (!isNew) await storage.remove(received.map(({ id }) => id))
  return isNew
}
