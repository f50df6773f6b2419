/** Reads multipart forms with fields and files in any order. Files are streamed. */
import type { Readable } from 'node:stream'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { FORM_LIMITS } from './call-limits'
import { Problem, wrongField } from './problem'

export type Fields = Record<string, unknown>

/**
 * Returns the form's fields. A field that occurs twice becomes a list, which every schema in the contract rejects.
 * `onFile` is called for each file of the field `files` with the fields read so far, and must consume the file. Files
 * in other fields, or any file if there is no `onFile`, are refused. After an error, the rest of the request is read
 * and discarded, so that the client can finish sending and read the response. `fieldSize` replaces the usual limit on a
 * field's bytes.
 */
export async function readForm(
  request: FastifyRequest,
  onFile?: (content: Readable, name: string, fields: Fields) => Promise<void>,
  fieldSize?: number,
): Promise<Fields> {
  const fields: Fields = {}
  const broken = new WeakSet<Error>()
  try {
    for await (const part of partsOf(request, fieldSize)) {
      if (part.type === 'file') {
        const { file } = part
        // Record only errors from the parser. If `onFile` fails, the stream is already destroyed.
        file.once('error', (error) => void (file.destroyed || broken.add(error)))
        if (!onFile || part.fieldname !== 'files') {
          const hint = onFile ? 'Send files in the field "files".' : 'This form does not accept files.'
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
    throw error instanceof Error && broken.has(error) ? unreadable(error) : error
  }
}

/** The parts of a form. Errors that the parser throws are converted by `unreadable`. */
async function* partsOf(request: FastifyRequest, fieldSize: number | undefined) {
  try {
    yield* request.parts(fieldSize === undefined ? {} : { limits: { ...FORM_LIMITS, fieldSize } })
  } catch (error) {
    throw unreadable(error)
  }
}

/**
 * Returns errors that have a code unchanged: they mean that a limit was exceeded or that the form is incomplete, and
 * problem.ts has messages for them. All other errors become a 400.
 */
const unreadable = (cause: unknown) =>
  cause instanceof Error && 'code' in cause
    ? cause
    : new Problem(400, 'The form cannot be read. Please send it again.', { cause })

/** Browsers encode these three characters in file names (WHATWG HTML, "multipart/form-data encoding algorithm"). */
const decodings: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }
const decodedName = (name: string) => name.replace(/%(?:22|0D|0A)/g, (code) => decodings[code] ?? code)
