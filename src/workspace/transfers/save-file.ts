/** How long a blob's address has to stay for the browser to take the bytes. */
const takenWithinMs = 60_000

/** The name alone, without what a browser would replace in it: so it is known before it is saved. */
export const portableName = (name: string) =>
  (name.split('/').at(-1) ?? name).replace(/[\\:*?"<>|]/g, '_').replace(/[. ]+$/, '') || 'download'

/** Has the browser keep what stands at an address among the person's downloads. */
export function saveFrom(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** The same for bytes that are here. */
export function saveBlob(blob: Blob, name: string) {
  // Whatever the file says it is, the browser is to keep it, not to show it.
  const url = URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream'))
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), takenWithinMs)
}
