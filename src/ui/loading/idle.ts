/** Resolves when the browser is idle. Safari does not report idle time, so a timeout is used there. */
export const browserIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
