import { partBytes, type TextPart } from '../../../../machines/previews/text/long-text'

/** Maximum number of bytes to read beyond a part to complete its last line. */
const restBytes = 16_384

export type ReadBytes = (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array>

const newline = 10

/**
 * Reads the lines that start in part `index` of a text file of `size` bytes. The last line can end in a later part. A
 * part in the middle of a very long line contains no lines.
 */
export async function readPart(
  { size, read }: { size: number; read: ReadBytes },
  index: number,
  signal: AbortSignal,
): Promise<TextPart> {
  const start = index * partBytes
  const end = Math.min(size, start + partBytes)
  // Also read the byte before the part to find out whether the part begins with a new line.
  const from = Math.max(0, start - 1)
  const bytes = await read(from, Math.min(size, end + restBytes), signal)
  const first = start === 0 ? 0 : bytes.indexOf(newline) + 1
  if ((start > 0 && first === 0) || from + first >= end) return { text: '', lines: 0, from: end }
  const after = bytes.indexOf(newline, Math.max(0, end - from - 1))
  const last = after === -1 ? bytes.length : after
  const text = new TextDecoder().decode(bytes.subarray(first, last)).replaceAll('\r', '')
  return { text, lines: text.split('\n').length, from: from + first }
}

/** The line of a part, counted from 0, that contains the byte at `at`. */
export async function lineAt(read: ReadBytes, { from }: TextPart, at: number, signal: AbortSignal): Promise<number> {
  return at > from ? (await read(from, at, signal)).reduce((lines, byte) => lines + (byte === newline ? 1 : 0), 0) : 0
}

const searchedBytes = 1_048_576

type Search = {
  size: number
  read: ReadBytes
  word: string
  from: number
  signal: AbortSignal
  onProgress: (at: number) => void
}

// The bytes of UTF-8 have been decoded as Latin-1, so only ASCII letters can be converted to lowercase.
const inLowercase = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The byte offset of the next match at or after `from`, or null. Ignores the case of ASCII letters. */
export async function findNext({ size, read, word, from, signal, onProgress }: Search): Promise<number | null> {
  const latin = new TextDecoder('latin1')
  const wanted = inLowercase(latin.decode(new TextEncoder().encode(word)))
  for (let at = from; at < size; at += searchedBytes) {
    onProgress(at)
    const bytes = await read(at, Math.min(size, at + searchedBytes + wanted.length - 1), signal)
    const found = inLowercase(latin.decode(bytes)).indexOf(wanted)
    if (found !== -1) return at + found
  }
  return null
}
