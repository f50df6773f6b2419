/** API errors as problem documents (RFC 9457) whose `message` is written for the user. */
import { type IncomingMessage, STATUS_CODES } from 'node:http'

import type { components } from '../../openapi/generated/product'
import { databaseFailure } from '../database/database-failure'
import { isDiskFull } from '../storage/disk-space'
import { StorageUnavailable } from '../storage/storage'

type ProblemDocument = components['schemas']['Problem']
export type FieldError = { field: string; message: string }

type ProblemOptions = {
  errors?: FieldError[]
  /** Additional members of the document: the current prices, or the current state of the project or draft. */
  members?: Partial<
    components['schemas']['StalePrices'] &
      components['schemas']['StaleProject'] &
      components['schemas']['KeptRequestDraft']
  >
  headers?: Record<string, string>
  cause?: unknown
}

/** Thrown by routes and hooks. The error handler responds with its document. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly headers: Record<string, string>
  readonly document: ProblemDocument

  constructor(status: number, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.headers = options.headers ?? {}
    this.document = {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: message,
      message,
      ...(options.errors && { errors: options.errors }),
      ...options.members,
    }
  }
}

export const noSuchProject = () => new Problem(404, 'There is no such project, or you are not a member of it.')

/** Returns a 400 that names one field and explains what it must be. */
export const wrongField = (field: string, message: string) =>
  new Problem(400, message, { errors: [{ field, message }] })

const byCode: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted here. Check the Content-Type header.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has no body. Send a JSON object.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the request body does not match its Content-Length.',
  FST_ERR_BAD_URL: 'The address is not valid.',
  FST_PARTS_LIMIT: 'The form has too many parts. Upload fewer files at once.',
  FST_FILES_LIMIT: 'The form has too many files. Upload fewer files at once.',
  FST_FIELDS_LIMIT: 'The form has too many fields.',
  FST_MP_PREMATURE_CLOSE: 'The form was not received completely. Please send it again.',
}

const byStatus: Record<number, string> = {
  400: 'The request cannot be read. Please check it and try again.',
  404: 'There is nothing at this address.',
  413: 'The request is too large.',
  415: 'This content type is not accepted here. Check the Content-Type header.',
  431: 'The address or the headers of the request are too long.',
}

export const databaseUnavailable = (cause?: unknown) =>
  new Problem(503, 'The database is not responding at the moment. Please try again in a few seconds.', {
    headers: { 'retry-after': '5' },
    cause,
  })

export const paymentsUnavailable = (cause: unknown) =>
  new Problem(503, 'The payment provider cannot be reached at the moment. Please try again in a minute.', {
    headers: { 'retry-after': '60' },
    cause,
  })

const storageUnavailable = (cause: unknown) =>
  new Problem(503, 'The file storage is not responding at the moment. Please try again in a few seconds.', {
    headers: { 'retry-after': '5' },
    cause,
  })

const diskFull = 'The server’s disk is full, so nothing was stored. Please try again later, or contact the operator.'

/** Converts any error to a Problem. Messages of unexpected errors are not exposed to the client. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDiskFull(error)) return new Problem(507, diskFull, { cause: error })
  if (error instanceof StorageUnavailable) return storageUnavailable(error)
  const failure = databaseFailure(error)
  if (failure === 'unavailable') return databaseUnavailable(error)
  if (failure === 'unstorable') {
    return new Problem(400, 'The request contains text or a number that cannot be stored. Please check it.', {
      cause: error,
    })
  }
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    const known = typeof code === 'string' ? byCode[code] : undefined
    return new Problem(statusCode, known ?? byStatus[statusCode] ?? 'The request was refused.', { cause: error })
  }
  return new Problem(500, 'Something went wrong on our side. Please try again in a moment.', { cause: error })
}

/**
 * Like `problemOf`, for an error that occurred while this request was being processed. If it occurred because the
 * client disconnected before it had sent everything, it is not a server error.
 */
export function problemOfRequest(error: unknown, request: IncomingMessage): Problem {
  const problem = problemOf(error)
  const { code } = ((error instanceof Problem ? error.cause : error) ?? {}) as { code?: unknown }
  const wasAborted = request.destroyed && !request.complete && DISCONNECTED.includes(code)
  return wasAborted && problem.status === 500 ? incomplete(error) : problem
}

/** The error codes of Node.js for a request that ends before its body is complete. */
const DISCONNECTED: unknown[] = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

const incomplete = (cause: unknown) =>
  new Problem(400, 'The request was not received completely. Please send it again.', { cause })
