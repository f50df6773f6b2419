import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Where the focus goes when the element that had it is replaced or removed, so that keyboard users keep their place.
 */

/** The id of the heading on the prices page. */
export const pricesTitle = 'prices_title'
/** The id of the heading on the failed jobs page. */
export const jobsTitle = 'jobs_title'
/** The ids of the headings above the news and the publications. */
export const entriesTitle = { news: 'news_title', publication: 'publications_title' }
/** The id of the heading on a request's page. */
export const requestTitle = 'request_title'
/** The ids of the buttons that open the panels on a request's page. */
export const deliveryButton = 'delivery_button'
export const refundButton = 'refund_button'
export const storageButton = 'storage_button'

const isFocusLost = () => document.activeElement === document.body

/**
 * Focuses the first invalid field of a submitted form, once the mistakes are marked. Does nothing if there are none,
 * for example because the form is gone.
 */
export const focusFirstMistake = (form: HTMLFormElement) =>
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

/** A ref that moves the focus to an element when it appears. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/** A ref to a heading that gets the focus when it appears, if the element that had the focus is gone. */
export const takeLostFocus = (heading: HTMLElement | null) => {
  if (isFocusLost()) heading?.focus({ preventScroll: true })
}

/**
 * A ref to the link that led away from a list. It focuses the link when the list returns, unless the user has moved the
 * focus.
 */
export const takeFocusBack = (link: HTMLElement | null) => {
  if (isFocusLost() || document.activeElement?.tagName === 'H1') link?.focus()
}

/**
 * When the component is gone, and the focus with it, moves the focus to the first existing element with one of these
 * ids. Nothing happens if no element had the focus before, or if one has it afterward.
 */
export const useFocusAfterwards = (...ids: string[]) => {
  const key = ids.join(' ')
  const hadFocus = useRef(false)
  // Runs before the elements are removed.
  useLayoutEffect(
    () => () => {
      hadFocus.current = !isFocusLost()
    },
    [key],
  )
  useEffect(
    () => () => {
      if (!hadFocus.current || !isFocusLost()) return
      const found = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
      found[0]?.focus()
    },
    [key],
  )
}
