import type { PageAddress } from '../previews/preview-address'

/** The file in the URL, which is one of a request's files. Its preview is on top of the page. */
export type FilePlace = {
  fileId: string | null
  address: PageAddress
  /** The URL that opens a file in a given view of its preview. */
  hrefOf: (fileId: string, view: string) => string
  onOpen: (fileId: string, view: string) => void
  onClose: () => void
}
