/** Form uploads to Inputs. Files are streamed to the storage and counted against the quota; all are kept, or none. */
import type { Readable } from 'node:stream'

import { MAX_PROJECT_FILES } from '../../machines/transfers/upload-limits'
import type { components } from '../../openapi/generated/product'
import { wrongField } from '../http/problem'
import { uploadedBytes, type FileRow } from '../files/file-records'
import { fileAnswers } from '../files/revisions'
import { proposeFileType, type ProposedType } from '../files/file-type'
import { receiveContent, type Received, type Space } from '../storage/received-content'
import { NameTaken, TooManyFiles } from '../files/store-files'
import { projectUsage } from '../projects/store'
import { createQuota, type Reservation } from './quota'
import type { Lease } from '../database/leases'
import type { Handlers, AppServices } from '../auth/route-context'
import { formCheck } from '../http/contract'
import { readForm, type Fields } from '../http/form'
import { resumableUploadHandlers } from './resumable-uploads'
import {
  fileName,
  isSecond,
  nameTaken,
  notEnoughSpace,
  refusalOf,
  refuseInvalidFields,
  typesFor,
} from './upload-checks'
import { keepForm, findRepeatedUpload, usageOf } from './upload-commit'

// Allowance for the boundaries, headers and fields of a form, which are part of its Content-Length.
const FORM_BYTES = 256 * 1024

type Upload = Omit<components['schemas']['Upload'], 'files'>
type Arrived = Received & { name: string; proposed: ProposedType }

const checkUpload = formCheck('Upload', 'uploadFiles')

export const uploadHandlers = (services: AppServices) => {
  const { db, storage, unfinished, config } = services
  const quota = createQuota()

  return {
    ...resumableUploadHandlers(services, quota),

    async uploadFiles({ project, identity, request }) {
      const projectId = project.id
      const announced = Number(request.headers['content-length'] ?? 0)
      const before = await projectUsage(db, projectId, config)
      let space: Space = { left: quota.left(projectId, before), limitBytes: before.limitBytes }
      /**
       * Refuses forms that cannot fit. Files that an earlier attempt of the same call has stored need no more space.
       */
      const assertFits = async () => {
        const missing = announced - FORM_BYTES - space.left
        if (missing > 0 && missing > (await uploadedBytes(db, projectId, identity.id))) throw notEnoughSpace(space)
      }
      await assertFits()

      const diskReservation = storage.space.reserve(announced, await unfinished.waitingBytes())
      let reservation: Reservation | undefined
      let lease: Lease | undefined
      /** Reserves quota in the project. Called once the fields before the first file have been read. */
      const reserve = async (replaces: string | null) => {
        lease = await services.leases.take('upload', projectId, announced)
        const use = await usageOf(services, { projectId, identity, replaces }, { lease: lease.id })
        space = { left: quota.left(projectId, use), limitBytes: use.limitBytes }
        await assertFits()
        return quota.reserve(projectId, { ...use, announced })
      }
      const arrived: Arrived[] = []
      let newFiles = 0
      const receive = async (content: Readable, given: string, fields: Fields) => {
        refuseInvalidFields(identity, fields)
        const name = fileName('files', given)
        checkUpload({ uid: '', uname: '', ...fields, files: [name] })
        const { replaces = null } = fields as Upload
        const repeated = await findRepeatedUpload(db, name, { projectId, identity, replaces })
        // One extra file is allowed here, since a field after the files may still turn the upload into a new revision.
        if (!repeated && before.fileCount + newFiles++ > MAX_PROJECT_FILES)
          throw new TooManyFiles(Math.max(0, MAX_PROJECT_FILES - before.fileCount))
        const reserved = (reservation ??= await reserve(replaces))
        let uncounted = repeated?.size ?? 0
        const received = await receiveContent(storage, content, {
          take(bytes: number) {
            const counted = Math.max(0, bytes - uncounted)
            uncounted -= bytes - counted
            if (counted > 0) reserved.take(counted)
            diskReservation.take(bytes)
          },
        })
        arrived.push({ ...received, name, proposed: proposeFileType(name, received) })
      }

      try {
        const fields = await readForm(request, receive)
        checkUpload({ ...fields, files: arrived.map(({ name }) => name) })
        refuseInvalidFields(identity, fields)
        const { ftype, last_modified_times: times, replaces = null } = fields as Upload
        if (replaces !== null && arrived.length > 1)
          throw wrongField('replaces', 'replaces applies to one file. Upload that file on its own.')
        const modified = modifiedTimes(times, arrived.length)
        const typeOf = await typesFor(db, ftype)
        const now = Date.now()
        const rows = arrived.map(({ head: _, entries: __, proposed, ...file }, index): FileRow => {
          const type = typeOf(proposed)
          // The times differ by a millisecond, so that the list (newest first) keeps the order of the upload.
          const uploadedAt = new Date(now - index)
          return {
            ...file,
            projectId,
            folder: 'inputs',
            typeId: type.id,
            typeName: type.name,
            proposedType: proposed,
            modifiedAt: modified[index] ?? uploadedAt,
            uploadedAt,
            uploadedBy: identity.id,
          }
        })
        const stored = await keepForm(services, rows, { projectId, identity, replaces })
        const kept = new Set(stored.map(({ id }) => id))
        // The files now belong to the project and must not be deleted if a later step fails.
        const spare = arrived.splice(0).filter(({ id }) => !kept.has(id))
        await storage.remove(spare.map(({ id }) => id))
        return await fileAnswers(db, stored, config, identity.id)
      } catch (error) {
        await storage.remove(arrived.map(({ id }) => id))
        if (error instanceof NameTaken) throw nameTaken('files', error, 'whole')
        throw refusalOf(error, space)
      } finally {
        diskReservation.release()
        reservation?.release()
        await lease?.release()
      }
    },
  } satisfies Partial<Handlers>
}

function modifiedTimes(given: string | undefined, fileCount: number): Date[] {
  if (given === undefined) return []
  let seconds: unknown
  try {
    seconds = JSON.parse(given)
  } catch {
    seconds = undefined
  }
  const isTime = (value: unknown): value is number => typeof value === 'number' && isSecond(value)
  if (!Array.isArray(seconds) || seconds.length !== fileCount || !seconds.every(isTime)) {
    throw wrongField(
      'last_modified_times',
      'last_modified_times must be a JSON array with a time in seconds since 1970 for each file, such as [1735689600].',
    )
  }
  return seconds.map((second) => new Date(second * 1000))
}
