import { createContext, useContext } from 'react'

/** The address of a preview's view, for previews that can be opened at the same view again. */
export type PreviewAddress = {
  /** The view in the address when the preview is opened; empty for the view that the preview chooses. */
  view: string
  /** Puts the current view into the address. */
  onView: (view: string) => void
}

/** Provided by the page whose address contains the view of the open preview. */
export const PreviewAddressContext = createContext<PreviewAddress | null>(null)

/** The address of the page's preview; null if the page's address does not contain a view, as in a dialog. */
export const usePreviewAddress = () => useContext(PreviewAddressContext)
