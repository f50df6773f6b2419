import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'

import { DiskFull } from './disk-space'

/** Chunks that arrive during a write are combined into the next one. Larger writes take the system twice as long. */
const BUFFER_BYTES = 512 * 1024

/**
 * Creates a stream that writes chunks to an open file from an offset and then closes it. When the stream has finished,
 * all data is on the disk. The memory of written chunks is freed, so other code must not hold references to it.
 *
 * Without this, a large upload triggers a full garbage collection thirty times a second, which costs a third of its
 * speed.
 */
export function fileWriter(file: FileHandle, from: number): Writable {
  let position = from
  const write = async (chunks: Buffer[]) => {
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
    const { bytesWritten } = await file.writev(chunks, position)
    // A short write means that the disk is full.
    if (bytesWritten < bytes) throw new DiskFull()
    position += bytes
    for (const chunk of chunks) free(chunk)
  }
  return new Writable({
    highWaterMark: BUFFER_BYTES,
    writev: (chunks, done) => void write(chunks.map(({ chunk }) => chunk as Buffer)).then(() => done(), done),
    final: (done) => void file.sync().then(() => done(), done),
    // Waits for writes in progress.
    destroy: (error, done) => void file.close().then(() => done(error), done),
  })
}

// Transferring a buffer to a closed port detaches it and frees its memory immediately.
const { port1: closedPort, port2 } = new MessageChannel()
port2.close()

/** Frees a chunk's memory, unless it is a small chunk that shares its memory with others. */
function free({ buffer, byteLength }: Buffer) {
  if (byteLength === buffer.byteLength) closedPort.postMessage(null, [buffer as ArrayBuffer])
}
