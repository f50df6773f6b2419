/** Resolves when the browser has nothing else to do. Safari does not report idle time. */
export const browserIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
