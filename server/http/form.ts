/** Reads multipart forms: their fields and files in whatever order they come, files as streams. */
import type { Readable } from 'node:stream'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { wrongField } from './problem'

export type Fields = Record<string, unknown>

/**
 * Answers the form's fields; one that is given twice becomes a list, which no schema of the contract lets pass.
 * `onFile` takes each file of the field `files`, with the fields read so far, and must consume it. A file elsewhere, or
 * any file without `onFile`, is refused. When it throws, the rest of the request is read and dropped, so that the
 * sender, still writing, comes to read the answer.
 */
export async function readForm(
  request: FastifyRequest,
  onFile?: (content: Readable, name: string, fields: Fields) => Promise<void>,
): Promise<Fields> {
  const fields: Fields = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (!onFile || part.fieldname !== 'files') {
          const hint = onFile ? 'Files belong in the field files.' : 'This form does not accept files.'
          throw wrongField(part.fieldname, `${part.fieldname} must not be a file. ${hint}`)
        }
        await onFile(part.file, decodedName(part.filename), fields)
        continue
      }
      if (part.valueTruncated) throw wrongField(part.fieldname, `${part.fieldname} is too long.`)
      fields[part.fieldname] = part.fieldname in fields ? [fields[part.fieldname], part.value].flat() : part.value
    }
    return fields
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

/** Forms write these three characters of a file's name in this way (WHATWG HTML, "multipart/form-data encoding"). */
const encoded: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }
const decodedName = (name: string) => name.replace(/%(?:22|0D|0A)/g, (code) => encoded[code] ?? code)
