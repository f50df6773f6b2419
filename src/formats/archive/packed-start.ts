import { Gunzip } from 'fflate'

import { uncompressed } from './uncompress'

/** Unpacking stops beyond this size, so that a few bytes that unpack to megabytes cost little. */
const mostBytes = 65_536
/** This many bytes unpack to at most 264 KB, because deflated data grow by a factor of at most 1032. */
const step = 256

/**
 * The beginning of the content of a gzip or compress file, as far as the file's first bytes contain it, and at most 64
 * KB. Empty if these bytes are too few, or if a compress file is damaged or unpacks to more than 64 KB.
 */
export function unpackedStart(head: Uint8Array, format: 'gzip' | 'compress'): Uint8Array {
  return format === 'gzip' ? gunzippedStart(head) : uncompressedStart(head)
}

function gunzippedStart(head: Uint8Array): Uint8Array {
  const start = new Uint8Array(mostBytes)
  let size = 0
  const gunzip = new Gunzip((part) => {
    const taken = part.subarray(0, mostBytes - size)
    start.set(taken, size)
    size += taken.length
  })
  try {
    for (let at = 0; at < head.length && size < mostBytes; at += step) gunzip.push(head.subarray(at, at + step))
  } catch {
    // Use the part before the damage.
  }
  return start.subarray(0, size)
}

function uncompressedStart(head: Uint8Array): Uint8Array {
  try {
    return uncompressed(head, (size) => {
      if (size > mostBytes) throw new RangeError('too large')
    })
  } catch {
    return new Uint8Array()
  }
}
