/** Checks the metadata of a resumable upload before any of its content is accepted. */
import type { Identity } from '../auth/bearer-token'
import type { Db } from '../database/database'
import { listedRevision } from '../files/revisions'
import { assertNamesFree, NameTaken } from '../files/store-files'
import { formCheck } from '../http/contract'
import { wrongField } from '../http/problem'
import type { Announced } from './unfinished-uploads'
import { parseMetadata } from './tus-protocol'
import { fileName, isSecond, nameTaken, refuseInvalidFields, typesFor } from './upload-checks'
import { assertReplaceable } from './upload-commit'

const checkMetadata = formCheck('UploadMetadata', 'beginUpload')

type Announcement = { id: string; size: number; projectId: string; identity: Identity; metadataHeader: string }

/** Reads the metadata of an upload. Throws a Problem if the user may not upload such a file. */
export async function readAnnouncement(db: Db, announcement: Announcement): Promise<Announced> {
  const { id, size, projectId, identity, metadataHeader } = announcement
  const metadata = parseMetadata(metadataHeader)
  checkMetadata(metadata)
  refuseInvalidFields(identity, metadata)
  const name = fileName('filename', metadata['filename'] ?? '')
  const { ftype, last_modified: second, replaces = null } = metadata
  if (ftype !== undefined) await typesFor(db, ftype)
  if (second && !isSecond(Number(second)))
    throw wrongField('last_modified', 'last_modified must be a time in seconds since 1970, such as 1735689600.')
  await assertReplaceable(db, { projectId, identity, replaces })
  return {
    id,
    name,
    size,
    projectId,
    uploadedBy: identity.id,
    replaces,
    type: ftype ?? null,
    modifiedAt: second ? new Date(Number(second) * 1000) : null,
    metadataHeader,
  }
}

/** Throws a 409 that names the field if another file in Inputs already has this name. */
export async function assertNameFree(db: Db, { name, projectId, replaces }: Announced, stage: 'before' | 'waiting') {
  const revised = replaces === null ? undefined : await listedRevision(db, projectId, replaces)
  const place = { projectId, folder: 'inputs', except: revised?.id ?? null } as const
  await assertNamesFree(db, [name], place).catch((error: unknown) => {
    throw error instanceof NameTaken ? nameTaken('filename', error, stage) : error
  })
}
