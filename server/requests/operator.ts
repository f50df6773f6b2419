/**
 * The operator's actions on simulation requests: start, deliver, cancel. They are available only through the operator's
 * command (scripts/operator/requests.ts); customers see the results.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, ne, sql } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import { fileNameKey, freeFileName } from '../../machines/files/file-names'
import { readRequestNumber } from '../../machines/requests/request-number'
import { type Doer, recordActivity } from '../activity/record'
import type { PaymentProvider } from '../payments/provider'
import type { Db } from '../database/database'
import { everyPage, pageClauses, pageOf } from '../database/pages'
import { givenName } from '../files/file-name'
import { type FileRow, findFileType } from '../files/file-records'
import { OverQuota, receiveContent, type Received } from '../storage/received-content'
import type { Storage } from '../storage/storage'
import { keepFiles, takenNames, TooManyFiles } from '../files/store-files'
import { storePerson } from '../sharing/users'
import { pinFiles } from '../files/pinned-files'
import { findProject, lockProject, projectUsage, touchProject } from '../projects/store'
import { findNumbered, findRequest, notePayment, recordRequest, type RequestRow, summaryColumns } from './store'
import { files, projects, requestReports, simulationRequests } from '../database/schema'

/** The operator's command cannot be executed. The message is one line with the reason. */
export class Refused extends Error {
  override name = 'Refused'
}

type Status = RequestRow['status']

/** The steps, with the statuses that allow them and the resulting status. */
export const steps = {
  start: { from: ['paid'], to: { status: 'in progress' } },
  deliver: { from: ['in progress'], to: { status: 'delivered' } },
  cancel: { from: ['awaiting payment', 'paid', 'in progress'], to: { status: 'cancelled' } },
} as const satisfies Record<string, { from: readonly Status[]; to: { status: Status } }>

export type Step = keyof typeof steps

const LIST_PAGE_SIZE = 200

/**
 * Iterates over all requests except drafts, newest first. This includes requests whose project or layout file no longer
 * exists, since they may still have been paid. Reads page by page and without the requests' rows, which can be large.
 */
export async function* everyRequest(db: Db) {
  const pages = everyPage(LIST_PAGE_SIZE, async (page) => {
    const { created, id, layout, status } = simulationRequests
    const clauses = pageClauses('newest first', [created, id], page)
    const found = await db
      .select({ row: summaryColumns, projectName: projects.name, hasLayout: sql<boolean>`${files.id} is not null` })
      .from(simulationRequests)
      .leftJoin(projects, eq(projects.id, simulationRequests.projectId))
      .leftJoin(files, sql`${files.id}::text = ${layout} ->> 'id'`)
      .where(clauses.where(ne(status, 'draft')))
      .orderBy(...clauses.orderBy)
      .limit(clauses.limit)
    return pageOf(found, page, ({ row }) => ({ time: row.created, id: row.id }))
  })
  for await (const rows of pages) yield* rows
}

/** Finds a request by its id or its number. */
export async function requestById(db: Db, id: string): Promise<RequestRow> {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
  const number = readRequestNumber(id)
  const found = isId ? await findRequest(db, id) : number !== null ? await findNumbered(db, number) : undefined
  if (!found) throw new Refused(`There is no request ${id}.`)
  return found
}

type PaymentServices = { db: Db; payments: Pick<PaymentProvider, 'end'> }

/**
 * Starts or cancels a request. Before an unpaid request is canceled, its payment page is closed, so that it can no
 * longer be paid. Refunds are made at the payment provider, not here.
 */
export async function take(
  { db, payments }: PaymentServices,
  step: Exclude<Step, 'deliver'>,
  id: string,
  by: Doer = operator,
): Promise<RequestRow> {
  const known = await requestById(db, id)
  assertOpen(step, known)
  if (step === 'cancel' && known.status === 'awaiting payment' && known.checkoutId !== null) {
    const ended = await notePayment(db, await endPage(payments, known.checkoutId), by)
    if (ended?.status === 'cancelled') return ended
    throw new Refused(`Request ${id} is being paid for, or has just been paid for. Check it again.`)
  }
  const moved = await db.transaction((tx) => move(tx, step, known, by))
  await touchProject(db, moved.projectId)
  return moved
}

const endPage = (payments: PaymentServices['payments'], checkoutId: string) =>
  payments.end(checkoutId).catch((cause: unknown) => {
    throw new Refused('The payment page could not be closed, so nothing was changed. Try again later.', { cause })
  })

type Store = { db: Db; storage: Storage; limitBytes: number }

type RequestReport = components['schemas']['RequestReport']

/** What was computed from the files of a delivery. Its rows refer to the files by the names they were given. */
export type ComputedReport = Omit<RequestReport, 'files'>

/**
 * Adds the files to the project's Reports, stores the report, and marks the request as delivered. If anything fails,
 * nothing changes.
 */
export async function deliver(
  { db, storage, limitBytes }: Store,
  id: string,
  paths: string[],
  report: ComputedReport | null = null,
): Promise<RequestRow> {
  const known = await requestById(db, id)
  assertOpen('deliver', known)
  if (paths.length === 0) throw new Refused('Specify the files to deliver. They are added to the project’s Reports.')
  const { projectId } = known
  if (!(await findProject(db, projectId, operator.id))) throw noProject()
  const type = await findFileType(db, 'report')
  if (!type) throw new Error('There is no file type "report".')
  await storePerson(db, operator)

  const arrived: (Received & { name: string; modifiedAt: Date })[] = []
  try {
    let left = limitBytes - (await projectUsage(db, projectId)).usedBytes
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
    const uploadedAt = new Date()
    const toRow = (name: string, { head: _, ...file }: (typeof arrived)[number]): FileRow => ({
      ...file,
      name,
      projectId,
      folder: 'reports',
      typeId: type.id,
      typeName: type.name,
      proposedType: type.name,
      uploadedAt,
      uploadedBy: operator.id,
    })
    return await db.transaction(async (tx) => {
      // The project's lock is always acquired before a request's lock, to avoid deadlocks.
      if (!(await lockProject(tx, projectId))) throw noProject()
      const moved = await move(tx, 'deliver', known, operator, report && { verdict: report.verdict })
      const taken = await takenNames(tx, projectId, 'reports')
      const rows = arrived.map((report) => {
        // Reports of different requests often have the same name, so duplicates are numbered instead of refused.
        const name = taken.has(fileNameKey(report.name)) ? freeFileName(report.name, taken) : report.name
        taken.add(fileNameKey(name))
        return toRow(name, report)
      })
      const place = { projectId, folder: 'reports', revises: null, limitBytes } as const
      await keepFiles(tx, rows, place)
      const entries = rows.map((row) => ({ kind: 'file uploaded', subject: row.name, fileId: row.id }) as const)
      await recordActivity(tx, projectId, operator, entries)
      await pinFiles(
        tx,
        known.id,
        rows.map((row) => row.id),
      )
      if (report) {
        const named = new Map(arrived.map(({ name }, index) => [name, rows[index]?.name ?? name]))
        await tx.insert(requestReports).values({ requestId: known.id, report: withFiles(report, rows, named) })
      }
      return moved
    })
  } catch (error) {
    await storage.remove(arrived.map((report) => report.id))
    if (error instanceof OverQuota) throw new Refused('The project does not have enough storage for these files.')
    if (error instanceof TooManyFiles) throw new Refused('The project has reached its file limit.')
    throw error
  }
}

/** The report with its files, and with the names under which they were stored. */
const withFiles = (
  report: ComputedReport,
  rows: Pick<FileRow, 'id' | 'name' | 'size' | 'sha256'>[],
  named: ReadonlyMap<string, string>,
): RequestReport => ({
  ...report,
  rows: report.rows.map((row) => ({ ...row, network: row.network && (named.get(row.network) ?? row.network) })),
  files: rows.map(({ id, name, size, sha256 }) => ({ id, name, size, sha256 })),
})

/** The user that is recorded as the uploader of reports. */
const operator = { id: 'operator', username: 'operator', fullname: 'Operator', email: null }

const noProject = () =>
  new Refused('The project of this request was deleted, so its reports cannot be stored. Cancel the request.')

async function reportAt(file: string): Promise<{ name: string; modifiedAt: Date }> {
  const checked = givenName(path.basename(file))
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new Refused(`${file} is not a file that can be delivered.`)
  if ('wrong' in checked) throw new Refused(checked.wrong)
  return { name: checked.name, modifiedAt: found.mtime }
}

function assertOpen(step: Step, { id, status }: RequestRow) {
  const from: readonly Status[] = steps[step].from
  if (from.includes(status)) return
  const needed =
    from.length === 1
      ? `a request that is ${from[0]}`
      : `a request that is ${from.slice(0, -1).join(', ')} or ${from.at(-1)}`
  throw new Refused(
    `Request ${id} is ${status}: only ${needed} can be ${step === 'cancel' ? 'canceled' : `${step}ed`}.`,
  )
}

/** Updates the request only if its status has not changed, so that one of two concurrent commands is refused. */
async function move(
  tx: Db,
  step: Step,
  { id, status }: RequestRow,
  by: Doer,
  found: Pick<RequestRow, 'verdict'> | null = null,
): Promise<RequestRow> {
  const at = new Date()
  const times = { start: { startedAt: at }, deliver: { deliveredAt: at }, cancel: { cancelledAt: at } }
  const [moved] = await tx
    .update(simulationRequests)
    // A request that has ended waits for nobody.
    .set({ ...steps[step].to, ...times[step], ...found, ...(step !== 'start' && { waitingSince: null }) })
    .where(and(eq(simulationRequests.id, id), eq(simulationRequests.status, status)))
    .returning()
  if (!moved) throw new Refused(`Request ${id} has changed in the meantime. Check it again.`)
  const kinds = { start: 'request started', deliver: 'request delivered', cancel: 'request cancelled' } as const
  await recordRequest(tx, moved, kinds[step], by)
  return moved
}
