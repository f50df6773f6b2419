import { browserIdle } from '../ui/idle'
import { lazyPart } from '../ui/lazy-part'

/** Loaded for signed-in users while there is a connection, because it must be available when the connection is lost. */
export const ConnectionNotice = lazyPart(async () => {
  await browserIdle()
  return (await import('./connection-notice')).ConnectionNotice
})
