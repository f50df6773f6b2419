/** The handler that opens the user's sample project. */
import { and, eq } from 'drizzle-orm'

import type { AppServices, Handlers } from '../auth/route-context'
import type { Identity } from '../auth/bearer-token'
import type { Db } from '../database/database'
import { projects } from '../database/schema'
import { findCreated, nameConflict, refuseTooManyProjects } from '../projects/new-project'
import { findProject, isNameTaken, showProject } from '../projects/store'
import { lockPersonAlone } from '../sharing/users'
import { addSampleProject, receiveSampleFiles, type SampleFile, sampleName } from './sample-project'

/**
 * The idempotency key of sample projects. It is shorter than the keys that the contract accepts, so that no client can
 * send it.
 */
const sampleKey = 'sample'

/** The maximum number of names that are tried for a new sample project. */
const MAX_NAMES = 20

export const sampleHandlers = ({ db, config, storage }: AppServices) => {
  const shown = async (id: string, { id: reader }: { id: string }) => {
    const project = await showProject(db, id, { ...config, reader })
    if (!project) throw new Error('The sample project was deleted while it was being opened.')
    return project
  }

  return {
    async openSampleProject({ identity }) {
      const open = await findOpen(db, identity.id)
      if (open !== null) return shown(open, identity)
      const received = await receiveSampleFiles(storage)
      const { id, files } = await db
        .transaction((tx) => addOnce(tx, identity, received))
        .catch(async (error: unknown) => {
          await storage.remove(received.map((file) => file.id))
          throw error
        })
      // A concurrent call has created the project, so the received files are not needed.
      if (files !== received) await storage.remove(received.map((file) => file.id))
      return shown(id, identity)
    },
  } satisfies Partial<Handlers>
}

/** The id of the user's sample project; null if there is none, or if the user has been removed from it. */
async function findOpen(tx: Db, userId: string): Promise<string | null> {
  const created = await findCreated(tx, userId, sampleKey)
  const found = created && (await findProject(tx, created.id, userId))
  return found?.standing.isMember ? found.project.id : null
}

/** Adds the sample project, unless there is one. Returns its id and the files that were added. */
async function addOnce(tx: Db, identity: Identity, files: SampleFile[]): Promise<{ id: string; files: SampleFile[] }> {
  const owner = await lockPersonAlone(tx, identity)
  const open = await findOpen(tx, owner.id)
  if (open !== null) return { id: open, files: [] }
  await refuseTooManyProjects(tx, owner.id)
  // A sample project that the user was removed from stays unchanged, except that it loses the key.
  await tx
    .update(projects)
    .set({ idempotencyKey: null })
    .where(and(eq(projects.createdBy, owner.id), eq(projects.idempotencyKey, sampleKey)))
  const name = await freeName(tx, identity)
  return { id: await addSampleProject(tx, { owner, name, idempotencyKey: sampleKey, files }), files }
}

async function freeName(tx: Db, person: Identity): Promise<string> {
  for (let number = 1; number <= MAX_NAMES; number++) {
    const name = number === 1 ? sampleName : `${sampleName} ${number}`
    if (!(await isNameTaken(tx, { person, creator: person.id, name, except: null }))) return name
  }
  throw nameConflict()
}
