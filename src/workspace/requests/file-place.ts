import type { PageAddress } from '../previews/preview-address'

/** The file of a request that the URL names, whose preview is on top of the page. */
export type FilePlace = {
  fileId: string | null
  address: PageAddress
  /** The URL of a file at a view of its preview. */
  hrefOf: (fileId: string, view: string) => string
  onOpen: (fileId: string, view: string) => void
  onClose: () => void
}
