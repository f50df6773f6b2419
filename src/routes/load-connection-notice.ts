/**
 * Loads the notice of a lost connection. The workspace calls this once its list is shown, because the code must be
 * available when the connection is lost.
 */
export const loadConnectionNotice = () => import('./connection-notice')
