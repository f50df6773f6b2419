/** The name under which an answer wants to be saved, as its Content-Disposition says; null where it says none. */
export function savedName(headers: Headers): string | null {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // The plain name beside it is not as good, and better than none.
    }
  }
  const plain = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition)
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null
}
