import { fromCall } from '../lib/from-call'

/**
 * Navigates to the payment page. Resolves when the browser's Back button restores this page from the back/forward
 * cache.
 */
export const openPaymentPage = fromCall<void, { url: string }>(
  ({ input, signal }) =>
    new Promise((resolve) => {
      const showAgain = ({ persisted }: PageTransitionEvent) => {
        if (!persisted) return
        removeEventListener('pageshow', showAgain)
        resolve()
      }
      addEventListener('pageshow', showAgain, { signal })
      location.assign(input.url)
    }),
)
