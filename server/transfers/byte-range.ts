/** Conditions and ranges of a download (RFC 9110, sections 13 and 14). */
import type { IncomingHttpHeaders } from 'node:http'

import type { ByteRange } from '../storage/storage'

/** Whether the client already has this content, according to its If-None-Match header. */
export function isKnown({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean {
  if (known === undefined) return false
  return known.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))
}

/**
 * Returns the range that the headers request, null for the whole content, or `unsatisfiable` if no byte of the range
 * exists. Multiple ranges, invalid ranges, and ranges of a different version are ignored, as the RFC permits.
 */
export function requestedRange(
  { range, 'if-range': version }: IncomingHttpHeaders,
  { size, etag }: { size: number; etag: string },
): ByteRange | null | 'unsatisfiable' {
  const { first, last } = /^bytes=(?<first>\d*)-(?<last>\d*)$/i.exec(range?.trim() ?? '')?.groups ?? {}
  if (first === undefined || last === undefined || first + last === '') return null
  if (version !== undefined && version !== etag) return null
  if (first === '') {
    if (Number(last) === 0) return 'unsatisfiable'
    return size === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
