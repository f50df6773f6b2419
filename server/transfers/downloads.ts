/** File downloads with range requests, and the exports of inputs as a zip and as CSV. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { csvLine } from '../../machines/lib/csv-cells'
import { Problem } from '../http/problem'
import { attachment, exportedName } from './content-disposition'
import { archiveNames } from '../files/file-name'
import { everyInput, type FileRow, inputNames } from '../files/file-records'
import { type Storage, StorageUnavailable } from '../storage/storage'
import type { ProjectRow } from '../projects/store'
import { isKnown, requestedRange } from './byte-range'
import { zipOf } from './zip'
import type { Handlers, AppServices } from '../auth/route-context'

export const downloadHandlers = ({ db, storage }: AppServices) =>
  ({
    downloadFile: ({ request, reply, file }) => sendFile(request, reply, storage, file),
    downloadProjectFile: ({ request, reply, file }) => sendFile(request, reply, storage, file),

    async exportInputsZip({ request, reply, project }) {
      // The content is read while the zip is sent, which is too late for an error response, so the storage is checked
      // first.
      if (request.method !== 'HEAD' && !(await storage.isAnswering()))
        throw new StorageUnavailable('The ZIP file could not be created.')
      const inputs = await inputNames(db, project.id)
      attachment(reply, exportName(project, 'zip')).type('application/zip')
      const names = archiveNames(inputs.map(({ name }) => name))
      const zipped = inputs.map(({ id, size, modifiedAt }, index) => ({
        open: () => storage.get(id),
        name: names[index] ?? id,
        date: modifiedAt,
        size,
      }))
      return request.method === 'HEAD' ? Readable.from([]) : zipOf(zipped)
    },

    async exportInputsCsv({ request, reply, project }) {
      attachment(reply, exportName(project, 'csv')).type('text/csv; charset=utf-8')
      return Readable.from(request.method === 'HEAD' ? [] : csvOf(everyInput(db, project.id)))
    },
  }) satisfies Partial<Handlers>

const exportName = (project: ProjectRow, extension: string) => exportedName(project, `inputs.${extension}`)

/** Sends a stored file or the requested range. The content of a file never changes, so its hash is used as the ETag. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: FileRow,
): Promise<Readable | string> {
  const etag = `"${file.sha256}"`
  const describe = () => attachment(reply, file.name).type('application/octet-stream').header('etag', etag)
  if (isKnown(request.headers, etag)) {
    describe().code(304)
    return ''
  }

  const { size } = file
  // Ranges are defined for GET only.
  if (request.method === 'HEAD') {
    describe().headers({ 'accept-ranges': 'bytes', 'content-length': size })
    return Readable.from([])
  }
  const range = requestedRange(request.headers, { size, etag })
  if (range === 'unsatisfiable') {
    throw new Problem(416, 'The requested range is not in the file.', {
      headers: { 'content-range': `bytes */${size}` },
    })
  }
  // The headers are set only once the content is open, so that an error response does not look like a file.
  const content = await storage.get(file.id, range ?? undefined)
  describe().headers({ 'accept-ranges': 'bytes', 'content-length': range ? range.end - range.start + 1 : size })
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return content
}

const columns = ['Name', 'Type', 'Size (bytes)', 'SHA-256', 'Modified', 'Uploaded']

async function* csvOf(inputs: AsyncIterable<FileRow>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const file of inputs) {
    const { name, typeName, size, sha256, modifiedAt, uploadedAt } = file
    yield csvLine([name, typeName, String(size), sha256, modifiedAt.toISOString(), uploadedAt.toISOString()])
  }
}
