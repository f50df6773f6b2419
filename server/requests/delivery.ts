/**
 * Deliveries of requests. The staff deliver in the product (staff/delivery-routes.ts), operators with a command; both
 * store the files and the report here. A correction is another delivery, which replaces the previous one.
 */
import { createReadStream } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { and, desc, eq } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import { fileNameKey, freeFileName } from '../../machines/files/file-names'
import { recordActivity } from '../activity/record'
import type { Db } from '../database/database'
import {
  files as fileTable,
  requestDeliveries,
  requestFiles,
  requestReports,
  simulationRequests,
} from '../database/schema'
import { givenName } from '../files/file-name'
import { type FileRow, findFileType } from '../files/file-records'
import { pinFiles } from '../files/pinned-files'
import { listedRevision, TooManyRevisions } from '../files/revisions'
import { Problem } from '../http/problem'
import { keepFiles, takenNames, TooManyFiles } from '../files/store-files'
import { findProject, lockProject, projectUsage } from '../projects/store'
import type { UsualLimit } from '../projects/storage-limit'
import { type Caller, type Doer, lockPerson, storePerson } from '../sharing/users'
import { OverQuota, receiveContent, type Received } from '../storage/received-content'
import type { Storage } from '../storage/storage'
import { assertOpen, move, operator, Refused, requestById } from './request-steps'
import { recordRequest, type RequestRow } from './store'

type Schemas = components['schemas']
type DeliveryRow = typeof requestDeliveries.$inferSelect

/**
 * What was computed from the files of a delivery. Its rows refer to the files by the names under which they were
 * submitted.
 */
export type ComputedReport = Schemas['ComputedReport']

/** A received file of a delivery. */
export type ArrivedFile = Received & { name: string; modifiedAt: Date }

/** A delivery without its files. */
export type NewDelivery = {
  /** Identifies a repeated call. */
  id: string
  /**
   * The number of the delivery that this one corrects, as last seen by the person who makes the correction; 0 for the
   * first delivery.
   */
  replaces: number
  /** What was corrected and why. */
  reason: string | null
  report: ComputedReport | null
  by: Caller
}

/** The maximum number of deliveries per request, as in the contract. */
const MAX_DELIVERIES = 20

/**
 * Adds files on this machine to the project's Reports, stores the report, and marks the request as delivered. If
 * anything fails, nothing changes.
 */
export async function deliver(
  { db, storage, usual }: { db: Db; storage: Storage; usual: UsualLimit },
  id: string,
  paths: string[],
  report: ComputedReport | null = null,
): Promise<RequestRow> {
  const known = await requestById(db, id)
  assertOpen('deliver', known)
  if (paths.length === 0)
    throw new Refused('Specify the files to deliver. They will be added to the project’s Reports folder.')
  if (!(await findProject(db, known.projectId, operator.id))) throw noProject()
  await storePerson(db, operator)
  const arrived: ArrivedFile[] = []
  try {
    const { usedBytes, limitBytes } = await projectUsage(db, known.projectId, usual)
    let left = limitBytes - usedBytes
    const allowance = {
      take(bytes: number) {
        left -= bytes
        if (left < 0) throw new OverQuota()
      },
    }
    for (const source of paths) {
      const { name, modifiedAt } = await reportAt(source)
      arrived.push({ name, modifiedAt, ...(await receiveContent(storage, createReadStream(source), allowance)) })
    }
    const delivery = { id: randomUUID(), replaces: 0, reason: null, report, by: operator }
    return (await keepDelivery(db, known, arrived, delivery, usual)).request
  } catch (error) {
    await storage.remove(arrived.map((one) => one.id))
    if (error instanceof OverQuota)
      throw new Refused('The project does not have enough storage for these files. Raise its storage limit first.')
    if (error instanceof TooManyFiles)
      throw new Refused(
        `The project cannot hold this many files: it has room for ${error.left} more. Deliver fewer files, or ask the customer to delete some.`,
      )
    throw error
  }
}

async function reportAt(file: string): Promise<{ name: string; modifiedAt: Date }> {
  const checked = givenName(path.basename(file))
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new Refused(`${file} does not exist or is not a file.`)
  if ('wrong' in checked) throw new Refused(checked.wrong)
  return { name: checked.name, modifiedAt: found.mtime }
}

/**
 * Stores a delivery with its received files, in one transaction. The files of a correction become new revisions of
 * those with the same names in the delivery that it replaces. Throws Refused, OverQuota or TooManyFiles. A repeated
 * call has no effect. `isKept` is true if the content of the received files is needed, and false if it has to be
 * deleted.
 */
export async function keepDelivery(
  db: Db,
  { id: requestId, projectId }: RequestRow,
  arrived: ArrivedFile[],
  { id, replaces, reason, report, by: caller }: NewDelivery,
  usual: UsualLimit,
): Promise<{ request: RequestRow; isKept: boolean }> {
  const type = await findFileType(db, 'report')
  if (!type) throw new Error('There is no file type "report".')
  return db
    .transaction(async (tx) => {
      const by = await lockPerson(tx, caller)
      // The project's lock is always acquired before a request's lock, to avoid deadlocks.
      const isOpen = await lockProject(tx, projectId)
      const [current] = await tx
        .select()
        .from(simulationRequests)
        .where(eq(simulationRequests.id, requestId))
        .for('update')
      if (!isOpen || !current) throw noProject()
      if (await isDelivered(tx, id, requestId)) return { request: current, isKept: false }
      const [last] = await deliveriesOf(tx, current)
      if ((last?.number ?? 0) !== replaces) {
        throw new Refused('Someone else delivered in the meantime. Check their delivery first.')
      }
      if (!last) assertOpen('deliver', current)
      else if (reason === null) throw new Refused('State what was corrected and why. The customer can read it.')
      if (replaces === MAX_DELIVERIES) throw new Refused(`A request can have at most ${MAX_DELIVERIES} deliveries.`)
      if (report) assertFits(report, current, new Set(arrived.map(({ name }) => name)))

      const replaced = await replaceableFiles(tx, projectId, last?.files ?? [])
      const taken = await takenNames(tx, projectId, 'reports')
      const uploadedAt = new Date()
      const rows: FileRow[] = []
      for (const { head: _, entries: __, ...file } of arrived) {
        const revises = replaced.get(fileNameKey(file.name)) ?? null
        replaced.delete(fileNameKey(file.name))
        // Reports of different requests often have the same name, so duplicates are numbered instead of refused.
        const isTaken = revises === null && taken.has(fileNameKey(file.name))
        const name = revises?.name ?? (isTaken ? freeFileName(file.name, taken) : file.name)
        taken.add(fileNameKey(name))
        const types = { typeId: type.id, typeName: type.name, proposedType: type.name }
        const row = { ...file, ...types, name, projectId, folder: 'reports', uploadedAt, uploadedBy: by.id } as const
        rows.push(...(await keepFiles(tx, [row], { projectId, folder: 'reports', revises, usual })))
        const kind = revises ? 'file revised' : 'file uploaded'
        await recordActivity(tx, projectId, by, [{ kind, subject: name, fileId: row.id }])
      }
      await pinFiles(
        tx,
        requestId,
        rows.map((row) => row.id),
      )
      const files = rows.map(({ id, name, size, sha256 }) => ({ id, name, size, sha256 }))
      if (last) await archive(tx, last)
      if (report) {
        const named = new Map(arrived.map(({ name }, index) => [name, rows[index]?.name ?? name]))
        await tx.insert(requestReports).values({ requestId, report: { ...withStoredNames(report, named), files } })
      }
      const verdict = report?.verdict ?? null
      const values = { id, requestId, number: replaces + 1, deliveredAt: uploadedAt, reason, files, verdict }
      await tx.insert(requestDeliveries).values({ ...values, byId: by.id, byName: by.fullname })
      const request = last
        ? await correct(tx, current, by, verdict)
        : await move(tx, 'deliver', current, by, { verdict })
      return { request, isKept: true }
    })
    .catch((error: unknown) => {
      if (error instanceof TooManyRevisions) throw new Refused(`${error.message} Deliver the file under another name.`)
      throw error
    })
}

/** Whether the delivery with this id has been stored. */
export async function isDelivered(db: Db, id: string, requestId: string): Promise<boolean> {
  return (
    (await db.$count(
      requestDeliveries,
      and(eq(requestDeliveries.id, id), eq(requestDeliveries.requestId, requestId)),
    )) > 0
  )
}

/** The files of a delivery that are still listed, by the keys of their names. */
async function replaceableFiles(
  tx: Db,
  projectId: string,
  files: Schemas['PinnedFile'][],
): Promise<Map<string, FileRow>> {
  const found = new Map<string, FileRow>()
  for (const { id } of files) {
    const listed = await listedRevision(tx, projectId, id)
    if (listed?.id === id) found.set(fileNameKey(listed.name), listed)
  }
  return found
}

/** Keeps the current delivery, with its report, as an earlier delivery. */
async function archive(tx: Db, { report: _, ...delivery }: DeliveryRow): Promise<void> {
  const [current] = await tx.delete(requestReports).where(eq(requestReports.requestId, delivery.requestId)).returning()
  const report = current?.report ?? null
  await tx
    .insert(requestDeliveries)
    .values({ ...delivery, report })
    .onConflictDoUpdate({ target: requestDeliveries.id, set: { report } })
}

/**
 * Updates a request after a correction of its delivery. The date of the first delivery stays, because the files'
 * retention period starts on that date.
 */
async function correct(tx: Db, { id }: RequestRow, by: Doer, verdict: RequestRow['verdict']): Promise<RequestRow> {
  const [changed] = await tx
    .update(simulationRequests)
    .set({ verdict })
    .where(eq(simulationRequests.id, id))
    .returning()
  if (!changed) throw noProject()
  await recordRequest(tx, changed, 'delivery corrected', by)
  return changed
}

/** The report with the names under which its files were stored. */
const withStoredNames = (
  { verdict, words, assumptions, rows }: ComputedReport,
  named: ReadonlyMap<string, string>,
) => ({
  ...{ verdict, words, assumptions },
  rows: rows.map((row) => ({ ...row, network: row.network && (named.get(row.network) ?? row.network) })),
})

/** Refuses a report that is not about rows of the request and delivered files, or that contains a row twice. */
function assertFits({ rows }: ComputedReport, { si, pi }: RequestRow, names: ReadonlySet<string>) {
  const seen = new Set<string>()
  for (const { kind, number, network } of rows) {
    const row = `${kind.toUpperCase()} ${number}`
    if (number > (kind === 'si' ? si : pi).length) throw new Refused(`The request has no row ${row}.`)
    if (seen.has(row)) throw new Refused(`The report contains row ${row} twice.`)
    seen.add(row)
    if (network !== null && !names.has(network)) throw new Refused(`${row}: The delivery does not contain ${network}.`)
  }
}

const noProject = () =>
  new Refused('The project of this request was deleted, so its reports cannot be stored. Cancel the request.')

/** Returns the deliveries of a request, newest first. */
export async function deliveriesOf(db: Db, request: RequestRow): Promise<DeliveryRow[]> {
  const found = await db
    .select()
    .from(requestDeliveries)
    .where(eq(requestDeliveries.requestId, request.id))
    .orderBy(desc(requestDeliveries.number))
  return found.length > 0 || request.deliveredAt === null
    ? found
    : [await earlierDelivery(db, request, request.deliveredAt)]
}

/** Returns a delivery that was made with a release that did not store deliveries. */
async function earlierDelivery(db: Db, { id, verdict }: RequestRow, deliveredAt: Date): Promise<DeliveryRow> {
  const { name, size, sha256 } = fileTable
  const files = await db
    .select({ id: fileTable.id, name, size, sha256 })
    .from(requestFiles)
    .innerJoin(fileTable, eq(fileTable.id, requestFiles.fileId))
    .where(and(eq(requestFiles.requestId, id), eq(fileTable.folder, 'reports')))
    .orderBy(fileTable.uploadedAt, fileTable.id)
  const rest = { byId: null, byName: null, reason: null, report: null }
  return { id: randomUUID(), requestId: id, number: 1, deliveredAt, files, verdict, ...rest }
}

/** Returns deliveries in the API's format. */
export const deliveryAnswers = (rows: DeliveryRow[]): Schemas['RequestDelivery'][] =>
  rows.map(({ number, deliveredAt, byName, reason, verdict, files }) => ({
    ...{ number, reason, verdict, files },
    at: deliveredAt.toISOString(),
    by: byName,
  }))

/**
 * Returns the report of the delivery with this number, or of the current delivery if the number is null. Throws a 404
 * if there is none.
 */
export async function reportOf(db: Db, requestId: string, { delivery = null }: { delivery?: number | null }) {
  const report = await findReport(db, requestId, delivery)
  if (!report) throw new Problem(404, 'There is no such report.')
  return report
}

/**
 * Returns the report of the delivery with this number, or of the current delivery if `number` is null. Returns
 * undefined if there is none.
 */
export async function findReport(
  db: Db,
  requestId: string,
  number: number | null = null,
): Promise<Schemas['RequestReport'] | undefined> {
  if (number !== null) {
    const known = await db
      .select({ number: requestDeliveries.number, report: requestDeliveries.report })
      .from(requestDeliveries)
      .where(eq(requestDeliveries.requestId, requestId))
      .orderBy(desc(requestDeliveries.number))
    const current = known[0]?.number ?? 1
    if (number !== current) return known.find((one) => one.number === number)?.report ?? undefined
  }
  const [found] = await db.select().from(requestReports).where(eq(requestReports.requestId, requestId))
  return found?.report
}
