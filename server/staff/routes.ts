/** Handlers for the company's own staff, who work on the requests of all customers. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { Readable } from 'node:stream'

import { requestNumber } from '../../machines/requests/request-number'
import { recordActivity } from '../activity/record'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { pageRequest } from '../database/pages'
import { activity } from '../database/schema'
import { archiveNames } from '../files/file-name'
import { fileSizes, findKeptFile } from '../files/file-records'
import { paymentsUnavailable, Problem, wrongField } from '../http/problem'
import { plainText } from '../http/text'
import { listMessages, writeAsStaff } from '../requests/conversation'
import { reportOf } from '../requests/delivery'
import { filesOfRequest, orderedFiles } from '../requests/request-files'
import { ProviderDown, Refused, take } from '../requests/request-steps'
import { refund } from '../requests/refunds'
import { type RequestRow, statusText } from '../requests/store'
import { type Caller, type Doer, lockPerson } from '../sharing/users'
import { StorageUnavailable } from '../storage/storage'
import { attachment } from '../transfers/content-disposition'
import { sendFile } from '../transfers/downloads'
import { zipOf } from '../transfers/zip'
import { changeStorageLimit } from './storage-limit'
import { changeWork, listQueue, staffRequest } from './store'

const DEFAULT_PAGE_SIZE = 50

export const staffHandlers = ({ db, storage, payments, config }: AppServices) =>
  ({
    listStaffRequests: ({ identity, query }) => listQueue(db, query, identity, pageRequest(query, DEFAULT_PAGE_SIZE)),

    getStaffRequest: ({ simulationRequest }) => staffRequest({ db, config }, simulationRequest.id),

    async assignStaffRequest({ identity, simulationRequest: { id, status }, body: { mine, from } }) {
      if (mine && status !== 'paid' && status !== 'in progress') {
        throw new Problem(
          409,
          `This request is ${statusText(status)}: only a paid request that has not been delivered can be assigned.`,
        )
      }
      await changeWork(db, id, identity, ({ assigneeId, assigneeName }, by) => {
        // A repeated call has no effect.
        if (mine ? assigneeId === by.id : assigneeId === null) return {}
        if (assigneeId !== from) {
          throw new Problem(
            409,
            assigneeId === null
              ? 'The request was unassigned in the meantime. Please check it again.'
              : `The request was assigned to ${assigneeName} in the meantime. Please check it again.`,
          )
        }
        return mine ? assignedTo(by) : { assigneeId: null, assigneeName: null }
      })
      return staffRequest({ db, config }, id)
    },

    async startStaffRequest({ identity, simulationRequest: { id } }) {
      await take({ db, payments }, 'start', id, identity).catch(refused)
      await changeWork(db, id, identity, ({ assigneeId }, by) => (assigneeId === null ? assignedTo(by) : {}))
      return staffRequest({ db, config }, id)
    },

    async cancelStaffRequest({ identity, simulationRequest: { id } }) {
      await take({ db, payments }, 'cancel', id, identity).catch(refused)
      return staffRequest({ db, config }, id)
    },

    async refundStaffRequest({ identity, simulationRequest, body: { reason, ...wanted } }) {
      const text = plainText(reason)
      if (text === '') throw wrongField('reason', 'reason must not be empty.')
      await refund(db, simulationRequest, { ...wanted, reason: text }, identity).catch(refused)
      return staffRequest({ db, config }, simulationRequest.id)
    },

    async changeStorageLimit({ identity, simulationRequest: { id }, body: { limit_gb: limitGb, from } }) {
      await changeStorageLimit({ db, config }, id, { limitGb, from, by: identity })
      return staffRequest({ db, config }, id)
    },

    async changeStaffNotes({ identity, simulationRequest: { id }, body: { notes, version } }) {
      await changeWork(db, id, identity, ({ notes: known, notesVersion }) => {
        // A repeated call has no effect.
        if (notes === known) return {}
        if (version !== notesVersion) {
          throw new Problem(
            409,
            'Someone else has changed the notes in the meantime. Your text is kept here. Compare it with the saved notes, then save it.',
          )
        }
        return { notes, notesVersion: notesVersion + 1 }
      })
      return staffRequest({ db, config }, id)
    },

    async changeStaffChecklist({ identity, simulationRequest: { id }, body: { item, done } }) {
      await changeWork(db, id, identity, ({ done: known }, by) => {
        if (known.some((one) => one.item === item) === done) return {}
        const others = known.filter((one) => one.item !== item)
        const own = { item, by: by.fullname, byId: by.id, at: new Date().toISOString() }
        return { done: done ? [...others, own] : others }
      })
      return staffRequest({ db, config }, id)
    },

    listStaffMessages: ({ simulationRequest: { id }, query }) =>
      listMessages(db, id, pageRequest(query, DEFAULT_PAGE_SIZE)),

    addStaffMessage: ({ identity, simulationRequest, body }) => writeAsStaff(db, simulationRequest, identity, body),

    async exportStaffFiles({ request, reply, identity, simulationRequest }) {
      const number = requestNumber(simulationRequest.number)
      const named = () => attachment(reply, `${number} inputs.zip`).type('application/zip')
      if (request.method === 'HEAD') {
        named()
        return Readable.from([])
      }
      // The content is read while the zip is sent, which is too late for an error response, so the storage is checked
      // first.
      if (!(await storage.isAnswering())) throw new StorageUnavailable('The ZIP file could not be created.')
      await recordAccess(db, simulationRequest, identity)
      named()
      const files = orderedFiles(simulationRequest)
      const sizes = await fileSizes(
        db,
        files.map(({ id }) => id),
      )
      const names = archiveNames(files.map(({ name }) => name))
      return zipOf(
        files.map(({ id }, index) => ({
          open: () => storage.get(id),
          name: names[index] ?? id,
          date: simulationRequest.created,
          size: sizes.get(id) ?? 0,
        })),
      )
    },

    getStaffReport: ({ simulationRequest, query }) => reportOf(db, simulationRequest.id, query),

    async downloadStaffFile({ request, reply, identity, simulationRequest, path: { fileId } }) {
      const isOfRequest = (await filesOfRequest(db, simulationRequest)).has(fileId)
      const file = isOfRequest && (await findKeptFile(db, fileId))
      if (!file) throw new Problem(404, 'The request has no such file, or it is no longer stored.')
      if (request.method !== 'HEAD') await recordAccess(db, simulationRequest, identity)
      return sendFile(request, reply, storage, file)
    },
  }) satisfies Partial<Handlers>

const refused = (error: unknown): never => {
  if (error instanceof ProviderDown) throw paymentsUnavailable(error)
  throw error instanceof Refused ? new Problem(409, error.message, { cause: error }) : error
}

const assignedTo = ({ id, fullname }: Doer) => ({ assigneeId: id, assigneeName: fullname })

/**
 * Records that a staff member reads the files of a request, so that the members of the project can see it. Repeated
 * downloads within a minute, such as a retry, are recorded once.
 */
async function recordAccess(db: Db, { id, projectId, layout, number }: RequestRow, caller: Caller): Promise<void> {
  const kind = 'request files opened'
  await db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const isRecent = and(
      eq(activity.projectId, projectId),
      eq(activity.kind, kind),
      eq(activity.personId, by.id),
      eq(activity.requestId, id),
      gt(activity.at, sql`now() - interval '1 minute'`),
    )
    if ((await tx.$count(activity, isRecent)) > 0) return
    const subject = `${layout.name} (${requestNumber(number)})`
    await recordActivity(tx, projectId, by, [{ kind, subject, requestId: id }])
  })
}
