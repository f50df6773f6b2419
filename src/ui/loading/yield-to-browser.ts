/**
 * Yields to the browser, so that it can handle input and paint before startup continues. Uses a message instead of a
 * timer, because timers are throttled in background tabs.
 */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
