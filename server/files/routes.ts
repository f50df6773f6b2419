/**
 * Handlers that list files and file types, return the total size of files, change their types, record that a person has
 * seen them, and delete and restore them.
 */
import { and, eq, ne } from 'drizzle-orm'

import { MB } from '../../machines/lib/file-size'
import { recordActivity } from '../activity/record'
import type { FileRow } from './file-records'
import { Problem, wrongField } from '../http/problem'
import { findFile, findFileType, listFiles, listFileTypes } from './file-records'
import { pageRequest } from '../database/pages'
import { deleteLater, restoreFile } from './deferred-deletion'
import { hiddenFull } from './hidden-file-limit'
import { dropFile, HiddenFull, retentionText } from './pinned-files'
import { fileAnswers } from './revisions'
import { storeSeen } from './seen-files'
import { NameTaken, TooManyFiles } from './store-files'
import { OverQuota } from '../storage/received-content'
import { touchProject } from '../projects/store'
import { lockPerson } from '../sharing/users'
import { files as fileTable } from '../database/schema'
import type { Call, Handlers, AppServices } from '../auth/route-context'
import { linkNext } from '../http/page-link'

/** Default page size. Most projects have fewer files, so one call returns all of them. */
const DEFAULT_PAGE_SIZE = 1000

type ListCall = Pick<Call<'listFiles'>, 'identity' | 'project' | 'query' | 'request' | 'reply'>

export const fileHandlers = ({ db, config }: AppServices) => {
  const answers = (rows: FileRow[], { id }: { id: string }) => fileAnswers(db, rows, config, id)
  const list = async ({ identity, project, query, ...call }: ListCall) => {
    const { rows, next } = await listFiles(db, project.id, pageRequest(query, DEFAULT_PAGE_SIZE))
    linkNext(call, next)
    const onPage = await answers(rows, identity)
    return query.limit === undefined ? onPage : { files: onPage, total: project.fileCount }
  }

  return {
    listFiles: list,
    listFilesForRequest: list,
    listFileTypes: () => listFileTypes(db),
    getFilesSize: async ({ project }) => project.usedBytes / MB,

    async changeFileType({ identity, file, body }) {
      const type = await findFileType(db, body.fileType)
      if (!type) {
        const names = (await listFileTypes(db)).map(({ name }) => name).join(', ')
        throw wrongField('fileType', `fileType must be one of ${names}.`)
      }
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        const changed = await tx
          .update(fileTable)
          .set({ typeId: type.id })
          .where(and(eq(fileTable.id, file.id), ne(fileTable.typeId, type.id)))
          .returning({ id: fileTable.id })
        const entry = { kind: 'file type changed', subject: file.name, fileId: file.id } as const
        const entries = changed.map(() => ({ ...entry, before: file.typeName, after: type.name }))
        await recordActivity(tx, file.projectId, by, entries)
      })
      await db.transaction((tx) => touchProject(tx, file.projectId))
      const [changed] = await answers([{ ...file, typeName: type.name }], identity)
      if (!changed) throw new Error('The changed file could not be loaded.')
      return changed
    },

    async seeFile({ identity, file, body }) {
      await db.transaction(async (tx) => {
        const { id } = await lockPerson(tx, identity)
        await storeSeen(tx, { file, personId: id, until: new Date(body.until) })
      })
      return undefined
    },

    async deleteFile({ identity, file }) {
      const outcome = await db
        .transaction(async (tx) => {
          const by = await lockPerson(tx, identity)
          const { outcome: dropped, ids } = await dropFile(tx, file, config)
          if (dropped === 'deleted') {
            await deleteLater(tx, ids)
            const entry = { kind: 'file deleted', subject: file.name, fileId: file.id } as const
            await recordActivity(tx, file.projectId, by, [entry])
          }
          return dropped
        })
        .catch((error: unknown) => {
          throw error instanceof HiddenFull ? hiddenFull(error) : error
        })
      if (outcome === 'refused') {
        throw new Problem(
          409,
          `“${file.name}” is a report of a paid simulation, so it cannot be deleted. Nothing was changed. ` +
            `Reports are kept for ${retentionText(config)} after delivery.`,
        )
      }
      await db.transaction((tx) => touchProject(tx, file.projectId))
      return undefined
    },

    async restoreFile({ identity, file }) {
      const outcome = await db
        .transaction(async (tx) => {
          const by = await lockPerson(tx, identity)
          const restored = await restoreFile(tx, file, config)
          if (restored === 'restored') {
            const entry = { kind: 'file restored', subject: file.name, fileId: file.id } as const
            await recordActivity(tx, file.projectId, by, [entry])
            await touchProject(tx, file.projectId)
          }
          return restored
        })
        .catch((error: unknown) => {
          throw restoreRefusal(file.name, error) ?? error
        })
      if (outcome === 'expired') throw new Problem(409, `The deletion of “${file.name}” can no longer be undone.`)
      const listed = await findFile(db, file.id)
      const [answer] = listed ? await answers([listed], identity) : []
      if (!answer) throw new Problem(404, `“${file.name}” has been deleted again.`)
      return answer
    },
  } satisfies Partial<Handlers>
}

/**
 * Returns the error to send if a file cannot be restored because its name is in use or the project is full; null for
 * any other error.
 */
function restoreRefusal(name: string, error: unknown): Problem | null {
  if (error instanceof NameTaken)
    return new Problem(409, `“${name}” cannot be restored, because another file now has its name.`)
  if (error instanceof OverQuota || error instanceof TooManyFiles)
    return new Problem(
      409,
      `“${name}” cannot be restored, because the project has no room for it anymore. Delete files that are no longer needed, then try again.`,
    )
  return null
}
