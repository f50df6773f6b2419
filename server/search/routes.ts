/** The handler that searches for files by name in all projects that a user can see. */
import { and, eq, ilike, isNull } from 'drizzle-orm'

import type { AppServices, Handlers } from '../auth/route-context'
import { pageClauses, pageOf, pageRequest } from '../database/pages'
import { files, projects } from '../database/schema'
import { linkNext } from '../http/page-link'
import { visibleTo } from '../projects/store'

const DEFAULT_PAGE_SIZE = 20

/** Returns the LIKE pattern for any text that contains this text. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

export const searchHandlers = ({ db }: AppServices) =>
  ({
    async searchFiles({ identity, query, ...call }) {
      const page = pageRequest(query, DEFAULT_PAGE_SIZE)
      const clauses = pageClauses('newest first', [files.uploadedAt, files.id], page)
      const found = await db
        .select({
          id: files.id,
          name: files.name,
          folder: files.folder,
          uploadedAt: files.uploadedAt,
          projectId: files.projectId,
          projectName: projects.name,
        })
        .from(files)
        .innerJoin(projects, eq(projects.id, files.projectId))
        .where(
          clauses.where(and(visibleTo(db, identity), isNull(files.hiddenAt), ilike(files.name, containing(query.q)))),
        )
        .orderBy(...clauses.orderBy)
        .limit(clauses.limit)
      const { rows, next } = pageOf(found, page, ({ uploadedAt, id }) => ({ time: uploadedAt, id }))
      linkNext(call, next)
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        project_id: row.projectId,
        project_name: row.projectName,
        folderId: row.folder,
        uploaded_at: row.uploadedAt.toISOString(),
      }))
    },
  }) satisfies Partial<Handlers>
