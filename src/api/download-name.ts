/** The file name from a Content-Disposition header; null if there is none. */
export function savedName(headers: Headers): string | null {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Malformed encoding: fall back to the plain file name.
    }
  }
  const plain = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition)
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null
}
