/** Uploads into Inputs: streamed to the disk, counted against the quota as they come, all kept or none. */
import type { Readable } from 'node:stream'

import type { components } from '../../openapi/generated/product'
import { refuseOtherIdentity, type Identity } from '../auth'
import { noSuchProject, Problem, wrongField } from '../problem'
import type { Db } from '../store/database'
import { cleanFileName } from '../store/file-name'
import { fileAnswer, findFileType, listFileTypes, type FileRow } from '../store/file-records'
import { proposeFileType, type ProposedType } from '../store/file-type'
import { OverQuota, type Received } from '../store/files'
import { keepFiles } from '../store/keep-files'
import { usedBytes } from '../store/projects'
import { createQuota } from '../store/quota'
import type { Handlers, Surroundings } from './call'
import { formCheck } from './contract'
import { readForm, type Fields } from './form'

const MB = 1_048_576
// What the boundaries, headers and fields of a form may take of its Content-Length besides the files themselves.
const FORM_BYTES = 256 * 1024
const LATEST_SECOND = Date.UTC(9999, 11, 31) / 1000

type Upload = Omit<components['schemas']['Upload'], 'files'>
type Arrived = Received & { name: string; proposed: ProposedType }

const checkUpload = formCheck('Upload', 'uploadFiles')

export const uploadHandlers = ({ db, files, config }: Surroundings) => {
  const quota = createQuota(config.storageLimitBytes)
  const noRoom = (left: number) =>
    new Problem(
      413,
      `The project's storage of ${megabytes(quota.limitBytes)} MB has ${megabytes(left)} MB left, which is too little ` +
        'for this upload. Delete files that are no longer needed, or upload fewer.',
    )

  return {
    async uploadFiles({ project, identity, request }) {
      const used = await usedBytes(db, project.id)
      const left = quota.left(project.id, used)
      const announced = Number(request.headers['content-length'] ?? 0)
      if (announced - FORM_BYTES > left) throw noRoom(left)

      const reservation = quota.reserve(project.id, used, announced)
      const arrived: Arrived[] = []
      const receive = async (content: Readable, given: string, fields: Fields) => {
        refuseWhatIsWrongAlready(identity, fields)
        const name = cleanFileName(given)
        if (name === null) throw wrongField('files', 'A file needs a name of at most 255 characters.')
        const received = await files.receive(content, reservation)
        arrived.push({ ...received, name, proposed: proposeFileType(name, received.head) })
      }

      try {
        const fields = await readForm(request, receive)
        checkUpload({ ...fields, files: arrived.map(({ name }) => name) })
        refuseWhatIsWrongAlready(identity, fields)
        const { ftype, last_modified_times: times } = fields as Upload
        const modified = modifiedTimes(times, arrived.length)
        const typeOf = await typesFor(db, ftype)
        const uploadedAt = new Date()
        const rows = arrived.map(({ head: _, proposed, ...file }, index): FileRow => {
          const type = typeOf(proposed)
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
        const isKept = await db.transaction((tx) => keepFiles(tx, files, rows, { projectId: project.id, ...quota }))
        if (!isKept) throw noSuchProject()
        return rows.map(fileAnswer)
      } catch (error) {
        for (const { id } of arrived) await files.remove(id)
        throw error instanceof OverQuota ? noRoom(error.left ?? left) : error
      } finally {
        reservation.release()
      }
    },
  } satisfies Partial<Handlers>
}

/** Refusals that need not wait for the end of the form. */
function refuseWhatIsWrongAlready(identity: Identity, fields: Fields) {
  refuseOtherIdentity(identity, fields)
  if (fields['folder'] === 'reports') throw new Problem(403, 'Reports takes no uploads. Upload into Inputs.')
}

async function typesFor(db: Db, asked: string | undefined) {
  const known = await listFileTypes(db)
  if (asked !== undefined) {
    const type = await findFileType(db, asked)
    if (!type) throw wrongField('ftype', `ftype must be one of ${known.map(({ name }) => name).join(', ')}.`)
    return () => type
  }
  const byName = new Map(known.map((type) => [type.name, type]))
  return (proposed: ProposedType) => {
    const type = byName.get(proposed) ?? byName.get('other')
    if (!type) throw new Error(`There is no file type ${proposed}.`)
    return type
  }
}

function modifiedTimes(given: string | undefined, fileCount: number): Date[] {
  if (given === undefined) return []
  let seconds: unknown
  try {
    seconds = JSON.parse(given)
  } catch {
    seconds = undefined
  }
  const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= LATEST_SECOND
  if (!Array.isArray(seconds) || seconds.length !== fileCount || !seconds.every(isTime)) {
    throw wrongField(
      'last_modified_times',
      'last_modified_times must be a JSON array with one number of seconds for each file, such as [1735689600].',
    )
  }
  return seconds.map((second) => new Date(second * 1000))
}

const megabytes = (bytes: number) => (bytes / MB).toFixed(bytes % MB === 0 ? 0 : 2)
