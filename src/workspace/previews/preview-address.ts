import { createContext, useContext } from 'react'

/** A preview's view in the page's URL, for previews that can be reopened with the same view. */
export type PreviewAddress = {
  /** The view in the URL when the preview is opened; empty for the preview's default view. */
  view: string
  /** Puts the current view into the URL. */
  onView: (view: string) => void
}

/** The view in the URL of the page's own preview. Code outside the preview can also change this view. */
export type PageAddress = PreviewAddress & {
  /** The number of times that the preview has been reopened with another view. */
  shown: number
  /** Reopens the preview with a view. */
  onShow: (view: string) => void
}

/** Provided by the page whose URL contains the view of the open preview. */
export const PreviewAddressContext = createContext<PageAddress | null>(null)

/** The view of the page's preview in the URL; null if the URL does not contain a view, as in a dialog. */
export const usePreviewAddress = () => useContext(PreviewAddressContext)
