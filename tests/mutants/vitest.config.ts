import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const standIn = path.resolve(import.meta.dirname, 'xstate.ts')

/** Replaces XState, for the machines only, with the version that introduces a fault into one of them. */
const mutants: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform: (code, id) =>
    /\/machines\/.*\.ts$/.test(id) ? code.replace(/from 'xstate'/g, `from '${standIn}'`) : null,
}

export default defineConfig({
  plugins: [mutants],
  test: {
    include: ['tests/model/**/*.test.ts', 'tests/model-based/surfaces/**/*.test.tsx'],
    setupFiles: ['tests/support/dom.ts'],
    testTimeout: 10_000,
    fileParallelism: false,
  },
})
