/** What is new to a person in the files of a project: reports, and other people's comments, that they have not seen. */
import { sql, type SQL } from 'drizzle-orm'

import type { Db } from '../database/database'
import { comments, files, projectMembers, projects, seenFiles } from '../database/schema'
import type { FileRow } from './file-records'

/** When the person joined the project. Null for administrators who are not members: nothing is marked for them. */
const joined = (projectId: SQL, reader: string) =>
  sql`(select ${projectMembers.since} from ${projectMembers}
    where ${projectMembers.projectId} = ${projectId} and ${projectMembers.userId} = ${reader})`

const document = sql`coalesce(${files.documentId}, ${files.id})`

const seenUntil = (documentId: SQL, reader: string) =>
  sql`(select ${seenFiles.until} from ${seenFiles}
    where ${seenFiles.personId} = ${reader} and ${seenFiles.documentId} = ${documentId})`

const isUnseen = (time: SQL, documentId: SQL, projectId: SQL, reader: string) =>
  sql`${time} > coalesce(${seenUntil(documentId, reader)}, ${joined(projectId, reader)})`

/** Whether somebody else wrote the comment after the person joined, and it was not deleted. */
const isOfOthers = (projectId: SQL, reader: string) =>
  sql`${comments.projectId} = ${projectId} and ${comments.created} > ${joined(projectId, reader)}
    and ${comments.author} <> ${reader} and ${comments.deletedAt} is null`

const isReport = sql`${files.hiddenAt} is null and ${files.folder} = 'reports'`

/** The SQL expression that is true if a listed project contains something new. */
export function hasNews(reader: string): SQL<boolean> {
  const projectId = sql`${projects.id}`
  return sql<boolean>`(exists (select from ${comments}
      where ${isOfOthers(projectId, reader)}
        and ${isUnseen(sql`${comments.created}`, sql`${comments.documentId}`, projectId, reader)}
        and exists (select from ${files} where ${files.hiddenAt} is null
          and (${files.id} = ${comments.documentId} or ${files.documentId} = ${comments.documentId})))
    or exists (select from ${files}
      where ${files.projectId} = ${projectId} and ${isReport}
        and ${isUnseen(sql`${files.uploadedAt}`, document, projectId, reader)}))`
}

/** Returns the time of the newest unseen item in each file of a project that has one, by file id. */
export async function newsOf(db: Db, rows: FileRow[], reader: string): Promise<Map<string, Date>> {
  const [first] = rows
  if (!first) return new Map()
  const projectId = sql`${first.projectId}::uuid`
  const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
  const found = await db
    .select({
      id: files.id,
      news: sql<string | null>`to_char(greatest(
        case when ${isReport} and ${isUnseen(sql`${files.uploadedAt}`, document, projectId, reader)} then ${files.uploadedAt} end,
        news.newest) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(files)
    .leftJoin(
      sql`(select ${comments.documentId} as document_id, max(${comments.created}) as newest from ${comments}
        where ${isOfOthers(projectId, reader)}
          and ${isUnseen(sql`${comments.created}`, sql`${comments.documentId}`, projectId, reader)}
        group by ${comments.documentId}) as news`,
      sql`news.document_id = ${document}`,
    )
    .where(sql`${files.id} = ${ids} and (news.newest is not null or ${isReport})`)
  return new Map(found.flatMap(({ id, news }) => (news === null ? [] : [[id, new Date(news)]])))
}

type Seen = { file: FileRow; personId: string; until: Date }

/** Records that a person has seen everything new in a file up to a time, but never up to a time in the future. */
export async function storeSeen(db: Db, { file, personId, until }: Seen): Promise<void> {
  const time = sql`least(${until.toISOString()}::timestamptz, now())`
  await db
    .insert(seenFiles)
    .values({ personId, projectId: file.projectId, documentId: file.documentId ?? file.id, until: time })
    .onConflictDoUpdate({
      target: [seenFiles.personId, seenFiles.documentId],
      set: { until: time },
      setWhere: sql`${seenFiles.until} < ${time}`,
    })
}
