/** How long a blob URL must stay valid for the browser to read the bytes, in ms. */
const takenWithinMs = 60_000

/**
 * Returns the name without its path, and replaces the characters that a browser would replace, so that the final name
 * is known before the file is saved.
 */
export const portableName = (name: string) =>
  (name.split('/').at(-1) ?? name).replace(/[\\:*?"<>|]/g, '_').replace(/[. ]+$/, '') || 'download'

/** Makes the browser download the content at a URL. */
export function saveFrom(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Makes the browser download a blob. */
export function saveBlob(blob: Blob, name: string) {
  // The generic type makes the browser save the file instead of displaying it, whatever the file's actual type.
  const url = URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream'))
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), takenWithinMs)
}
