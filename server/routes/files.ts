/** Files that are there: listed, measured, typed, deleted. */
import { eq } from 'drizzle-orm'

import { wrongField } from '../problem'
import { countFiles, fileAnswer, findFileType, listFiles, listFileTypes } from '../store/file-records'
import { touchProject, usedBytes } from '../store/projects'
import { files as fileTable } from '../store/schema'
import type { Handlers, Surroundings } from './call'

const MB = 1_048_576

export const fileHandlers = ({ db, files }: Surroundings) => {
  const filesOf = async (projectId: string) => (await listFiles(db, projectId)).map(fileAnswer)

  return {
    async listFiles({ project, query: { limit } }) {
      if (limit === undefined) return filesOf(project.id)
      const [files, total] = await Promise.all([listFiles(db, project.id, { limit }), countFiles(db, project.id)])
      return { files: files.map(fileAnswer), total }
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
      return fileAnswer({ ...file, typeName: type.name })
    },

    async deleteFile({ file }) {
      await db.delete(fileTable).where(eq(fileTable.id, file.id))
      await files.remove(file.id)
      await touchProject(db, file.projectId)
      return undefined
    },
  } satisfies Partial<Handlers>
}
