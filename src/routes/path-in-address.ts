import type { RouterHistory } from '@tanstack/react-router'

/**
 * The path in the URL, without a trailing slash. While the code of a page is loading, it is already the path of that
 * page, although the old page is still shown. The old page must no longer change the URL: it would cancel the
 * navigation, or change the URL of the next page.
 */
export const pathInAddress = ({ history }: { history: RouterHistory }) =>
  history.location.pathname.replace(/(.)\/$/, '$1')
