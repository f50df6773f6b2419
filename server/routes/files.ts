/** Files that are there: listed, measured, typed, deleted. */
import { eq } from 'drizzle-orm'

import type { FileRow } from '../store/file-records'
import { Problem, wrongField } from '../problem'
import { countFiles, fileAnswer, findFileType, listFiles, listFileTypes } from '../store/file-records'
import { dropFile, pinnedIn } from '../store/pins'
import { touchProject, usedBytes } from '../store/projects'
import { files as fileTable } from '../store/schema'
import type { Handlers, Surroundings } from './call'

const MB = 1_048_576

export const fileHandlers = ({ db, files, config }: Surroundings) => {
  const answers = async (projectId: string, rows: FileRow[]) => {
    const pinned = await pinnedIn(db, projectId, config)
    return rows.map((row) => fileAnswer(row, pinned.has(row.id)))
  }
  const filesOf = async (projectId: string) => answers(projectId, await listFiles(db, projectId))

  return {
    async listFiles({ project, query: { limit } }) {
      if (limit === undefined) return filesOf(project.id)
      const [files, total] = await Promise.all([listFiles(db, project.id, { limit }), countFiles(db, project.id)])
      return { files: await answers(project.id, files), total }
    },
    listFilesForRequest: ({ project }) => filesOf(project.id),
    listFileTypes: () => listFileTypes(db),
    getFilesSize: async ({ project }) => (await usedBytes(db, project.id)) / MB,

    async changeFileType({ file, body }) {
      const type = await findFileType(db, body.fileType)
      if (!type) {
        const names = (await listFileTypes(db)).map(({ name }) => name).join(', ')
        throw wrongField('fileType', `fileType must be one of ${names}.`)
      }
      await db.update(fileTable).set({ typeId: type.id }).where(eq(fileTable.id, file.id))
      await touchProject(db, file.projectId)
      const [changed] = await answers(file.projectId, [{ ...file, typeName: type.name }])
      if (!changed) throw new Error('The file is missing from the answer.')
      return changed
    },

    async deleteFile({ file }) {
      const outcome = await db.transaction((tx) => dropFile(tx, file, config))
      if (outcome === 'refused') {
        throw new Problem(
          409,
          `"${file.name}" is a report of a simulation that was paid for, so it cannot be deleted. Nothing was changed. ` +
            `Reports are kept for ${config.retentionMonths} months after their delivery.`,
        )
      }
      if (outcome === 'deleted') await files.remove(file.id)
      await touchProject(db, file.projectId)
      return undefined
    },
  } satisfies Partial<Handlers>
}
