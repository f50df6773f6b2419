import { Buffer } from 'buffer/'

/**
 * What the renderer of fabrication data, written for Node, expects to find in every program. Imported before it, in its
 * worker alone.
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
