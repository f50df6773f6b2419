/**
 * The tus protocol 1.0.0 with the extensions creation, termination and expiration: its headers and its errors
 * (https://tus.io/protocols/resumable-upload). Upload-Length, Upload-Offset and the content type are validated against
 * the contract.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

import { UNFINISHED_MS } from '../../machines/transfers/upload-limits'
import type { OperationId } from '../http/contract'
import { Problem, wrongField } from '../http/problem'

const VERSION = '1.0.0'

const calls: (OperationId | undefined)[] = ['beginUpload', 'findUpload', 'continueUpload', 'cancelUpload']

/** Whether the operation belongs to the tus protocol. */
export const isTusCall = (operationId: OperationId | undefined) => calls.includes(operationId)

/** The headers that inform clients of the version and extensions that the server supports. */
export const tusOptions = {
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'tus-extension': 'creation,termination,expiration',
}

/**
 * Adds the version to every response of a tus call, including errors, and refuses other versions before any other
 * check.
 */
export function negotiateTusVersion({ routeOptions, headers }: FastifyRequest, reply: FastifyReply): void {
  if (!isTusCall(routeOptions.config.operationId)) return
  reply.header('tus-resumable', VERSION)
  const asked = headers['tus-resumable']
  if (asked !== undefined && asked !== VERSION) {
    throw new Problem(412, `This server supports version ${VERSION} of the tus protocol only.`, {
      headers: { 'tus-version': VERSION },
    })
  }
}

/** Returns the Upload-Expires header of an upload that received its last byte at this time. */
export const expires = (lastByteAt: Date) => ({
  'upload-expires': new Date(lastByteAt.getTime() + UNFINISHED_MS).toUTCString(),
})

const PAIR = /^(?<key>[!-+\--~]+)(?: (?<value>(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?))?$/

/** Parses an Upload-Metadata header. Throws a 400 if it is invalid. */
export function parseMetadata(header: string): Record<string, string> {
  const metadata = new Map<string, string>()
  for (const pair of header.split(',')) {
    const { key, value = '' } = PAIR.exec(pair)?.groups ?? {}
    if (key === undefined || metadata.has(key)) {
      throw wrongField(
        'upload-metadata',
        'upload-metadata must be a comma-separated list of different names, each followed by its value in base64.',
      )
    }
    metadata.set(key, Buffer.from(value, 'base64').toString())
  }
  return Object.fromEntries(metadata)
}

export const noSuchUpload = () => new Problem(404, 'There is no such upload. Please upload the file again.')

export const uploadExpired = () => new Problem(410, 'The upload was paused for too long. Please upload the file again.')

export const otherOffset = () =>
  new Problem(409, 'The upload has reached a different offset. Request the current offset, then continue from there.')

export const largerThanAnnounced = () =>
  new Problem(413, 'The file is larger than declared when the upload started. Please upload it again.')

export const alreadyComplete = () =>
  new Problem(400, 'The upload is complete and can no longer be canceled. Delete the file instead.')
