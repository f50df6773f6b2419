/** Handlers that list, describe, restore and delete the revisions of a file. */
import { recordActivity } from '../activity/record'
import type { AppServices, Handlers } from '../auth/route-context'
import { pageRequest } from '../database/pages'
import { linkNext } from '../http/page-link'
import { Problem } from '../http/problem'
import { plainText } from '../http/text'
import { touchProject } from '../projects/store'
import { lockPerson } from '../sharing/users'
import { type FileRow, findFile } from './file-records'
import { dropRevision, fileAnswers, listRevisions, restoreRevision, writeNote } from './revisions'

const DEFAULT_PAGE_SIZE = 50

const noSuchRevision = () =>
  new Problem(
    404,
    'There is no such revision of this file. The revision or the file may have been deleted. Reload the list.',
  )

const refusals = {
  missing: noSuchRevision,
  listed: ({ name }: FileRow) =>
    new Problem(
      409,
      `The current revision of “${name}” cannot be deleted. Delete the file, or restore another revision first.`,
    ),
  refused: ({ name }: FileRow) =>
    new Problem(409, `A simulation request needs this revision of “${name}”, so it cannot be deleted.`),
}

export const revisionHandlers = ({ db, config }: AppServices) =>
  ({
    async listRevisions({ file, query, ...call }) {
      const { revisions, next } = await listRevisions(db, file, pageRequest(query, DEFAULT_PAGE_SIZE), config)
      linkNext(call, next)
      return revisions
    },

    async changeRevision({ identity, file, path, body }) {
      const note = plainText(body.note ?? '') || null
      const changed = await db.transaction(async (tx) => {
        await lockPerson(tx, identity)
        return writeNote(tx, file, path.revisionId, note, config)
      })
      if (!changed) throw noSuchRevision()
      return changed
    },

    async restoreRevision({ identity, file, path }) {
      const outcome = await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        const restored = await restoreRevision(tx, file, path.revisionId)
        if (restored === 'restored') {
          const entry = { kind: 'revision restored', subject: file.name, fileId: path.revisionId } as const
          await recordActivity(tx, file.projectId, by, [entry])
          await touchProject(tx, file.projectId)
        }
        return restored
      })
      const found = outcome && (await findFile(db, path.revisionId))
      const [listed] = await fileAnswers(db, found ? [found] : [], config, identity.id)
      if (!listed) throw noSuchRevision()
      return listed
    },

    async deleteRevision({ identity, file, path }) {
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        const outcome = await dropRevision(tx, file, path.revisionId, config)
        if (outcome !== 'deleted') throw refusals[outcome](file)
        const entry = { kind: 'revision deleted', subject: file.name, fileId: path.revisionId } as const
        await recordActivity(tx, file.projectId, by, [entry])
        await touchProject(tx, file.projectId)
      })
      return undefined
    },
  }) satisfies Partial<Handlers>
