/**
 * Decodes bytes without a declared encoding as UTF-8. Invalid UTF-8 is decoded as Windows-1252, which older programs
 * write (µ, °, ü).
 */
export function decodedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
