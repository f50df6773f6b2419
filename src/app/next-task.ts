/** Lets the browser answer the person and paint before the start goes on. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
