/**
 * The code of the notice about a lost connection. It is loaded while there is a connection, because it must be available
 * when the connection is lost. In the workspace, the list of projects goes first.
 */
export const connectionNotice = () => import('./connection-notice')
