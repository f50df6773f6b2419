/**
 * What is new to a person in the files of a project: reports and other people's comments that the person has not seen.
 */
import { eq, type Placeholder, sql, type SQL } from 'drizzle-orm'

import type { Db } from '../database/database'
import { commentedFiles, files, projectMembers, projects, seenFiles } from '../database/schema'
import type { FileRow } from './file-records'

/** A person's id, or its placeholder in a prepared statement. */
export type Reader = string | Placeholder

/** When the person joined the project. Null for administrators who are not members, for whom nothing counts as new. */
const joined = (projectId: SQL, reader: Reader) =>
  sql`(select ${projectMembers.since} from ${projectMembers}
    where ${projectMembers.projectId} = ${projectId} and ${projectMembers.userId} = ${reader})`

const document = sql`coalesce(${files.documentId}, ${files.id})`

const seenUntil = (documentId: SQL, reader: Reader) =>
  sql`(select ${seenFiles.until} from ${seenFiles}
    where ${seenFiles.personId} = ${reader} and ${seenFiles.documentId} = ${documentId})`

/** Whether the time is after the reader joined the project, and after the reader last saw the file, if ever. */
const isUnseen = (time: SQL, documentId: SQL, projectId: SQL, reader: Reader) =>
  sql`${time} > ${joined(projectId, reader)}
    and ${time} > coalesce(${seenUntil(documentId, reader)}, '-infinity'::timestamptz)`

/** The time of the newest comment on a file by anyone other than the reader. */
const newestOfOthers = (reader: Reader) =>
  sql`case when ${commentedFiles.newestBy} = ${reader} then ${commentedFiles.newestByOthers} else ${commentedFiles.newest} end`

const hasUnseenComment = (projectId: SQL, reader: Reader) =>
  isUnseen(newestOfOthers(reader), sql`${commentedFiles.documentId}`, projectId, reader)

const isReport = sql`${files.hiddenAt} is null and ${files.folder} = 'reports'`

/**
 * An SQL expression for queries of `projects` that is true if the project contains something new for the reader. It
 * reads the files with comments, newest comment first, and stops at the first file with a comment that the reader has
 * not seen.
 */
export function hasNews(reader: Reader): SQL<boolean> {
  const projectId = sql`${projects.id}`
  return sql<boolean>`(coalesce((select true from ${commentedFiles}
      where ${commentedFiles.projectId} = ${projectId} and ${commentedFiles.isListed}
        and ${commentedFiles.newest} > ${joined(projectId, reader)} and ${hasUnseenComment(projectId, reader)}
      order by ${commentedFiles.newest} desc limit 1), false)
    or exists (select from ${files}
      where ${files.projectId} = ${projectId} and ${isReport}
        and ${isUnseen(sql`${files.uploadedAt}`, document, projectId, reader)}))`
}

/**
 * Returns, by file id, when the newest unseen item of each file was added. Files without unseen items are left out. All
 * files must belong to the same project.
 */
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
        case when ${hasUnseenComment(projectId, reader)} then ${newestOfOthers(reader)} end
      ) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(files)
    .leftJoin(commentedFiles, eq(commentedFiles.documentId, document))
    .where(sql`${files.id} = ${ids} and (${commentedFiles.newest} is not null or ${isReport})`)
  return new Map(found.flatMap(({ id, news }) => (news === null ? [] : [[id, new Date(news)]])))
}

type Seen = { file: FileRow; personId: string; until: Date }

/** Records that a person has seen everything new in a file up to a given time, but never up to a time in the future. */
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
