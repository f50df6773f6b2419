import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'

import { MB } from '../../machines/lib/file-size'
import { DiskFull } from './disk-space'

/** Data is flushed to the disk at this interval, so that little is left to flush at the end. */
const FLUSH_INTERVAL_BYTES = 64 * MB

/** Chunks that arrive during a write are combined into the next write. Larger writes were half as fast. */
const BUFFER_BYTES = 512 * 1024

/**
 * Creates a stream that writes chunks to an open file from an offset and then closes it. When the stream has finished,
 * all data is on the disk.
 */
export function fileWriter(file: FileHandle, from: number): Writable {
  let position = from
  let flushed = from
  let isFlushing = false
  // Errors are ignored here: the final flush reports whether all data is on the disk.
  const flush = () => {
    isFlushing = true
    flushed = position
    file
      .datasync()
      .catch(() => undefined)
      .finally(() => {
        isFlushing = false
      })
  }
  const write = async (chunks: Buffer[]) => {
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
    const { bytesWritten } = await file.writev(chunks, position)
    // A short write means that the disk is full.
    if (bytesWritten < bytes) throw new DiskFull()
    position += bytes
    if (position - flushed >= FLUSH_INTERVAL_BYTES && !isFlushing) flush()
  }
  return new Writable({
    highWaterMark: BUFFER_BYTES,
    writev: (chunks, done) => void write(chunks.map(({ chunk }) => chunk as Buffer)).then(() => done(), done),
    final: (done) => void file.sync().then(() => done(), done),
    // `close` waits for writes in progress.
    destroy: (error, done) => void file.close().then(() => done(error), done),
  })
}
