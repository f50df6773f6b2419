import { fromCall } from '../lib/from-call'

/** Leads the browser to the payment page. It is done when the browser's Back brings this page back as it was left. */
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
