/** The body of a request as a stream that can be ended early while its sender still reads the response. */
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

import { MB } from '../../machines/lib/file-size'

/** Number of bytes that are buffered while earlier bytes are being written. */
const BUFFER_BYTES = MB

export type IncomingBytes = {
  content: Readable
  /** Ends the content and discards the remaining bytes, so that the client can finish sending and read the response. */
  cut: () => void
}

/** If the connection breaks, the content ends early without an error, and the bytes received so far are kept. */
export function incomingBytes({ raw }: FastifyRequest): IncomingBytes {
  // Pipe through a separate stream: a failed pipeline from the request itself would close the connection.
  const content = raw.pipe(new PassThrough({ highWaterMark: BUFFER_BYTES }))
  raw.once('close', () => content.end())
  raw.once('error', () => content.end())
  const cut = () => {
    raw.unpipe(content).resume()
    content.end()
  }
  return { content, cut }
}
