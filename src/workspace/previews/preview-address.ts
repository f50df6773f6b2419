import { createContext, useContext } from 'react'

/** The address of a preview's view, for previews that can be opened at the same view again. */
export type PreviewAddress = {
  /** The view in the address when the preview is opened; empty for the view that the preview chooses. */
  view: string
  /** Puts the current view into the address. */
  onView: (view: string) => void
}

/** The address of the page's preview, which can be changed from outside of the preview. */
export type PageAddress = PreviewAddress & {
  /** How often the preview was opened again at another view. */
  shown: number
  /** Opens the preview again at a view. */
  onShow: (view: string) => void
}

/** Provided by the page whose address contains the view of the open preview. */
export const PreviewAddressContext = createContext<PageAddress | null>(null)

/** The address of the page's preview; null if the page's address does not contain a view, as in a dialog. */
export const usePreviewAddress = () => useContext(PreviewAddressContext)
