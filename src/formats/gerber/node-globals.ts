import { Buffer } from 'buffer/'

/**
 * Globals that the fabrication renderer, which was written for Node, expects. Must be imported before the renderer, and
 * only in its worker.
 */
Object.assign(globalThis, {
  global: globalThis,
  Buffer,
  process: {
    env: {},
    browser: true,
    nextTick: (act: (...values: unknown[]) => void, ...values: unknown[]) => queueMicrotask(() => act(...values)),
  },
})
