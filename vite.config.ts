import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const tests = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ compiler: true })],
  // The server serves its own public folder in production; a copy in the prerenderer's output would only be in the way.
  publicDir: isSsrBuild ? false : 'public',
  build: {
    target: 'es2023',
    sourcemap: false,
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    emptyOutDir: true,
    // A strict font-src has no room for data addresses.
    assetsInlineLimit: 0,
  },
  ssr: { noExternal: isSsrBuild ? [/^@chakra-ui/, /^@emotion/, /^@ark-ui/, /^@zag-js/] : [] },
  test: {
    projects: [
      tests('unit', ['tests/{model,views,rooms,spec-coverage,formats}/**/*.test.{ts,tsx}'], {
        setupFiles: ['tests/support/dom.ts'],
        testTimeout: 20_000,
      }),
      tests('server', ['tests/server/**/*.test.ts'], { testTimeout: 30_000, hookTimeout: 30_000 }),
      tests('api', ['tests/api/**/*.test.ts'], { testTimeout: 30_000, hookTimeout: 30_000 }),
    ],
  },
}))
