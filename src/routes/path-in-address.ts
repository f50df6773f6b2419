import type { RouterHistory } from '@tanstack/react-router'

/**
 * The path in the address. While the code of a page is loading, it is already the path of that page, although the old
 * page is still shown. What the old page still has to put into the address must then be dropped: it would cancel the
 * navigation, or change the address of the next page.
 */
export const pathInAddress = ({ history }: { history: RouterHistory }) =>
  history.location.pathname.replace(/(.)\/$/, '$1')
