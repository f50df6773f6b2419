/**
 * Lets the browser answer the person and paint before the start goes on. By a message, since a tab in the background
 * holds timers back.
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
