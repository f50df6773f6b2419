/** The last step of a resumable upload: a completely received file becomes a file of the project. */
import type { Identity } from '../auth/bearer-token'
import type { AppServices } from '../auth/route-context'
import type { FileRow } from '../files/file-records'
import { proposeFileType } from '../files/file-type'
import { NameTaken } from '../files/store-files'
import type { Unfinished } from './unfinished-uploads'
import { nameTaken, refusalOf, typesFor } from './upload-checks'
import { keepUploads } from './upload-commit'

/** Stores the file. If its name is in use or there is no space, this throws a Problem, and the upload is kept. */
export async function keepFinished(services: AppServices, identity: Identity, upload: Unfinished): Promise<FileRow> {
  const { db, unfinished } = services
  const { id, name, projectId, uploadedBy, modifiedAt, replaces, type: asked } = upload
  const { size, sha256, ...content } = await unfinished.finish(upload)
  const proposed = proposeFileType(name, content)
  const type = (await typesFor(db, asked ?? undefined))(proposed)
  const uploadedAt = new Date()
  const row: FileRow = {
    id,
    projectId,
    name,
    size,
    sha256,
    uploadedBy,
    uploadedAt,
    folder: 'inputs',
    typeId: type.id,
    typeName: type.name,
    proposedType: proposed,
    modifiedAt: modifiedAt ?? uploadedAt,
  }
  try {
    const uploading = { projectId, identity, replaces }
    const [stored] = await keepUploads(services, [row], uploading, (tx) => unfinished.complete(tx, id))
    return stored ?? row
  } catch (error) {
    if (error instanceof NameTaken) throw nameTaken('filename', error, 'waiting')
    throw refusalOf(error)
  }
}
