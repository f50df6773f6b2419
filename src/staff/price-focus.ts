import { useEffect } from 'react'

/** Where the focus goes when the element that had it is replaced or removed, so that the keyboard keeps its place. */

/** The id of the heading of the page with the prices. */
export const pricesTitle = 'prices_title'

/** A ref that moves the focus to an element when it appears. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/** When the component is gone, moves the focus to the first of these elements that exists. */
export const useFocusAfterwards = (...ids: string[]) => {
  const key = ids.join(' ')
  useEffect(
    () => () => {
      const found = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
      found[0]?.focus()
    },
    [key],
  )
}
