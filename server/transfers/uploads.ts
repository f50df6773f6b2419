/** Uploads into Inputs: streamed to the disk, counted against the quota as they come, all kept or none. */
import type { Readable } from 'node:stream'

import type { components } from '../../openapi/generated/product'
import { noSuchProject, wrongField } from '../http/problem'
import { fileAnswer, type FileRow } from '../files/file-records'
import { proposeFileType, type ProposedType } from '../files/file-type'
import type { Received } from '../storage/files'
import { keepFiles, MAX_FILES, NameTaken, TooManyFiles } from '../files/keep-files'
import { projectUsage } from '../projects/store'
import { createQuota } from './quota'
import type { Handlers, AppServices } from '../auth/route-context'
import { formCheck } from '../http/contract'
import { readForm, type Fields } from '../http/form'
import { resumableUploadHandlers } from './resumable-uploads'
import {
  assertReplaceable,
  fileName,
  isSecond,
  nameTaken,
  noRoom,
  refusalOf,
  refuseWhatIsWrongAlready,
  typesFor,
} from './upload-checks'

// What the boundaries, headers and fields of a form may take of its Content-Length besides the files themselves.
const FORM_BYTES = 256 * 1024

type Upload = Omit<components['schemas']['Upload'], 'files'>
type Arrived = Received & { name: string; proposed: ProposedType }

const checkUpload = formCheck('Upload', 'uploadFiles')

export const uploadHandlers = (surroundings: AppServices) => {
  const { db, files, disk, config } = surroundings
  const quota = createQuota(config.storageLimitBytes)

  return {
    ...resumableUploadHandlers(surroundings, quota),

    async uploadFiles({ project, identity, request }) {
      const { usedBytes: used, fileCount } = await projectUsage(db, project.id)
      const left = quota.left(project.id, used)
      const announced = Number(request.headers['content-length'] ?? 0)
      if (announced - FORM_BYTES > left) throw noRoom(quota, left)

      const room = disk.setAside(announced)
      const reservation = quota.reserve(project.id, used, announced)
      const allowance = {
        take(bytes: number) {
          reservation.take(bytes)
          room.take(bytes)
        },
      }
      const arrived: Arrived[] = []
      const receive = async (content: Readable, given: string, fields: Fields) => {
        refuseWhatIsWrongAlready(identity, fields)
        const name = fileName('files', given)
        // One may replace another, which the fields behind the files can still say.
        if (fileCount + arrived.length > MAX_FILES) throw new TooManyFiles(Math.max(0, MAX_FILES - fileCount))
        const received = await files.receive(content, allowance)
        arrived.push({ ...received, name, proposed: proposeFileType(name, received) })
      }

      try {
        const fields = await readForm(request, receive)
        checkUpload({ ...fields, files: arrived.map(({ name }) => name) })
        refuseWhatIsWrongAlready(identity, fields)
        const { ftype, last_modified_times: times, replaces = null } = fields as Upload
        if (replaces !== null) {
          if (arrived.length > 1)
            throw wrongField('replaces', 'replaces applies to one file. Upload that file on its own.')
          await assertReplaceable(db, { projectId: project.id, identity }, replaces)
        }
        const modified = modifiedTimes(times, arrived.length)
        const typeOf = await typesFor(db, ftype)
        const now = Date.now()
        const rows = arrived.map(({ head: _, entries: __, proposed, ...file }, index): FileRow => {
          const type = typeOf(proposed)
          // A millisecond apart, so that the list, newest first, keeps the order in which they were sent.
          const uploadedAt = new Date(now - index)
          return {
            ...file,
            projectId: project.id,
            folder: 'inputs',
            typeId: type.id,
            typeName: type.name,
            proposedType: proposed,
            modifiedAt: modified[index] ?? uploadedAt,
            uploadedAt,
            uploadedBy: identity.id,
          }
        })
        const { retentionMonths } = config
        const replaced = replaces === null ? null : { id: replaces, retentionMonths }
        const place = { projectId: project.id, folder: 'inputs', replaces: replaced, ...quota } as const
        const kept = await db.transaction((tx) => keepFiles(tx, files, rows, place))
        if (!kept) throw noSuchProject()
        // From here on they are the project's: no failure below takes them away again.
        arrived.length = 0
        for (const id of kept.unneeded) await files.remove(id)
        return rows.map((row) => fileAnswer(row))
      } catch (error) {
        for (const { id } of arrived) await files.remove(id)
        if (error instanceof NameTaken) throw nameTaken('files', error, 'whole')
        throw refusalOf(error, quota, left)
      } finally {
        room.release()
        reservation.release()
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
      'last_modified_times must be a JSON array with one number of seconds for each file, such as [1735689600].',
    )
  }
  return seconds.map((second) => new Date(second * 1000))
}
