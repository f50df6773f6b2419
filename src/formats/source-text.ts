import { decodedText } from '../../machines/lib/decoded-text'

/**
 * Decodes the text of an engineering file. Few formats declare their encoding, so a byte order mark determines it;
 * without one, it is UTF-8 or Windows-1252.
 */
export function toText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decodedText(bytes)
}

export const toBytes = (source: Uint8Array | string): Uint8Array =>
  typeof source === 'string' ? new TextEncoder().encode(source) : source

/**
 * Calls `take` with each line and its number from 1. Supports LF, CR LF and CR. Iteration stops when `take` returns
 * false.
 */
export function eachLine(text: string, take: (line: string, number: number) => boolean | undefined): void {
  let start = 0
  for (let number = 1; start <= text.length; number++) {
    let end = start
    while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++
    if (take(text.slice(start, end), number) === false) return
    start = end + (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? 2 : 1)
  }
}

/** The line number at a byte offset, counted from 1. */
export function lineAt(bytes: Uint8Array, position: number): number {
  let line = 1
  for (let at = 0; at < position && at < bytes.length; at++) if (bytes[at] === 10) line++
  return line
}
