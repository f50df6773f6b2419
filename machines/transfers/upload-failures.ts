import { messageOf } from '../lib/message-of'

/** The HTTP status of a failed call, or 0 if there was no response. */
export const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 0

/**
 * Why a file was not uploaded: the server's message, or our own for a response without a message, for example from a
 * proxy.
 */
export function failureText(error: unknown, fallback = causeOf(statusOf(error))): string {
  const cause = messageOf(error, fallback)
  if (!isShutOut(statusOf(error))) return `Failed to upload files: ${cause}`
  return `Failed to upload files: ${cause.replace(/\.?$/, '.')} Nothing was stored. If you regain access, choose Retry.`
}

/** The project no longer exists, or the user has lost access to it. */
const isShutOut = (status: number) => status === 403 || status === 404

function causeOf(status: number): string {
  if (status === 0) return 'the connection was lost'
  if (status === 413) return 'the file is too large for the server (HTTP 413)'
  if (status === 507) return 'the server is out of storage (HTTP 507)'
  return `the server ${status < 500 ? 'refused the file' : 'failed'} (HTTP ${status})`
}

/** Why an upload that resumes automatically is paused. */
export function pauseText(error: unknown): string {
  const status = statusOf(error)
  if (status === 401) return 'Your sign-in has expired.'
  return status === 0 ? 'The connection was lost.' : messageOf(error, 'The server could not process the file.')
}
